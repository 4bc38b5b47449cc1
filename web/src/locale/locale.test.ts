import { FluentResource } from '@fluent/bundle';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';
import rules from '../../../crates/rules/locales/en.ftl?raw';
import server from '../../../crates/server/locales/en.ftl?raw';
import session from '../../../crates/session/locales/en.ftl?raw';
import { SAID, select } from '../../build/messages';
import { gameName, localized, titleOf } from './locale';

const files = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const sources = Object.entries(files);
const english = Object.values(import.meta.glob<string>('./en/**/*.ftl', { query: '?raw', import: 'default', eager: true })).join('\n');
const idsOf = (text: string) => [...text.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((found) => found[1]!);
const ids = idsOf(english);
const shared = [...idsOf(rules), ...idsOf(server), ...idsOf(session)];

/** Names that are the same in every language. */
const NAMES = /^(Rukh|FEN|PGN|JSONL|rukh verify)$/;
/** Attributes whose text is shown or read aloud. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']);

/** A message lookup: one id, or one of two. */
const ASKING = /\b(?:t|hasMessage)\((?:[^`,;{}\n]*? \? )??('[^']*'|`[^`]*`)(?: : ('[^']*'|`[^`]*`))?/g;

/** All ids looked up: literal ones, and templates as patterns. */
function asked(): { plain: string[]; open: RegExp[] } {
  const names = sources.flatMap(([, text]) => [...text.matchAll(ASKING)].flatMap(([, one, other]) => [one!, other ?? []].flat()));
  const plain = names.filter((name) => name.startsWith("'")).map((name) => name.slice(1, -1));
  const parts = names.filter((name) => name.startsWith('`')).map((name) => name.slice(1, -1).replace(/\$\{[^}]*\}/g, '[a-z0-9-]+'));
  return { plain, open: parts.map((part) => new RegExp(`^${part}$`)) };
}

it('messages_used_all_exist', () => {
  const { plain, open } = asked();
  expect(plain.length).toBeGreaterThan(100);
  const known = [...ids, ...shared];
  expect(plain.filter((id) => !known.includes(id))).toEqual([]);
  expect(open.filter((pattern) => !known.some((id) => pattern.test(id)))).toEqual([]);
});

it('messages_defined_are_used_and_unique', () => {
  const { open } = asked();
  const text = sources.map(([, one]) => one).join('\n');
  const isUsed = (id: string) => text.includes(`'${id}'`) || open.some((pattern) => pattern.test(id));
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
  const all = [...ids, ...shared];
  expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  expect(new FluentResource(english).body.length).toBe(ids.length);
});

it('messages_of_the_crates_that_pages_say_are_loaded', () => {
  const { plain, open } = asked();
  const loaded = [...idsOf(select(rules, SAID.rules)), ...idsOf(select(server, SAID.server)), ...idsOf(select(session, SAID.session))];
  expect(loaded.length).toBeLessThan(shared.length / 2);
  const said = shared.filter((id) => plain.includes(id) || open.some((pattern) => pattern.test(id)));
  expect(said.filter((id) => !loaded.includes(id))).toEqual([]);
});

it('components_contain_no_literal_text', () => {
  const found = sources.filter(([path]) => path.endsWith('.svelte')).flatMap(([path, text]) => wordsIn(path, text));
  expect(found).toEqual([]);
});

/** The literal text of a component: text nodes and spoken attributes. */
function wordsIn(path: string, source: string): string[] {
  const words = texts(parse(source, { modern: true }).fragment).map((text) => text.trim());
  return words.filter((text) => /\p{L}{2,}/u.test(text) && !NAMES.test(text)).map((text) => `${path}: ${text}`);
}

function texts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(texts);
  if (!node || typeof node !== 'object') return [];
  const { type, name, data } = node as { type?: string; name?: string; data?: string };
  if (type === 'Text') return [data ?? ''];
  if (type === 'Attribute' && !SPOKEN.has(name ?? '')) return [];
  return texts(Object.values(node));
}

/** Such a constant would keep the language in which the component was made. */
it('texts_in_constants_of_components_are_derived', () => {
  const isFixed = (line: string) =>
    /^  (const|let) \w+ = (?!\$derived|\(|async)/.test(line) && /\bt\(|\blocalized\(|\bsay\(/.test(line) && !/=>\s*(\{|$)/.test(line);
  const found = sources
    .filter(([path]) => path.endsWith('.svelte'))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .filter(isFixed)
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

it('localized_prefers_the_tag_then_its_base_language_then_english', () => {
  const names = [
    { language: 'am', text: 'ሰንጠረዥ' },
    { language: 'am-Latn', text: 'sänṭäräž' },
  ];
  expect(localized('Senterej', names, 'am-Latn-ET')).toBe('sänṭäräž');
  expect(localized('Senterej', names, 'am-ET')).toBe('ሰንጠረዥ');
  expect(localized('Senterej', names, 'fr')).toBe('Senterej');
  expect(localized('Senterej', [], 'am')).toBe('Senterej');
});

it('name_of_a_game_with_options_says_how_many_rules_are_changed', () => {
  const named = (instance: string) => gameName({ instance, ruleset_name: 'Shatranj' });
  expect(named('shatranj')).toBe('Shatranj');
  expect(named('shatranj[bare=ignored]')).toBe('Shatranj (1 rule changed)');
  const card = { name: 'Senterej', localized_names: [], instance: 'senterej[saba=G,stalemate=loss]' };
  expect(titleOf(card)).toBe('Senterej (2 rules changed)');
});
