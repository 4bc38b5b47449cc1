/** A board that is only looked at, as HTML text: for lists and previews. */
import './board.css';
import { drawnSize, isDark, parseCell, toPlace, toSpot, type Rotation, type Size } from './geometry';
import { drawField, findSkin } from './skin';

export interface StillMan {
  cell: string;
  picture: string;
}

export function drawStill(size: Size, rotation: Rotation, skinId: string, men: StillMan[]): string {
  const skin = findSkin(skinId);
  const { columns, rows } = drawnSize(size, rotation);
  const corner = toSpot({ column: 0, row: 0 }, size, rotation);
  const style = [`--columns:${columns}`, `--rows:${rows}`];
  for (const [name, colour] of Object.entries(skin.colours)) style.push(`--${name}:${colour}`);
  if (skin.texture) style.push(`--texture:url('data:image/svg+xml,${encodeURIComponent(skin.texture).replaceAll("'", '%27')}')`);
  const placed = men.map((man) => {
    const spot = parseCell(man.cell);
    if (!spot) return '';
    const { column, row } = toPlace(spot, size, rotation);
    return `<div class="man" style="transform:translate(${column * 100}%,${row * 100}%)">${man.picture}</div>`;
  });
  return (
    `<div class="board still" data-skin="${skin.id}" style="${style.join(';')}" aria-hidden="true">` +
    `<div class="field">${drawField(columns, rows, isDark(corner), skin)}</div><div class="men">${placed.join('')}</div></div>`
  );
}
