import { expect, it } from 'vitest';
import { drawPiece, pictures } from './pieces';

it('has every picture in both sets, and sides that differ by their foot', () => {
  for (const set of ['traditional', 'international'] as const) {
    for (const picture of pictures) {
      const white = drawPiece(set, picture, 'white', 'x');
      expect(white).not.toContain('<text');
      expect(white.replace('white', 'black')).not.toBe(drawPiece(set, picture, 'black', 'x'));
    }
  }
});

it('draws an unknown man as his letter, without markup', () => {
  expect(drawPiece('traditional', 'unheard-of', 'white', 'q')).toContain('>Q</text>');
  expect(drawPiece('traditional', '', 'black', '<')).toContain('></text>');
});
