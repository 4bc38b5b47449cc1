/** Skins are data of `assets/`. No code depends on the game. */
import file from '../../../assets/skins.json';

export interface Skin {
  id: string;
  chequer: boolean;
  /** Width of the dividing lines in hundredths of a cell; drawn twice when inlaid. */
  line: number;
  inlay: boolean;
  /** A small SVG tile repeated under the field, or none. */
  texture: string | null;
  /** The line around the field; `width` in pixels. */
  hem: { width: number; dashed: boolean; opacity: number };
  /** What the colours of both sides' pieces are called. */
  sides: { white: string; black: string };
  /**
   * Custom properties set on the board. `last`, `knot`, `ring` and `glow` mark cells:
   * each has a contrast of at least 3:1 with every cell.
   */
  colours: Record<string, string>;
}

/** A skin as in the file: colours by day and night, the texture by the name of its tile. */
interface SkinEntry extends Omit<Skin, 'colours'> {
  colours: Record<string, string | [string, string]>;
}

const tiles = import.meta.glob<string>('../../../assets/textures/*.svg', { query: '?raw', import: 'default', eager: true });

function readSkin(entry: SkinEntry): Skin {
  const texture = entry.texture && tiles[`../../../assets/textures/${entry.texture}.svg`]!.trim();
  const colours = Object.entries(entry.colours).map(([name, colour]) => [
    name,
    Array.isArray(colour) ? `light-dark(${colour[0]}, ${colour[1]})` : colour,
  ]);
  return { ...entry, texture, colours: Object.fromEntries(colours) };
}

export const skins: Record<string, Skin> = Object.fromEntries(
  (file.skins as unknown as SkinEntry[]).map((entry) => [entry.id, readSkin(entry)]),
);

/** Custom properties of a board in this skin, by name without `--`. */
export function skinProperties({ colours, hem }: Skin): Record<string, string> {
  return { ...colours, 'hem-width': `${hem.width}px`, 'hem-style': hem.dashed ? 'dashed' : 'solid', 'hem-opacity': String(hem.opacity) };
}

/** Skin by id; falls back to `plain`. */
export function findSkin(id: string): Skin {
  return skins[id] ?? skins.plain!;
}

/** The lines, inlays and chequer of a field as one SVG, a cell being 100 units wide. */
export function drawField(columns: number, rows: number, darkFirst: boolean, chosen: Skin): string {
  const [width, height] = [columns * 100, rows * 100];
  const parts: string[] = [];
  if (chosen.chequer) parts.push(`<path fill="var(--dark)" d="${chequer(columns, rows, darkFirst)}"/>`);
  const lines = ruled(columns, rows);
  if (chosen.inlay) {
    parts.push(`<path d="${lines}" stroke="var(--frame)" stroke-width="${chosen.line * 2.6}"/>`);
  }
  parts.push(`<path d="${lines}" stroke="var(--strip)" stroke-width="${chosen.line}"/>`);
  if (chosen.inlay) parts.push(`<path fill="var(--strip)" d="${diamonds(columns, rows)}"/>`);
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
}

function ruled(columns: number, rows: number): string {
  const upright = Array.from({ length: columns + 1 }, (_, i) => `M${i * 100} 0V${rows * 100}`);
  const level = Array.from({ length: rows + 1 }, (_, i) => `M0 ${i * 100}H${columns * 100}`);
  return upright.concat(level).join('');
}

function chequer(columns: number, rows: number, darkFirst: boolean): string {
  let path = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if ((column + row) % 2 === (darkFirst ? 0 : 1)) path += `M${column * 100} ${row * 100}h100v100h-100z`;
    }
  }
  return path;
}

function diamonds(columns: number, rows: number): string {
  let path = '';
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      path += `M${column * 100 - 7} ${row * 100}l7 -7l7 7l-7 7z`;
    }
  }
  return path;
}
