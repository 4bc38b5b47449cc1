import { expect, it } from 'vitest';
import { canPlay } from './play-here';

it('can_play_needs_the_package_and_a_browser_that_runs_and_keeps_it', () => {
  const browser = { WebAssembly: {}, indexedDB: {} };
  expect(canPlay(true, browser)).toBe(true);
  expect(canPlay(false, browser)).toBe(false);
  expect(canPlay(true, { indexedDB: {} })).toBe(false);
  expect(canPlay(true, { WebAssembly: {} })).toBe(false);
});
