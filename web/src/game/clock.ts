/** Clock readings derived from the server's last one. */
import type { GameTimeControl, Side, ViewClock } from '../wire/generated';
import { timeOf } from './time';

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
  const gone = clock.running === key ? Math.max(0, now - clock.at - (clock.delay ?? 0)) : 0;
  return Math.max(0, reading - gone);
}

/** Milliseconds that a running clock still waits before it counts. */
export function delayAt(clock: Omit<ViewClock, 'time_control'>, key: ClockKey, now: number): number {
  return clock.running === key ? Math.max(0, (clock.delay ?? 0) - Math.max(0, now - clock.at)) : 0;
}

/**
 * What a clock shows of what is left: the main time, and after it the current period of byo-yomi and how many there
 * are; and whether the flag falls after it.
 */
export function shownTime(time: GameTimeControl, left: number): { ms: number; periods: number; isLast: boolean } {
  if (time.kind !== 'byoyomi') return { ms: left, periods: 0, isLast: true };
  const period = time.period * SECOND;
  const periods = Math.ceil(left / period);
  if (periods > time.periods) return { ms: left - period * time.periods, periods: 0, isLast: false };
  return { ms: left - period * Math.max(0, periods - 1), periods, isLast: periods <= 1 };
}

/** Whether time that a side gives to the other is in whole periods of byo-yomi. */
export function givesPeriods(clock: Pick<ViewClock, 'time_control' | 'odds'>, by: Side): boolean {
  return timeOf(clock, by === 'white' ? 'black' : 'white').kind === 'byoyomi';
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

/** What is said of a running clock: a mark of low time that it passed, or the periods that it is down to. */
export type ClockNews = { seconds: number } | { periods: number };

/** What is said of a clock that went from `before` to `after`, in milliseconds; time that more follows on is never low. */
export function clockNews(time: GameTimeControl, before: number, after: number): ClockNews | null {
  const { periods, isLast } = shownTime(time, after);
  if (after < before && periods && periods !== shownTime(time, before).periods) return { periods };
  const seconds = isLast ? warning(before, after) : null;
  return seconds === null ? null : { seconds };
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
