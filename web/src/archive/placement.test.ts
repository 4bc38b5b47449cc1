import { expect, it } from 'vitest';
import { boardOf } from './placement';

it('boardOf_reads_ranks_from_the_last', () => {
  const array = [{ cell: 'a1', side: 'white' as const, letter: 'r', picture: 'rukh' }];
  expect(boardOf('1r/K1/2', { array })).toEqual({
    files: 2,
    ranks: 3,
    pieces: [
      { cell: 'b3', side: 'black', letter: 'r', picture: 'rukh' },
      { cell: 'a2', side: 'white', letter: 'k', picture: '' },
    ],
  });
  expect(boardOf('16/15R', undefined)).toMatchObject({ files: 16, pieces: [{ cell: 'p1' }] });
});
