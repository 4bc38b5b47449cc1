import { expect, it } from 'vitest';
import { readPlacement, writePosition } from './edited-position';

it('placements_of_every_board_are_written_as_they_were_read', () => {
  for (const [files, ranks, fen] of [
    [8, 8, 'rnekfenr/pppppppp/8/8/8/4P3/PPPP1PPP/RNEFKENR * - - 0 1'],
    [4, 16, 'efke/1nn1/r2r/4/pppp/4/pppp/4/4/PPPP/4/PPPP/4/R2R/1NN1/EFKE w - - 0 1'],
    [10, 10, '10/10/3k6/10/10/10/10/10/4K5/10 b - - 0 1'],
  ] as const) {
    expect(writePosition(readPlacement(fen, { files, ranks }), { files, ranks })).toBe(fen);
  }
});

it('placement_that_does_not_fit_is_read_as_far_as_it_does', () => {
  const { pieces, fields } = readPlacement('kkkkkkkkkk/3Z w', { files: 8, ranks: 8 });
  expect(Object.keys(pieces)).toHaveLength(9);
  expect(pieces.d7).toEqual({ side: 'white', letter: 'z' });
  expect(fields).toEqual(['w']);
});
