import { expect, it } from 'vitest';
import type { Ending, EndingMove, EndingValue } from '../wire/generated';
import { limitText, moveGroups, valueText } from './ending-text';

const move = (uci: string, value: EndingValue): EndingMove => ({ uci, san: uci, value });
const chance = (points: number): EndingValue => ({ is: 'chance', points, win: points, draw: 0, gap: 0 });
const of = (value: EndingValue, left?: number): Ending => ({ value, moves: [], ...(left === undefined ? {} : { plies_left: left }) });

it('moves_are_grouped_by_their_results_in_their_order', () => {
  const moves = [move('a', { is: 'won', plies: 3 }), move('b', { is: 'won', plies: 5 }), move('c', { is: 'drawn' })];
  expect(moveGroups(moves).map(({ is, moves }) => [is, moves.map((one) => one.uci)])).toEqual([
    ['won', ['a', 'b']],
    ['drawn', ['c']],
  ]);
});

it('points_of_a_move_are_compared_with_those_of_the_best', () => {
  const best = move('a', chance(0.75));
  expect(valueText(best, best)).toBe('0.750');
  expect(valueText(move('b', chance(0.7496)), best), 'equal as far as they are shown').toBe('0.750');
  expect(valueText(move('c', chance(0.5)), best)).toBe('0.500 −0.250');
  expect(valueText(move('d', { is: 'lost', plies: 12 }), best)).toBe('12');
});

it('limit_of_moves_is_told_where_it_comes_first', () => {
  expect(limitText(of({ is: 'won', plies: 29 }, 28))).not.toBe('');
  expect(limitText(of({ is: 'lost', plies: 30 }, 28))).not.toBe('');
  expect(limitText(of({ is: 'won', plies: 29 }, 29))).toBe('');
  expect(limitText(of({ is: 'won', plies: 29 }))).toBe('');
  expect(limitText(of({ is: 'drawn' }, 1))).toBe('');
});
