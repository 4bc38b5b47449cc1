import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages';

/** Largest file of a font that a page of the site needs, in bytes. */
const MAX_FACE = 30_000;
/** Largest sum of all that a language needs. */
const MAX_SUM = 75_000;

const cache = `${import.meta.dirname}/../../node_modules/.cache/rukh-fonts/`;
const texts = import.meta.glob<string>(['./*/*.ftl', '../../../crates/{engine,rules,server,session,library}/locales/*.ftl'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Face {
  file: string;
  bytes: number;
  covers: (code: number) => boolean;
}

/** The faces that `fonts.css` declares; the build writes it before every test. */
function faces(): Face[] {
  const css = readFileSync(`${cache}fonts.css`, 'utf8');
  return [...css.matchAll(/url\('\.\/([^']+)'\)[^}]*unicode-range: ([^;]+);/g)].map(([, file, list]) => {
    const ranges = list!.split(', ').map((range) =>
      range
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16)),
    );
    return {
      file: file!,
      bytes: statSync(cache + file).size,
      covers: (code) => ranges.some(([first, last = first]) => code >= first! && code <= last!),
    };
  });
}

const textOf = (tag: string) =>
  Object.entries(texts)
    .filter(([path]) => new RegExp(`/${tag}(/|\\.ftl)`).test(path))
    .map(([, text]) => text)
    .join('');
const codesOf = (text: string) => [...new Set(text)].map((letter) => letter.codePointAt(0)!);

describe.each(LANGUAGES)('fonts_of_$tag', ({ tag }) => {
  it('are_small_and_cover_every_letter', () => {
    const all = faces();
    const letters = codesOf(textOf(tag)).filter((code) => /[\p{L}\p{N}]/u.test(String.fromCodePoint(code)));
    expect(letters.length).toBeGreaterThan(20);
    expect(
      letters.filter((code) => all.filter((face) => face.covers(code)).length !== 1).map((code) => String.fromCodePoint(code)),
    ).toEqual([]);
    const needed = all.filter((face) => codesOf(textOf(tag)).some(face.covers));
    expect(needed.filter((face) => face.bytes > MAX_FACE).map(({ file, bytes }) => `${file}: ${bytes}`)).toEqual([]);
    expect(needed.reduce((sum, face) => sum + face.bytes, 0)).toBeLessThan(MAX_SUM);
  });
});
