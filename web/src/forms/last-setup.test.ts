// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SETUP, formatSetup, NO_LEVEL, parseSetup } from './game-setup';
import { lastSetup, rememberSetup } from './last-setup';

afterEach(() => localStorage.clear());

it('level_chosen_is_remembered_over_games_without_one', () => {
  rememberSetup(formatSetup({ ...DEFAULT_SETUP, level: 8 }, NO_LEVEL));
  rememberSetup(formatSetup({ ...DEFAULT_SETUP, opponent: 'friend' }, NO_LEVEL));
  expect(parseSetup(lastSetup())).toMatchObject({ opponent: 'friend', level: 8 });
  // An address that names the opponent only, as of a link to play the computer.
  expect(parseSetup('?with=engine', parseSetup(lastSetup()).level).level).toBe(8);
});

it('level_proposed_is_remembered_when_it_was_played', () => {
  rememberSetup(formatSetup({ ...DEFAULT_SETUP, level: 8 }, NO_LEVEL));
  rememberSetup(formatSetup(DEFAULT_SETUP, NO_LEVEL));
  expect(parseSetup(lastSetup(), 1).level).toBe(DEFAULT_SETUP.level);
});
