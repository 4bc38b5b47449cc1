/** Skins are data: a texture, flags and colours. No code depends on the game. */

export interface Skin {
  id: string;
  chequer: boolean;
  /** Width of the dividing lines in hundredths of a cell; drawn twice when inlaid. */
  line: number;
  inlay: boolean;
  /** A small SVG tile repeated under the field, or none. */
  texture: string | null;
  /**
   * Custom properties set on the board. `last`, `knot`, `ring` and `glow` mark cells:
   * each has a contrast of at least 3:1 with every cell.
   */
  colours: Record<string, string>;
}

const weave =
  '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="6"><path d="M0 .5H3M3 3.5H6" stroke="#fff" stroke-opacity=".03"/><path d="M.5 3V6M3.5 0V3" stroke="#000" stroke-opacity=".045"/></svg>';
const grain =
  '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="26"><path d="M0 4Q45 1 90 4T180 4M0 10Q50 14 95 10T180 10M0 17Q40 15 92 18T180 17M0 23Q60 25 100 22T180 23" fill="none" stroke="#2b1608" stroke-opacity=".16"/></svg>';
const hide =
  '<svg xmlns="http://www.w3.org/2000/svg" width="37" height="31"><path d="M3 5h1M14 11h1M27 3h1M33 19h1M8 22h1M20 26h1M24 15h1" stroke="#5a3b1c" stroke-opacity=".14"/></svg>';

function skin(id: string, flags: Partial<Skin>, colours: Record<string, string>): Skin {
  return { id, chequer: false, line: 2.6, inlay: false, texture: null, ...flags, colours };
}

/** A CSS `light-dark()` colour. */
const dayNight = (day: string, night: string): string => `light-dark(${day}, ${night})`;

const lightPieces = {
  'white-fill': '#fffaf0',
  'white-line': '#2a1d12',
  'black-fill': '#2d2722',
  'black-line': '#f3e6cf',
};

export const skins: Record<string, Skin> = {
  'red-cloth': skin('red-cloth', { line: 3, texture: weave }, {
    field: dayNight('#8c1c22', '#7c1a20'), dark: '#8c1c22', strip: dayNight('#16203f', '#5f6fa8'),
    frame: dayNight('#761419', '#5c1115'), hem: dayNight('#16203f', '#5f6fa8'), label: '#f0d9b8',
    last: '#f2a48f', knot: '#f6dfae', ring: '#ffd166', glow: '#ffc94d',
    'white-fill': '#e6b84f', 'white-line': '#24170a', 'black-fill': '#1d5c3d', 'black-line': '#f4ead0',
  }),
  walnut: skin('walnut', { line: 2.4, inlay: true, texture: grain }, {
    field: '#7d5230', dark: '#7d5230', strip: '#e3c691', frame: '#4a2c17', hem: '#c9a467', label: '#f0dcb4',
    last: '#f6c667', knot: '#ffe9bd', ring: '#ffd166', glow: '#ffd166',
    'white-fill': '#c2312a', 'white-line': '#fff0d2', 'black-fill': '#1b1613', 'black-line': '#e6cf9f',
  }),
  paper: skin('paper', { chequer: true, line: 1 }, {
    field: dayNight('#f8f2e3', '#dcd2bc'), dark: dayNight('#e2d6bd', '#bfb193'), strip: '#6c5d47', frame: dayNight('#f3ead6', '#cdc2a9'), hem: '#6c5d47', label: '#4f4433',
    last: dayNight('#9c5a00', '#7a4700'), knot: '#8c1c22', ring: '#8c1c22', glow: '#b3261e', ...lightPieces,
  }),
  leather: skin('leather', { line: 2, texture: hide }, {
    field: dayNight('#d3a872', '#bb9362'), dark: '#d3a872', strip: dayNight('#6b4423', '#5a381b'), frame: dayNight('#b98a53', '#a47a49'), hem: '#6b4423', label: '#3d2510',
    last: dayNight('#204f6b', '#173f57'), knot: '#6b1a1a', ring: '#7c1a20', glow: '#8f0f0f', ...lightPieces,
  }),
  plain: skin('plain', { line: 2 }, {
    field: dayNight('#cfd3cf', '#b4b9b5'), dark: '#cfd3cf', strip: '#33393d', frame: dayNight('#e6e8e6', '#c9cdca'), hem: '#33393d', label: '#1c2124',
    last: '#844800', knot: '#0b4f8a', ring: '#0b4f8a', glow: '#b81d17', ...lightPieces, 'white-fill': '#ffffff',
    'black-fill': '#15181a', 'black-line': '#ffffff', 'white-line': '#15181a',
  }),
  'plain-chequered': skin('plain-chequered', { chequer: true, line: 0.6 }, {
    field: dayNight('#eef0ea', '#d2d6cf'), dark: dayNight('#9fb0b4', '#8a9ca1'), strip: '#33393d', frame: dayNight('#e6e8e6', '#c9cdca'), hem: '#33393d', label: '#1c2124',
    last: dayNight('#6b3f00', '#5c3600'), knot: '#093d6d', ring: '#093d6d', glow: '#7f110e', 'white-fill': '#ffffff',
    'black-fill': '#15181a', 'black-line': '#ffffff', 'white-line': '#15181a',
  }),
};

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
