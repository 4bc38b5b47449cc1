/** GameTimeControl controls: presets, URL form and display text. */
import { t } from '../locale/locale';
import type { GameTimeControl } from '../wire/generated';

export interface Preset {
  key: string;
  time: GameTimeControl;
}

const fischer = (minutes: number, increment: number): Preset => ({
  key: `${minutes}+${increment}`,
  time: { kind: 'fischer', initial: minutes * 60, increment },
});
const days = (count: number): Preset => ({ key: `${count}d`, time: { kind: 'days', days: count } });

export const presets: Preset[] = [fischer(3, 2), fischer(5, 3), fischer(10, 5), fischer(15, 10), days(1), days(3), days(7)];

/** Presets shown without pressing "More", beside no clock: people who are apart may take days. */
export function commonPresets(isApart: boolean): Set<string> {
  return new Set(isApart ? ['10+5', '3d'] : ['5+3', '10+5']);
}

/** Upper bounds: minutes, increment in seconds, days per move. */
export const MAX_TIME = { minutes: 180, increment: 180, days: 30 };
export const MIN_MINUTES = 0.25;

/** URL form of a time control: `none`, `5-3` or `3d`; without the werera budget. */
export function formatTime(time: GameTimeControl): string {
  if (time.kind === 'none') return 'none';
  return time.kind === 'days' ? `${time.days}d` : `${time.initial / 60}-${time.increment}`;
}

/** Parses the output of [`formatTime`]; null if invalid. */
export function parseTime(text: string): GameTimeControl | null {
  if (text === 'none') return { kind: 'none' };
  const days = Number(/^(\d+)d$/.exec(text)?.[1] ?? NaN);
  if (days >= 1 && days <= MAX_TIME.days) return { kind: 'days', days };
  const found = /^(\d+(?:\.\d+)?)-(\d+)$/.exec(text);
  const [minutes, increment] = [Number(found?.[1] ?? NaN), Number(found?.[2] ?? NaN)];
  if (!(minutes >= MIN_MINUTES && minutes <= MAX_TIME.minutes && increment <= MAX_TIME.increment)) return null;
  return { kind: 'fischer', initial: Math.round(minutes * 60), increment };
}

/** Key of the matching preset, ignoring the werera budget; `custom` if none. */
export function presetKey(time: GameTimeControl): string {
  if (time.kind === 'none') return 'none';
  return presets.find((one) => formatTime(one.time) === formatTime(time))?.key ?? 'custom';
}

/** Default budget both sides share until the first capture. */
export const DEFAULT_MARSHAL_SECONDS = 120;
export const DEFAULT_MARSHAL_DAYS = 3;

export function describeTime(time: GameTimeControl | undefined): string {
  if (!time || time.kind === 'none') return t('time-none');
  if (time.kind === 'days') return t('time-days', { days: time.days });
  return t('time-fischer', { minutes: minutes(time.initial), increment: String(time.increment) });
}

/** Text of the shared werera budget; empty if none. */
export function describeMarshal(time: GameTimeControl | undefined): string {
  if (time?.kind === 'fischer' && time.werera) return t('time-marshal', { minutes: minutes(time.werera) });
  if (time?.kind === 'days' && time.werera_days) return t('time-marshal-days', { days: time.werera_days });
  return '';
}

/** The same control with a shared werera budget in minutes or days. */
export function withMarshal(time: GameTimeControl, budget: number): GameTimeControl {
  if (time.kind === 'fischer') return { ...time, werera: Math.round(budget * 60) };
  if (time.kind === 'days') return { ...time, werera_days: Math.round(budget) };
  return time;
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 100) / 100);
}
