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

/** Those shown at once; the others are a press away. */
export const COMMON_PRESETS = new Set(['5+3', '10+5', '3d']);

/** The bounds of what one may choose: minutes, seconds added a move, days a move. */
export const MAX_TIME = { minutes: 180, increment: 180, days: 30 };
export const MIN_MINUTES = 0.25;

/** A control as it stands in an address: `none`, `5-3` or `3d`; the werera's budget stands apart. */
export function formatTime(time: Time): string {
  if (time.kind === 'none') return 'none';
  return time.kind === 'days' ? `${time.days}d` : `${time.initial / 60}-${time.increment}`;
}

/** Reads what [`formatTime`] writes; null where it makes no sense. */
export function parseTime(text: string): Time | null {
  if (text === 'none') return { kind: 'none' };
  const days = Number(/^(\d+)d$/.exec(text)?.[1] ?? NaN);
  if (days >= 1 && days <= MAX_TIME.days) return { kind: 'days', days };
  const found = /^(\d+(?:\.\d+)?)-(\d+)$/.exec(text);
  const [minutes, increment] = [Number(found?.[1] ?? NaN), Number(found?.[2] ?? NaN)];
  if (!(minutes >= MIN_MINUTES && minutes <= MAX_TIME.minutes && increment <= MAX_TIME.increment)) return null;
  return { kind: 'fischer', initial: Math.round(minutes * 60), increment };
}

/** The preset a control is, its werera aside; `custom` for any other. */
export function presetKey(time: Time): string {
  if (time.kind === 'none') return 'none';
  return presets.find((one) => formatTime(one.time) === formatTime(time))?.key ?? 'custom';
}

/** Until the first capture both sides share this, unless somebody chooses otherwise. */
export const DEFAULT_MARSHAL_SECONDS = 120;
export const DEFAULT_MARSHAL_DAYS = 3;

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
