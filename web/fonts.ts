/**
 * Subsets the site's fonts at build time, each to the weights that the site uses. A script is
 * cut into slices by what the site's texts need, so that a page loads few and small files:
 * characters of messages and rulesets first, the rest of the script (names of players, chat) in
 * files of their own. Results are cached in `node_modules/.cache`, keyed by font file and
 * character list.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** First and last code point. */
type Range = [number, number];

interface Face {
  name: string;
  /** The file within `node_modules/@fontsource-variable`. */
  source: string;
  ranges: Range[];
  /** Size in relation to Latin letters, in percent: Naskh letters are small for their body. */
  size?: number;
}

/**
 * Weight range of every face. It must be the same for all: Chromium picks the faces of a family
 * whose weight range fits best and never loads the others, whatever their characters.
 */
const WEIGHTS = { min: 400, max: 700 };

const root = fileURLToPath(new URL('.', import.meta.url));
const cache = `${root}node_modules/.cache/rukh-fonts`;

/** The most frequent Ethiopic characters are one file of at most 30 kB; most texts need few others. */
const ETHIOPIC_COMMON = 130;
/** The letters of Arabic and Persian, with their digits, marks and signs. */
const ARABIC_LETTERS: Range[] = [
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x652],
  [0x660, 0x66c],
  [0x67e, 0x67e],
  [0x686, 0x686],
  [0x698, 0x698],
  [0x6a9, 0x6a9],
  [0x6af, 0x6af],
  [0x6cc, 0x6cc],
  [0x6f0, 0x6f9],
];

function faces(): Face[] {
  const serif = 'noto-serif/files/noto-serif';
  return [
    {
      name: 'latin',
      source: `${serif}-latin-wght-normal.woff2`,
      ranges: [
        [0x00, 0xff],
        [0x131, 0x131],
        [0x152, 0x153],
        [0x2bb, 0x2bc],
        [0x2c6, 0x2c6],
        [0x2da, 0x2da],
        [0x2dc, 0x2dc],
        [0x2000, 0x206f],
        [0x20ac, 0x20ac],
        [0x2122, 0x2122],
        [0x2191, 0x2191],
        [0x2193, 0x2193],
        [0x2212, 0x2212],
        [0x2215, 0x2215],
      ],
    },
    {
      // Names of people, and transliterations of Ethiopic and Arabic.
      name: 'latin-ext',
      source: `${serif}-latin-ext-wght-normal.woff2`,
      ranges: [
        [0x100, 0x130],
        [0x132, 0x151],
        [0x154, 0x17f],
        [0x2bd, 0x2bf],
        [0x300, 0x333],
        [0x1e00, 0x1eff],
      ],
    },
    ...ethiopic(),
    ...arabic(),
  ];
}

/** The games' own names, which pages in every language show; then the most frequent characters, the others in use, the rest. */
function ethiopic(): Face[] {
  const source = 'noto-serif-ethiopic/files/noto-serif-ethiopic-ethiopic-wght-normal.woff2';
  const block: Range = [0x1200, 0x137f];
  const rulesets = textsIn('../rulesets', /\.toml$/);
  const names = codesIn([...rulesets.matchAll(/^native-name = "(.*)"/gm)].map((found) => found[1]).join(''), block);
  const common = codesIn(messages('am') + rulesets, block);
  const used = [...new Set([...common, ...codesIn(translations(), block)])].filter((code) => !names.includes(code));
  const slices = {
    'ethiopic-names': names,
    ethiopic: used.slice(0, ETHIOPIC_COMMON),
    'ethiopic-more': used.slice(ETHIOPIC_COMMON),
    'ethiopic-rest': without(block, [...names, ...used]),
  };
  return Object.entries(slices).map(([name, codes]) => ({ name, source, ranges: rangesOf(codes) }));
}

/** Letters join, so all that a word may need is in one file. */
function arabic(): Face[] {
  const source = 'noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2';
  const block: Range = [0x600, 0x6ff];
  const used = codesIn(messages('ar') + messages('fa') + textsIn('../rulesets', /\.toml$/) + translations(), block);
  const common = [...used, ...ARABIC_LETTERS.flatMap(codesOf)];
  return [
    { name: 'arabic', source, size: 112, ranges: rangesOf(common) },
    { name: 'arabic-rest', source, size: 112, ranges: rangesOf(without(block, common)) },
  ];
}

/** What rulesets say on their own pages. */
function translations(): string {
  return textsIn('../rulesets/translations', /\.toml$/);
}

/** All messages of a language. */
function messages(tag: string): string {
  const crates = ['rules', 'server', 'session', 'library'].map((crate) =>
    textsIn(`../crates/${crate}/locales`, new RegExp(`^${tag}\\.ftl$`)),
  );
  return [textsIn(`src/locale/${tag}`, /\.ftl$/), textsIn(`src/locale/${tag}/lazy`, /\.ftl$/), ...crates].join('');
}

function textsIn(folder: string, name: RegExp): string {
  const files = existsSync(root + folder)
    ? readdirSync(root + folder)
        .filter((file) => name.test(file))
        .sort()
    : [];
  return files.map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8')).join('');
}

/** Code points of a text within a block, the most frequent first. */
function codesIn(text: string, [first, last]: Range): number[] {
  const counts = new Map<number, number>();
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code >= first && code <= last) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort(([one, often], [other, seldom]) => seldom - often || one - other).map(([code]) => code);
}

function codesOf([first, last]: Range): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function without(block: Range, codes: number[]): number[] {
  return codesOf(block).filter((code) => !codes.includes(code));
}

/** Code points as ranges, in ascending order. */
function rangesOf(codes: number[]): Range[] {
  const ranges: Range[] = [];
  for (const code of [...new Set(codes)].sort((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range && range[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

/** Alias of `@fonts/…`; `fonts.css` there declares every face. */
export const fontsAlias = { '@fonts': cache };

export function fonts(): Plugin {
  return { name: 'rukh-fonts', buildStart: prepare };
}

async function prepare(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const declared: string[] = [];
  for (const face of faces()) declared.push(declare(face, await cut(face)));
  write(`${cache}/fonts.css`, declared.join(''));
}

/** File name of the subset font; created if missing. */
async function cut({ name, source, ranges }: Face): Promise<string> {
  const whole = readFileSync(`${root}node_modules/@fontsource-variable/${source}`);
  const mark = createHash('sha256')
    .update(whole)
    .update(JSON.stringify([ranges, WEIGHTS]))
    .digest('hex')
    .slice(0, 12);
  const file = `${name}-${mark}.woff2`;
  if (existsSync(`${cache}/${file}`)) return file;
  const text = ranges
    .flatMap(codesOf)
    .map((code) => String.fromCodePoint(code))
    .join('');
  write(
    `${cache}/${file}`,
    await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: { ...WEIGHTS, default: WEIGHTS.min } } }),
  );
  return file;
}

/** Ascent and descent of the Latin letters, in per cent of their size. */
const HEIGHTS = { ascent: 106.9, descent: 29.3 };

/** All faces are as high as the Latin one: lines stay where they are, whichever comes first. */
function declare({ ranges, size = 100 }: Face, file: string): string {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  const list = ranges.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(', ');
  return `@font-face {
  font-family: 'Rukh Serif';
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url('./${file}') format('woff2');
  unicode-range: ${list};
  size-adjust: ${size}%;
  ascent-override: ${((100 * HEIGHTS.ascent) / size).toFixed(1)}%;
  descent-override: ${((100 * HEIGHTS.descent) / size).toFixed(1)}%;
  line-gap-override: 0%;
}
`;
}

/** Writes atomically, since two builds may run at once. */
function write(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
