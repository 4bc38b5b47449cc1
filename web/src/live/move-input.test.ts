import { expect, it } from 'vitest';
import { matchMoves } from './move-input';

const moves = {
  b2: [
    { to: 'b3', move: 'b2b3', san: 'b3' },
    { to: 'c3', move: 'b2c3', san: 'bxc3' },
  ],
  a1: [{ to: 'c3', move: 'a1c3', san: 'Bxc3' }],
  g1: [{ to: 'f3', move: 'g1f3', san: 'Ngf3+' }],
  d2: [{ to: 'f3', move: 'd2f3', san: 'Ndf3' }],
  e1: [{ to: 'g1', move: 'e1g1', san: 'O-O' }],
  a9: [
    { to: 'a10', move: 'a9a10q', san: 'a10=Q' },
    { to: 'a10', move: 'a9a10v', san: 'a10=V' },
  ],
};
const ways = (text: string) => matchMoves(text, moves).flatMap((one) => one.moves.map((move) => move.move));

it('match_coordinates_ignores_symbols', () => {
  expect(ways('b2b3')).toEqual(['b2b3']);
  expect(ways(' B2-B3 ')).toEqual(['b2b3']);
  expect(ways('b2xc3')).toEqual(['b2c3']);
});

it('match_notation_of_move_list', () => {
  expect(ways('b3')).toEqual(['b2b3']);
  expect(ways('Ngf3')).toEqual(['g1f3']);
  expect(ways('0-0')).toEqual(['e1g1']);
});

it('match_lowercase_b_is_file_before_bishop', () => {
  expect(ways('bxc3')).toEqual(['b2c3']);
  expect(ways('Bc3')).toEqual(['a1c3']);
  expect(ways('ngf3')).toEqual(['g1f3']);
});

it('match_groups_promotions_and_empty_text_is_none', () => {
  expect(matchMoves('a9a10', moves)).toEqual([{ from: 'a9', to: 'a10', moves: moves.a9 }]);
  expect(ways('a9a10v')).toEqual(['a9a10v']);
  expect(ways('a10=V')).toEqual(['a9a10v']);
  expect(ways('')).toEqual([]);
  expect(ways('h5')).toEqual([]);
});
