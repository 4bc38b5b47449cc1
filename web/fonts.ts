/**
 * Subsets the site's fonts at build time, each to the characters of its script and the weights
 * that the site uses. Results are cached in `node_modules/.cache`, keyed by font file and
 * character list.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

interface Face {
  name: string;
  /** The file within `node_modules/@fontsource-variable`. */
  source: string;
  /** Code points as CSS writes them, without `U+`: first and last. */
  ranges: [number, number][];
}

/**
 * Weight range of every face. It must be the same for all: Chromium picks the faces of a family
 * whose weight range fits best and never loads the others, whatever their characters.
 */
const WEIGHTS = { min: 400, max: 700 };

const faces: Face[] = [
  {
    name: 'latin',
    source: 'noto-serif/files/noto-serif-latin-wght-normal.woff2',
    ranges: [
      [0x00, 0xff], [0x131, 0x131], [0x152, 0x153], [0x2bb, 0x2bc], [0x2c6, 0x2c6], [0x2da, 0x2da], [0x2dc, 0x2dc],
      [0x2000, 0x206f], [0x20ac, 0x20ac], [0x2122, 0x2122], [0x2191, 0x2191], [0x2193, 0x2193], [0x2212, 0x2212], [0x2215, 0x2215],
    ],
  },
  {
    // Names of people, and transliterations of Ethiopic and Arabic.
    name: 'latin-ext',
    source: 'noto-serif/files/noto-serif-latin-ext-wght-normal.woff2',
    ranges: [[0x100, 0x130], [0x132, 0x151], [0x154, 0x17f], [0x2bd, 0x2bf], [0x300, 0x333], [0x1e00, 0x1eff]],
  },
  { name: 'ethiopic', source: 'noto-serif-ethiopic/files/noto-serif-ethiopic-ethiopic-wght-normal.woff2', ranges: [[0x1200, 0x137f]] },
  { name: 'arabic', source: 'noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2', ranges: [[0x600, 0x6ff]] },
];

const root = fileURLToPath(new URL('.', import.meta.url));
const cache = `${root}node_modules/.cache/rukh-fonts`;

/** Alias of `@fonts/…`; `fonts.css` there declares every face. */
export const fontsAlias = { '@fonts': cache };

export function fonts(): Plugin {
  return { name: 'rukh-fonts', buildStart: prepare };
}

async function prepare(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const declared: string[] = [];
  for (const face of faces) declared.push(declare(face, await cut(face)));
  write(`${cache}/fonts.css`, declared.join(''));
}

/** File name of the subset font; created if missing. */
async function cut({ name, source, ranges }: Face): Promise<string> {
  const whole = readFileSync(`${root}node_modules/@fontsource-variable/${source}`);
  const mark = createHash('sha256').update(whole).update(JSON.stringify([ranges, WEIGHTS])).digest('hex').slice(0, 12);
  const file = `${name}-${mark}.woff2`;
  if (existsSync(`${cache}/${file}`)) return file;
  const text = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))).join('');
  write(`${cache}/${file}`, await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: { ...WEIGHTS, default: WEIGHTS.min } } }));
  return file;
}

function declare({ ranges }: Face, file: string): string {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  const list = ranges.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(', ');
  return `@font-face {
  font-family: 'Rukh Serif';
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url('./${file}') format('woff2');
  unicode-range: ${list};
}
`;
}

/** Writes atomically, since two builds may run at once. */
function write(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
