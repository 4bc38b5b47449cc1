import { expect, it } from 'vitest';
import type { RulesetDetails } from '../wire/generated';
import { missingPieces, pieceOdds, startBoard, startUnder, withoutPieces } from './piece-odds';

const shatranj = { files: 8, ranks: 8, fen: 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1' };
const werera = { ...shatranj, fen: shatranj.fen.replace(' w ', ' * ') };
const castling = { files: 10, ranks: 3, fen: '2k1rr4/10/RNBVQKVBNR w KQ - 0 1' };

it('without_pieces_is_the_array_less_their_cells', () => {
  expect(withoutPieces(shatranj, ['a1', 'g1'])).toBe('rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/1NEKFE1R w - - 0 1');
  expect(withoutPieces(werera, ['h8'])).toBe('rnekfen1/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR * - - 0 1');
  expect(withoutPieces(shatranj, [])).toBe('');
});

it('without_a_rook_its_right_to_castle_is_gone', () => {
  expect(withoutPieces(castling, ['j1']).split(' ')[2]).toBe('Q');
  expect(withoutPieces(castling, ['a1']).split(' ')[2]).toBe('K');
  expect(withoutPieces(castling, ['a1', 'j1']).split(' ')[2]).toBe('-');
  expect(withoutPieces(castling, ['b1']).split(' ')[2]).toBe('KQ');
});

it('missing_pieces_are_read_back_and_another_position_is_none', () => {
  for (const cells of [[], ['a1'], ['b8', 'h8'], ['a2', 'b2', 'e1']]) {
    expect(missingPieces(shatranj, withoutPieces(shatranj, cells))?.sort()).toEqual(cells.sort());
  }
  for (const fen of ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', shatranj.fen.replace(' w ', ' b '), withoutPieces(werera, ['a1'])]) {
    expect(missingPieces(shatranj, fen)).toBeNull();
  }
});

const board = Object.entries({ a1: 'r', e1: 'f', a8: 'r' }).map(([cell, letter]) => ({
  cell,
  letter,
  side: cell.endsWith('1') ? ('white' as const) : ('black' as const),
  picture: `old-${letter}`,
}));

it('piece_odds_are_the_missing_pieces_of_one_side', () => {
  const odds = (...cells: string[]) => pieceOdds({ ...shatranj, board }, withoutPieces(shatranj, cells));
  expect(odds('a1', 'e1')).toEqual({ side: 'white', pieces: ['r', 'f'] });
  expect(odds('a8')).toEqual({ side: 'black', pieces: ['r'] });
  expect(odds('a1', 'a8')).toBeNull();
  expect(odds()).toBeNull();
  expect(pieceOdds({ ...shatranj, board }, '4k3/8/8/8/8/8/8/4K3 w - - 0 1')).toBeNull();
});

it('start_board_is_that_of_the_position', () => {
  const pieces = [{ letter: 'k', picture: 'king' }] as RulesetDetails['pieces'];
  expect(startBoard({ ...shatranj, board, pieces }, '')).toBe(board);
  expect(startBoard({ ...shatranj, board, pieces }, '8/8/8/8/8/8/8/k6K w - - 0 1')).toEqual([
    { cell: 'a1', side: 'black', letter: 'k', picture: 'king' },
    { cell: 'h1', side: 'white', letter: 'k', picture: 'king' },
  ]);
});

it('start_under_other_options_keeps_odds_only_of_the_same_array', () => {
  const other = { ...shatranj, fen: shatranj.fen.replace('RNEKFENR', 'RNEFKENR') };
  for (const cells of [[], ['a1'], ['a8', 'h8']]) {
    const fen = withoutPieces(shatranj, cells);
    expect(startUnder(shatranj, shatranj, fen)).toBe(fen);
    expect(startUnder(shatranj, werera, fen)).toBe(withoutPieces(werera, cells));
    expect(startUnder(shatranj, other, fen)).toBe('');
    expect(startUnder(shatranj, { ...shatranj, fen: '' }, fen), 'an array that is not known').toBe('');
  }
  const own = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
  expect(startUnder(shatranj, other, own)).toBe(own);
});
