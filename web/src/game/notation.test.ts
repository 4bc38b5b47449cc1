import { expect, it } from 'vitest';
import { sanParts } from './notation';

const letters = ['p', 'n', 'q', 'k', 'o'];

it('san_parts_find_pieces_and_promotions', () => {
  expect(sanParts('Nxf3+', letters)).toEqual([{ letter: 'n' }, { text: 'xf3+' }]);
  expect(sanParts('e4', letters)).toEqual([{ text: 'e4' }]);
  expect(sanParts('a8=Q#', letters)).toEqual([{ text: 'a8=' }, { letter: 'q' }, { text: '#' }]);
  expect(sanParts('O-O', letters)).toEqual([{ text: 'O-O' }]);
  expect(sanParts('Zx', letters)).toEqual([{ text: 'Zx' }]);
});
