import { expect, it } from 'vitest';
import { pointsText, resultSign } from './format';

it('points_have_halves', () => {
  expect([0, 0.5, 1, 3.5].map(pointsText)).toEqual(['0', '½', '1', '3½']);
});

it('result_of_a_game_in_progress_is_open', () => {
  expect([null, 'draw', 'black_forfeits'].map((one) => resultSign(one as 'draw' | null))).toEqual(['…', '½–½', '+/−']);
});
