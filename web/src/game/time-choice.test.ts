import { expect, it } from 'vitest';
import type { GameTimeControl } from '../wire/generated';
import { formatTime, meetsNeeds, parseTime, possibleTime, presetKey, presets, withMarshal } from './time-choice';

const controls: GameTimeControl[] = [
  { kind: 'none' },
  ...presets.map((one) => one.time),
  ...[15, 45, 60, 100, 600, 10_800].flatMap((initial): GameTimeControl[] => [
    { kind: 'fischer', initial, increment: 0 },
    { kind: 'fischer', initial, increment: 180 },
    { kind: 'delay', initial, delay: 1 },
    { kind: 'delay', initial, delay: 180 },
    { kind: 'byoyomi', initial, period: 1, periods: 10 },
    { kind: 'byoyomi', initial, period: 300, periods: 1 },
  ]),
  { kind: 'byoyomi', initial: 0, period: 30, periods: 3 },
  { kind: 'days', days: 30 },
];

it('time_controls_round_trip_and_differ_in_their_addresses', () => {
  for (const time of controls) expect(parseTime(formatTime(time)), formatTime(time)).toEqual(time);
  expect(new Set(controls.map((time) => formatTime(time))).size).toBe(new Set(controls.map((time) => JSON.stringify(time))).size);
  expect(formatTime({ kind: 'delay', initial: 300, delay: 3 })).toBe('5-d3');
  expect(formatTime({ kind: 'byoyomi', initial: 600, period: 30, periods: 5 })).toBe('10-5x30');
});

it('parse_time_rejects_what_no_clock_is', () => {
  const wrong = '5 5- -3 5-d 5-d0 5-d181 5-181 0-5 0-d5 5-0x30 5-11x30 5-3x0 5-3x301 5-d3x3 0d 31d'.split(' ');
  expect(wrong.map(parseTime)).toEqual(wrong.map(() => null));
});

it('werera_budget_belongs_to_every_live_clock', () => {
  for (const time of controls) {
    if ('initial' in time) expect(withMarshal(time, 1.5)).toEqual({ ...time, werera: 90 });
  }
  expect(presetKey({ kind: 'delay', initial: 300, delay: 3 })).toBe('custom');
});

it('what_no_field_shows_is_told_from_other_clocks', () => {
  const given: GameTimeControl[] = [
    { kind: 'days', days: 2 },
    { kind: 'days', days: 30, werera_days: 4 },
    { kind: 'fischer', initial: 10, increment: 1 },
    { kind: 'delay', initial: 14, delay: 2, werera: 60 },
  ];
  expect(given.map(presetKey)).toEqual(given.map(() => 'given'));
  const live = controls.filter((time) => 'initial' in time);
  expect(live.map(presetKey)).not.toContain('given');
});

it('time_that_is_not_possible_gives_way_to_one_that_is', () => {
  for (const time of controls) {
    for (const needs of ['clock', 'live', 'days', null] as const) {
      expect(meetsNeeds(possibleTime(time, needs), needs), `${formatTime(time)} ${needs}`).toBe(true);
      if (meetsNeeds(time, needs)) expect(possibleTime(time, needs)).toBe(time);
    }
  }
  const found = (time: GameTimeControl) => (['clock', 'live', 'days', null] as const).filter((needs) => meetsNeeds(time, needs));
  expect(found({ kind: 'none' })).toEqual([null]);
  expect(found({ kind: 'days', days: 2 })).toEqual(['clock', 'days', null]);
  expect(found({ kind: 'fischer', initial: 10, increment: 1 })).toEqual(['clock', 'live', null]);
});
