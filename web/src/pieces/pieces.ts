import { international } from './international';
import type { Stroke } from './stroke';
import { traditional } from './traditional';

export type PieceSet = 'traditional' | 'international';
export type Side = 'white' | 'black';

const sets: Record<PieceSet, Record<string, Stroke[]>> = { traditional, international };

/** White's pieces have a round base, Black's a stepped one, so the sides differ without colour. */
const bases: Record<Side, Stroke> = {
  white: ['body', 'M10 60C10 53 14 50 20 50H44C50 50 54 53 54 60Z'],
  black: ['body', 'M16 50H48V55H55V60H9V55H16Z'],
};

export const pictures: readonly string[] = Object.keys(traditional);

/** SVG of a piece; an unknown picture becomes the piece's letter on a disc. */
export function drawPiece(set: PieceSet, picture: string, side: Side, letter: string): string {
  const strokes = sets[set][picture];
  const inner = strokes
    ? [bases[side], ...strokes].map(([paint, d]) => `<path class="${paint}" d="${d}"/>`).join('')
    : drawLetter(side, letter);
  return `<svg class="figure ${side}" viewBox="0 0 64 64" aria-hidden="true" focusable="false">${inner}</svg>`;
}

function drawLetter(side: Side, letter: string): string {
  const safe = [...letter.toUpperCase()].slice(0, 1).join('').replace(/[<&>]/g, '');
  const disc = side === 'white' ? 'M32 8A22 22 0 1 1 31.990 8Z' : 'M18 8H46V52H18Z';
  return (
    `<path class="body" d="${bases[side][1]}"/><path class="body" d="${disc}"/>` +
    `<text x="32" y="40" text-anchor="middle">${safe}</text>`
  );
}
