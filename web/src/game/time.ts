/** How long one may think, in words and as people choose it. */
import { t } from '../locale/locale';
import type { Time } from '../wire/types';

export interface Preset {
  key: string;
  time: Time;
}

const fischer = (minutes: number, increment: number): Preset => ({
  key: `${minutes}+${increment}`,
  time: { kind: 'fischer', initial: minutes * 60, increment },
});
const days = (count: number): Preset => ({ key: `${count}d`, time: { kind: 'days', days: count } });

export const presets: Preset[] = [fischer(3, 2), fischer(5, 3), fischer(10, 5), fischer(15, 10), days(1), days(3), days(7)];

/** Until the first capture both sides share this, unless somebody chooses otherwise. */
export const MARSHAL_SECONDS = 120;
export const MARSHAL_DAYS = 3;

export function describeTime(time: Time | undefined): string {
  if (!time || time.kind === 'none') return t('time-none');
  if (time.kind === 'days') return t('time-days', { days: time.days });
  return t('time-fischer', { minutes: minutes(time.initial), increment: time.increment });
}

/** The werera's common budget, or nothing where there is none. */
export function describeMarshal(time: Time | undefined): string {
  if (time?.kind === 'fischer' && time.marshal) return t('time-marshal', { minutes: minutes(time.marshal) });
  if (time?.kind === 'days' && time.marshal_days) return t('time-marshal-days', { days: time.marshal_days });
  return '';
}

/** The same control with a common budget for the werera, given in minutes or days. */
export function withMarshal(time: Time, budget: number): Time {
  if (time.kind === 'fischer') return { ...time, marshal: Math.round(budget * 60) };
  if (time.kind === 'days') return { ...time, marshal_days: Math.round(budget) };
  return time;
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 100) / 100);
}
