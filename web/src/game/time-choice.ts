/** Time controls to choose from: presets, bounds and URL form. Forms need them, and not every page. */
import type { GameTimeControl } from '../wire/generated';

/** A clock of hours, not days. */
export type LiveTime = Extract<GameTimeControl, { initial: number }>;

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

/** Upper bounds: minutes, increment or delay and length of a period in seconds, periods, days per move. */
export const MAX_TIME = { minutes: 180, increment: 180, period: 300, periods: 10, days: 30 };
export const MIN_MINUTES = 0.25;

/** URL form of a time control: `none`, `5-3`, with a delay `5-d3`, with byo-yomi `10-5x30`, or `3d`; without the werera budget. */
export function formatTime(time: GameTimeControl): string {
  if (time.kind === 'none') return 'none';
  if (time.kind === 'days') return `${time.days}d`;
  const move = time.kind === 'delay' ? `d${time.delay}` : time.kind === 'byoyomi' ? `${time.periods}x${time.period}` : time.increment;
  return `${time.initial / 60}-${move}`;
}

/** Parses the output of [`formatTime`]; null if invalid. */
export function parseTime(text: string): GameTimeControl | null {
  if (text === 'none') return { kind: 'none' };
  const days = Number(/^(\d+)d$/.exec(text)?.[1] ?? NaN);
  if (days >= 1 && days <= MAX_TIME.days) return { kind: 'days', days };
  const found = /^(\d+(?:\.\d+)?)-(d|(\d+)x)?(\d+)$/.exec(text);
  const [minutes, periods, seconds] = [1, 3, 4].map((at) => Number(found?.[at] ?? NaN)) as [number, number, number];
  const hasPeriods = periods >= 1;
  if (!(minutes >= (hasPeriods ? 0 : MIN_MINUTES) && minutes <= MAX_TIME.minutes)) return null;
  const initial = Math.round(minutes * 60);
  if (found?.[3]) {
    const isPossible = hasPeriods && periods <= MAX_TIME.periods && seconds >= 1 && seconds <= MAX_TIME.period;
    return isPossible ? { kind: 'byoyomi', initial, period: seconds, periods } : null;
  }
  if (seconds > MAX_TIME.increment) return null;
  if (!found?.[2]) return { kind: 'fischer', initial, increment: seconds };
  return seconds >= 1 ? { kind: 'delay', initial, delay: seconds } : null;
}

/** A live clock of the output of [`formatTime`]; null if it is none. */
export function parseLiveTime(text: string | null): LiveTime | null {
  const time = parseTime(text ?? '');
  return time && 'initial' in time ? time : null;
}

/** Key of the matching preset, ignoring the werera budget; `custom` for another live clock, and `given` for what no field shows. */
export function presetKey(time: GameTimeControl): string {
  if (time.kind === 'none') return 'none';
  const found = presets.find((one) => formatTime(one.time) === formatTime(time));
  return found?.key ?? ('initial' in time && parseTime(formatTime(time)) ? 'custom' : 'given');
}

/** What time controls are possible: any clock, a live one, days for each move, or also none. */
export type TimeNeeds = 'clock' | 'live' | 'days' | null;

export function meetsNeeds(time: GameTimeControl, needs: TimeNeeds): boolean {
  if (!needs || time.kind === 'none') return !needs;
  return needs === 'clock' || (time.kind === 'days') === (needs === 'days');
}

/** A time control if it is possible, or else a usual one that is. */
export function possibleTime(time: GameTimeControl, needs: TimeNeeds): GameTimeControl {
  return meetsNeeds(time, needs) ? time : needs === 'days' ? days(3).time : fischer(5, 3).time;
}

/** Default budget both sides share until the first capture. */
export const DEFAULT_MARSHAL_SECONDS = 120;
export const DEFAULT_MARSHAL_DAYS = 3;

/** The same control with a shared werera budget in minutes or days. */
export function withMarshal(time: GameTimeControl, budget: number): GameTimeControl {
  if ('initial' in time) return { ...time, werera: Math.round(budget * 60) };
  if (time.kind === 'days') return { ...time, werera_days: Math.round(budget) };
  return time;
}
