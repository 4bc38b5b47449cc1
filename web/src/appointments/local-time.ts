/** Times of the reader's own clock: in words, and as fields for local times have them. */
import { formatDate } from '../locale/locale';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY = 1440 * MINUTE;

export const timeText = (ms: number): string =>
  formatDate(new Date(ms), { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const localTime = (ms: number): string => new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);

/** The time of a field; null while it has none. */
export function readTime(text: string): number | null {
  const found = new Date(text).getTime();
  return Number.isNaN(found) ? null : found;
}

/** The time that is proposed beside others: a day after the last, or a day from now at a full quarter. */
export function nextTime(times: readonly number[], now: number): number {
  return times.length ? Math.max(...times) + DAY : Math.ceil((now + DAY) / QUARTER) * QUARTER;
}
