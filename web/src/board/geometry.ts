/** Screen geometry of a board of any size and rotation. */

export type Rotation = 0 | 90 | 180 | 270;

export interface Size {
  files: number;
  ranks: number;
}

/** Zero-based file and rank. */
export interface Coords {
  file: number;
  rank: number;
}

/** Zero-based column from the left and row from the top of the board as drawn. */
export interface GridPosition {
  column: number;
  row: number;
}

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const MAX_SIZE = 16;

/** Parses a cell name such as `a1` or `p16`; null otherwise. */
export function parseCell(name: string): Coords | null {
  const found = /^([a-p])([1-9]|1[0-6])$/.exec(name);
  if (!found) return null;
  return { file: found[1]!.charCodeAt(0) - 97, rank: Number(found[2]) - 1 };
}

export function cellName(coords: Coords): string {
  return fileName(coords.file) + (coords.rank + 1);
}

export function fileName(file: number): string {
  return String.fromCharCode(97 + file);
}

/** Splits the text of a move (`a1c3`, `b15c16q`); a pass (`--`) is null. */
export function splitMove(move: string): { from: string; to: string; promotion: string | null } | null {
  const found = /^([a-p]\d{1,2})([a-p]\d{1,2})(.+)?$/.exec(move);
  return found ? { from: found[1]!, to: found[2]!, promotion: found[3] ?? null } : null;
}

export function isOnBoard(coords: Coords, size: Size): boolean {
  return coords.file >= 0 && coords.rank >= 0 && coords.file < size.files && coords.rank < size.ranks;
}

export function isValidSize(size: Size): boolean {
  const fits = (n: number) => Number.isInteger(n) && n >= 1 && n <= MAX_SIZE;
  return fits(size.files) && fits(size.ranks);
}

/** Columns and rows of the board as drawn. */
export function drawnSize(size: Size, rotation: Rotation): { columns: number; rows: number } {
  return rotation % 180 === 0 ? { columns: size.files, rows: size.ranks } : { columns: size.ranks, rows: size.files };
}

/** Rotation is clockwise; at 0 the first rank lies at the bottom. */
export function toGrid(coords: Coords, size: Size, rotation: Rotation): GridPosition {
  const { file, rank } = coords;
  switch (rotation) {
    case 0:
      return { column: file, row: size.ranks - 1 - rank };
    case 90:
      return { column: rank, row: file };
    case 180:
      return { column: size.files - 1 - file, row: rank };
    case 270:
      return { column: size.ranks - 1 - rank, row: size.files - 1 - file };
  }
}

export function toCoords(place: GridPosition, size: Size, rotation: Rotation): Coords {
  const { column, row } = place;
  switch (rotation) {
    case 0:
      return { file: column, rank: size.ranks - 1 - row };
    case 90:
      return { file: row, rank: column };
    case 180:
      return { file: size.files - 1 - column, rank: row };
    case 270:
      return { file: size.files - 1 - row, rank: size.ranks - 1 - column };
  }
}

/** The cell under a screen point, or null outside the board. */
export function cellAt(x: number, y: number, box: Rect, size: Size, rotation: Rotation): string | null {
  const { columns, rows } = drawnSize(size, rotation);
  const column = Math.floor(((x - box.left) / box.width) * columns);
  const row = Math.floor(((y - box.top) / box.height) * rows);
  const coords = toCoords({ column, row }, size, rotation);
  return isOnBoard(coords, size) ? cellName(coords) : null;
}

/** The next cell in a direction of the screen; at the edge the cell itself. */
export function step(cell: string, right: number, down: number, size: Size, rotation: Rotation): string {
  const coords = parseCell(cell);
  if (!coords) return cell;
  const place = toGrid(coords, size, rotation);
  const next = toCoords({ column: place.column + right, row: place.row + down }, size, rotation);
  return isOnBoard(next, size) ? cellName(next) : cell;
}

/** All cell names in reading order of the board as drawn, one list per row. */
export function rowsOfCells(size: Size, rotation: Rotation): string[][] {
  const { columns, rows } = drawnSize(size, rotation);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cellName(toCoords({ column, row }, size, rotation))),
  );
}

export function isDark(coords: Coords): boolean {
  return (coords.file + coords.rank) % 2 === 0;
}
