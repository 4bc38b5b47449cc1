/** Time controls as text, and that of each side. */
import { t } from '../locale/locale';
import type { GameTimeControl, Side, ViewClock } from '../wire/generated';

/** How much time a side has. */
export function timeOf({ time_control, odds }: Pick<ViewClock, 'time_control' | 'odds'>, side: Side): GameTimeControl {
  return odds?.side === side ? odds.time_control : time_control;
}

/** Text of a time control, without the werera budget. */
export function describeTime(time: GameTimeControl | undefined): string {
  if (!time || time.kind === 'none') return t('time-none');
  if (time.kind === 'days') return t('time-days', { days: time.days });
  const main = minutes(time.initial);
  if (time.kind === 'delay') return t('time-delay', { minutes: main, delay: String(time.delay) });
  if (time.kind === 'byoyomi') return t('time-byoyomi', { minutes: main, periods: String(time.periods), period: String(time.period) });
  return t('time-fischer', { minutes: main, increment: String(time.increment) });
}

/** Text of the shared werera budget; empty if none. */
export function describeMarshal(time: GameTimeControl | undefined): string {
  if (time && 'initial' in time && time.werera) return t('time-marshal', { minutes: minutes(time.werera) });
  if (time?.kind === 'days' && time.werera_days) return t('time-marshal-days', { days: time.werera_days });
  return '';
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 100) / 100);
}
