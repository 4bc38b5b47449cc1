import { expect, it } from 'vitest';
import { drawMan, pictures } from './men';

it('has every picture in both sets, and sides that differ by their foot', () => {
  for (const set of ['traditional', 'international'] as const) {
    for (const picture of pictures) {
      const white = drawMan(set, picture, 'white', 'x');
      expect(white).not.toContain('<text');
      expect(white.replace('white', 'black')).not.toBe(drawMan(set, picture, 'black', 'x'));
    }
  }
});

it('draws an unknown man as his letter, without markup', () => {
  expect(drawMan('traditional', 'unheard-of', 'white', 'q')).toContain('>Q</text>');
  expect(drawMan('traditional', '', 'black', '<')).toContain('></text>');
});
