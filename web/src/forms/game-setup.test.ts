import { expect, it } from 'vitest';
import { parseSetup, DEFAULT_SETUP, formatSetup, hasSetup, type GameSetup } from './game-setup';

it('format_setup_default_names_the_opponent_only', () => {
  expect(formatSetup(DEFAULT_SETUP)).toBe('?with=engine');
  expect(parseSetup('')).toEqual(DEFAULT_SETUP);
  expect([hasSetup(''), hasSetup('?with=engine'), hasSetup('?time=3d')]).toEqual([false, true, true]);
});

it('setup_round_trips', () => {
  const changes: Partial<GameSetup>[] = [
    { opponent: 'friend', colour: 'black', time: { kind: 'days', days: 3 }, manner: 'match' },
    { opponent: 'watch', level: 8, otherLevel: 1, isPrivate: true },
    { level: 5, time: { kind: 'fischer', initial: 300, increment: 3 } },
    { time: { kind: 'fischer', initial: 15, increment: 0, werera: 90 } },
    { time: { kind: 'delay', initial: 300, delay: 5, werera: 90 } },
    { time: { kind: 'byoyomi', initial: 0, period: 30, periods: 5 } },
    { time: { kind: 'fischer', initial: 300, increment: 3 }, odds: { kind: 'byoyomi', initial: 60, period: 10, periods: 2 } },
    { time: { kind: 'days', days: 7, werera_days: 2 } },
    { fen: 'rnekfenr/8/8/8/8/8/8/RNEKFENR b - - 3 9' },
  ];
  for (const change of changes) {
    const choices = { ...DEFAULT_SETUP, ...change };
    expect(parseSetup(formatSetup(choices)), JSON.stringify(change)).toEqual(choices);
  }
});

it('parse_setup_invalid_uses_defaults', () => {
  expect(parseSetup('?with=nobody&level=9&other=x&colour=red&time=5-&werera=-3&manner=loud&unlisted=yes')).toEqual(DEFAULT_SETUP);
  expect(parseSetup('?time=999-0').time).toEqual(DEFAULT_SETUP.time);
  expect(parseSetup('?time=40d').time).toEqual(DEFAULT_SETUP.time);
  expect(['?odds=3d', '?odds=none', '?odds=x'].map((query) => parseSetup(query).odds)).toEqual([null, null, null]);
});
