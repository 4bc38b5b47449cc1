/** Words of moderation: reasons, measures, times. */
import { formatDate } from '../locale/locale';
import type { Measure, ReportReason } from '../wire/generated';

export const REASONS: ReportReason[] = ['insult', 'hate', 'spam', 'cheating', 'stalling', 'name', 'other'];
export const MEASURES: Measure[] = ['warning', 'name', 'chat', 'play', 'close', 'shadow'];
/** Lengths of time-outs, in hours; the server takes no others. */
export const HOURS = [1, 24, 168, 720] as const;
/** Longest text, in characters. */
export const MAX_TEXT = 500;
/** Days that reports are kept after they are resolved; the server has the same number, which a test there compares. */
export const REPORT_RETENTION_DAYS = 90;

const TIME = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
/** A time in milliseconds since the epoch. */
export const dated = (at: number): string => formatDate(new Date(at), TIME);
