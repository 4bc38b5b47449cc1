import { expect, it } from 'vitest';
import { drawPiece, pictures } from './pieces';

it('draw_piece_has_every_picture_in_both_sets', () => {
  for (const set of ['traditional', 'international'] as const) {
    for (const picture of pictures) {
      const white = drawPiece(set, picture, 'white', 'x');
      expect(white).not.toContain('<text');
      expect(white).toMatch(/^<svg [^>]*>(<path class="(body|line|dot)" d="[MLHVCAQTZ0-9. -]+"\/>){2,}<\/svg>$/i);
      expect(white.replace('white', 'black')).not.toBe(drawPiece(set, picture, 'black', 'x'));
    }
  }
});

it('draw_piece_unknown_becomes_escaped_letter', () => {
  expect(drawPiece('traditional', 'unheard-of', 'white', 'q')).toContain('>Q</text>');
  expect(drawPiece('traditional', '', 'black', '<')).toContain('></text>');
});
