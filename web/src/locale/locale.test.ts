import { FluentResource } from '@fluent/bundle';
import { parse, type AST } from 'svelte/compiler';
import { expect, it } from 'vitest';
import english from './en.ftl?raw';

const files = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const sources = Object.entries(files);
const ids = [...english.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((found) => found[1]!);

/** Names of things that are the same in every language. */
const NAMES = /^(Rukh|PGN|JSONL|rukh verify)$/;
/** Attributes a reader meets as words. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']);

/** Every name asked for: the plain ones, and those put together, with what varies left open. */
function asked(): { plain: string[]; open: RegExp[] } {
  const all = sources.flatMap(([, text]) => [...text.matchAll(/\b(?:t|hasMessage)\(\s*(?:[^()'`]*\? *)?('[^']*'(?: : '[^']*')?|`[^`]*`)/g)].map((found) => found[1]!));
  const plain = all.filter((one) => one.startsWith("'")).flatMap((one) => one.split(' : ').map((part) => part.slice(1, -1)));
  const open = all.filter((one) => one.startsWith('`')).map((one) => new RegExp(`^${one.slice(1, -1).replace(/\$\{[^}]*\}/g, '[a-z0-9-]+')}$`));
  return { plain, open };
}

it('has every message that is asked for', () => {
  const { plain, open } = asked();
  expect(plain.length).toBeGreaterThan(100);
  expect(plain.filter((id) => !ids.includes(id))).toEqual([]);
  expect(open.filter((pattern) => !ids.some((id) => pattern.test(id)))).toEqual([]);
});

it('has no message that nobody asks for, and none twice', () => {
  const { open } = asked();
  const text = sources.map(([, one]) => one).join('\n');
  const isUsed = (id: string) => text.includes(`'${id}'`) || open.some((pattern) => pattern.test(id));
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new FluentResource(english).body.length).toBe(ids.length);
});

it('leaves no words outside the Fluent files', () => {
  const found = sources.filter(([path]) => path.endsWith('.svelte')).flatMap(([path, text]) => wordsIn(path, text));
  expect(found).toEqual([]);
});

function wordsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    const words = text.trim();
    if (/\p{L}{2,}/u.test(words) && !NAMES.test(words)) found.push(`${path}: ${words}`);
  };
  visit(parse(source, { modern: true }).fragment, (node) => {
    if (node.type === 'Text') note(node.data);
  });
  return found;

  function visit(node: unknown, act: (node: AST.Text | { type: string; data: string }) => void): void {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, act));
    if (!node || typeof node !== 'object') return;
    const { type, name } = node as { type?: string; name?: string };
    if (type === 'Attribute' && !SPOKEN.has(name ?? '')) return;
    if (type) act(node as never);
    for (const child of Object.values(node)) visit(child, act);
  }
}
