/** Clock readings derived from the server's last one. */
import type { Side, ViewClock } from '../wire/generated';

export type ClockKey = Side | 'werera';

/** Low time in milliseconds; marked by more than colour. */
export const LOW = 20_000;
/** Remaining times announced to screen readers, in milliseconds. */
const ANNOUNCED = [60_000, 20_000, 10_000];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds left at `now` (the server's time); never below zero. */
export function leftAt(clock: Omit<ViewClock, 'time_control'>, key: ClockKey, now: number): number {
  const reading = clock[key] ?? 0;
  const gone = clock.running === key ? Math.max(0, now - clock.at) : 0;
  return Math.max(0, reading - gone);
}

export interface ClockText {
  /** Fluent message id and its arguments. */
  form: 'clock-days' | 'clock-hours' | 'clock-plain';
  args: { days?: number; hours?: number; minutes?: number; text?: string };
}

/** Days and hours for long games, `h:mm:ss` and `m:ss` for short ones, tenths when it is low. */
export function clockText(ms: number): ClockText {
  if (ms >= DAY) return { form: 'clock-days', args: { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) } };
  if (ms >= 3 * HOUR) return { form: 'clock-hours', args: { hours: Math.floor(ms / HOUR), minutes: Math.floor((ms % HOUR) / MINUTE) } };
  if (ms < LOW) return { form: 'clock-plain', args: { text: `0:${pad(Math.floor(ms / SECOND))}.${Math.floor((ms % SECOND) / 100)}` } };
  // Round up to whole seconds.
  const seconds = Math.ceil(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const text = hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
  return { form: 'clock-plain', args: { text } };
}

/** The announced mark passed between `before` and `after`, in seconds, or null. */
export function warning(before: number, after: number): number | null {
  const passed = ANNOUNCED.filter((mark) => before > mark && after <= mark);
  return passed.length ? Math.min(...passed) / SECOND : null;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
