import { expect, it } from 'vitest';
import { scoreAgainstBelow } from './levels';

it('score_against_the_level_below_follows_the_ratings', () => {
  expect(scoreAgainstBelow({ elo: 800 }, { elo: 800 })).toBe(50);
  expect(scoreAgainstBelow({ elo: 1383 }, { elo: 800 })).toBe(97);
  expect(scoreAgainstBelow({ elo: 1681 }, { elo: 1383 })).toBe(85);
  expect(scoreAgainstBelow({ elo: null }, { elo: 2850 })).toBeNull();
});
