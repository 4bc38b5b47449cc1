import basesSheet from '../../../assets/pieces/bases.svg?raw';
import internationalSheet from '../../../assets/pieces/international.svg?raw';
import traditionalSheet from '../../../assets/pieces/traditional.svg?raw';

export type PieceSet = 'traditional' | 'international';
export type Side = 'white' | 'black';

/** White's pieces have a round base, Black's a stepped one, so the sides differ without colour. */
const bases = readSheet(basesSheet);
const traditional = readSheet(traditionalSheet);
/** What the international set lacks is drawn as in the traditional one. */
const sets: Record<PieceSet, Record<string, string>> = { traditional, international: { ...traditional, ...readSheet(internationalSheet) } };

export const pictures: readonly string[] = Object.keys(traditional);

/** The drawings of a sheet of `assets/pieces` by name, each the SVG text of its paths. */
function readSheet(sheet: string): Record<string, string> {
  const groups = sheet.matchAll(/<g id="([^"]+)"[^>]*>(.*?)<\/g>/gs);
  return Object.fromEntries([...groups].map(([, name, paths]) => [name, paths!.replace(/\n\s*/g, '')]));
}

/** SVG of a piece; an unknown picture becomes the piece's letter on a disc. */
export function drawPiece(set: PieceSet, picture: string, side: Side, letter: string): string {
  const paths = sets[set][picture];
  const inner = paths ? bases[side] + paths : drawLetter(side, letter);
  return `<svg class="figure ${side}" viewBox="0 0 64 64" aria-hidden="true" focusable="false">${inner}</svg>`;
}

function drawLetter(side: Side, letter: string): string {
  const safe = [...letter.toUpperCase()].slice(0, 1).join('').replace(/[<&>]/g, '');
  return `${bases[side]}${bases[`${side}-letter`]}<text x="32" y="40" text-anchor="middle">${safe}</text>`;
}
