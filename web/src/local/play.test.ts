import { expect, it } from 'vitest';
import { opponents } from '../game/opponent';
import { canPlay, isLocalOpponent } from './play';

it('can_play_needs_the_package_and_a_browser_that_runs_and_keeps_it', () => {
  const browser = { WebAssembly: {}, indexedDB: {} };
  expect(canPlay(true, browser)).toBe(true);
  expect(canPlay(false, browser)).toBe(false);
  expect(canPlay(true, { indexedDB: {} })).toBe(false);
  expect(canPlay(true, { WebAssembly: {} })).toBe(false);
});

it('is_local_opponent_needs_nobody_elsewhere', () => {
  expect(opponents.filter(isLocalOpponent)).toEqual(['engine', 'screen']);
});
