/** Static board as HTML, for lists and previews. */
import './board.css';
import { drawnSize, isDark, parseCell, toGrid, toCoords, type Rotation, type Size } from './geometry';
import { drawField, findSkin, skinProperties } from './skin';

export interface StaticPiece {
  cell: string;
  picture: string;
}

export function drawStaticBoard(size: Size, rotation: Rotation, skinId: string, pieces: StaticPiece[]): string {
  const skin = findSkin(skinId);
  const { columns, rows } = drawnSize(size, rotation);
  const corner = toCoords({ column: 0, row: 0 }, size, rotation);
  const style = [`--columns:${columns}`, `--rows:${rows}`];
  for (const [name, value] of Object.entries(skinProperties(skin))) style.push(`--${name}:${value}`);
  if (skin.texture) style.push(`--texture:url('data:image/svg+xml,${encodeURIComponent(skin.texture).replaceAll("'", '%27')}')`);
  const placed = pieces.map((piece) => {
    const coords = parseCell(piece.cell);
    if (!coords) return '';
    const { column, row } = toGrid(coords, size, rotation);
    return `<div class="piece" style="transform:translate(${column * 100}%,${row * 100}%)">${piece.picture}</div>`;
  });
  return (
    `<div class="board static" data-skin="${skin.id}" style="${style.join(';')}" aria-hidden="true">` +
    `<div class="field">${drawField(columns, rows, isDark(corner), skin)}</div><div class="pieces">${placed.join('')}</div></div>`
  );
}
