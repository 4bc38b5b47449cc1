import { FluentBundle, FluentResource } from '@fluent/bundle';
import { describe, expect, it } from 'vitest';
import { ENGLISH, LANGUAGES, type Language } from './languages';
import { readMessages } from './texts';

const files = import.meta.glob<string>(
  ['./*/*.ftl', './*/lazy/*.ftl', '../../../crates/{engine,rules,server,session,library}/locales/*.ftl'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const UNCHECKED = /^#.*Not checked by a native reader yet/m;
/** Messages with letters that are the same in several languages. */
const ALIKE = new Set(['lag']);

type Expression = { type: string; name?: string; selector?: Expression; variants?: Variant[]; star?: number };
type Pattern = string | (string | Expression)[];
type Variant = { key: { type: string; value: string | number }; value: Pattern };

const patternOf = (file: string, language: Language) =>
  file.replace('/en/', `/${language.tag}/`).replace('/en.ftl', `/${language.tag}.ftl`);
const english = Object.keys(files).filter((path) => /\/en(\.ftl$|\/)/.test(path));
const translated = LANGUAGES.filter((one) => one !== ENGLISH);
const parsed = (text: string) => new Map(new FluentResource(text).body.map((message) => [message.id, message.value as Pattern]));

/** All expressions of a pattern, those within variants too. */
function expressions(pattern: Pattern): Expression[] {
  if (typeof pattern === 'string') return [];
  return pattern.flatMap((part) => (typeof part === 'string' ? [] : within(part)));
}

function within(part: Expression): Expression[] {
  const inner = [
    ...(part.variants ?? []).flatMap((variant) => expressions(variant.value)),
    ...(part.selector ? within(part.selector) : []),
  ];
  return [part, ...inner];
}

const variables = (pattern: Pattern) =>
  [...new Set(expressions(pattern).flatMap((part) => (part.type === 'var' ? [part.name!] : [])))].sort();

/** Plural forms that a selection lacks; none if it does not choose by plurals. "Zero" may read as "other". */
function missingForms({ variants }: Expression, language: Language): string[] {
  const forms = new Intl.PluralRules(language.format).resolvedOptions().pluralCategories;
  const keys = variants!.map((variant) => String(variant.key.value));
  const isPlural =
    keys.every((key) => /^\d+$/.test(key) || forms.includes(key as Intl.LDMLPluralRule)) &&
    keys.some((key) => key !== 'other' && !/^\d+$/.test(key));
  const number: Record<string, string> = { one: '1', two: '2' };
  return isPlural ? forms.filter((form) => form !== 'zero' && !keys.includes(form) && !(number[form] && keys.includes(number[form]))) : [];
}

/** What a translated file lacks or has too much of, compared with the English one. */
function faults(plain: string, text: string | undefined, language: Language): string[] {
  if (text === undefined) return ['the file is missing'];
  const [originals, messages] = [parsed(plain), parsed(text)];
  const found = [...readMessages(text).keys()].filter((id) => !messages.has(id)).map((id) => `${id} cannot be parsed`);
  found.push(...[...messages.keys()].filter((id) => !originals.has(id)).map((id) => `${id} is not a message`));
  for (const [id, original] of originals) {
    const pattern = messages.get(id);
    if (pattern === undefined || pattern === null) found.push(`${id} is missing`);
    else if (!ALIKE.has(id)) found.push(...faultsOf(original, pattern, language).map((fault) => `${id} ${fault}`));
  }
  return found;
}

function faultsOf(original: Pattern, pattern: Pattern, language: Language): string[] {
  const found: string[] = [];
  if (variables(pattern).join() !== variables(original).join()) found.push(`uses ${variables(pattern)} instead of ${variables(original)}`);
  const selections = expressions(pattern).filter((part) => part.variants);
  const missing = selections.flatMap((part) => missingForms(part, language));
  if (missing.length) found.push(`lacks the plural forms ${missing.sort()}`);
  if (/\p{L}/u.test(lettersOf(original)) && lettersOf(pattern) === lettersOf(original)) found.push('is not translated');
  return found;
}

/** The text of a pattern without its arguments. */
function lettersOf(pattern: Pattern): string {
  return typeof pattern === 'string' ? pattern : pattern.filter((part) => typeof part === 'string').join('');
}

describe.each(translated)('$tag', (language) => {
  it.each(english)('%s_is_translated_message_by_message', (path) => {
    expect(faults(files[path]!, files[patternOf(path, language)], language)).toEqual([]);
  });

  it('messages_format_without_errors', () => {
    for (const path of english) {
      const bundle = new FluentBundle(language.format);
      bundle.addResource(new FluentResource(files[patternOf(path, language)] ?? ''));
      for (const [id, pattern] of parsed(files[path]!)) {
        const args = Object.fromEntries(variables(pattern).map((name) => [name, 7]));
        const errors: Error[] = [];
        const message = bundle.getMessage(id);
        if (message?.value) bundle.formatPattern(message.value, args, errors);
        expect(errors, id).toEqual([]);
      }
    }
  });

  it('files_say_whether_a_native_reader_has_checked_them', () => {
    const said = english.filter((path) => UNCHECKED.test(files[patternOf(path, language)] ?? ''));
    expect(said.length).toBe(language.isChecked ? 0 : english.length);
  });
});

it('faults_of_a_translation_are_found', () => {
  const arabic = LANGUAGES.find((one) => one.tag === 'ar')!;
  const plain = 'one = One { $a }\ntwo = Two\nthree = { $n ->\n    [one] 1\n   *[other] { $n } things\n}\n';
  const text = 'one = { $b }\nthree = { $n ->\n    [one] واحد\n   *[other] { $n }\n}\nfour = 4\n';
  expect(faults(plain, text, arabic)).toEqual([
    'four is not a message',
    'one uses b instead of a',
    'two is missing',
    'three lacks the plural forms few,many,two',
  ]);
  expect(faults('a = Word\n', 'a = Word\n', arabic)).toEqual(['a is not translated']);
  expect(faults(plain, undefined, arabic)).toEqual(['the file is missing']);
});

/** Numbers are written in Persian digits, as the page writes those that it is given; a cell or a move keeps its own. */
it('texts_in_persian_do_not_mix_digits', () => {
  const persian = Object.keys(files).filter((path) => /\/fa(\.ftl$|\/)/.test(path));
  expect(persian.length).toBe(english.length);
  const texts = persian.flatMap((path) =>
    [...parsed(files[path]!)].flatMap(([id, pattern]) => spoken(pattern).map((text) => ({ id, text }))),
  );
  const mixed = texts.filter(({ text }) => /[0-9]/.test(text.replace(/\S*[A-Za-z]\S*( \d+)?/g, '')));
  expect(mixed).toEqual([]);
});

/** The texts of a pattern, those of its variants too. */
function spoken(pattern: Pattern): string[] {
  if (typeof pattern === 'string') return [pattern];
  return pattern.flatMap((part) => (typeof part === 'string' ? [part] : (part.variants ?? []).flatMap((variant) => spoken(variant.value))));
}

/** The sides are called by the colours of the board, which the page knows. */
it.each(LANGUAGES.map((language) => language.tag))('courses_in_%s_name_no_colour_of_a_side', (tag) => {
  const of = (file: string) => parsed(files[`./${tag}/${file}`]!);
  const colours = [...of('home.ftl')].filter(([id]) => /^colour-(?!random)./.test(id)).map(([, text]) => text as string);
  expect(colours.length).toBe(5);
  const named = [...of('lazy/learn.ftl')].filter(([, text]) => colours.some((colour) => JSON.stringify(text).includes(colour)));
  expect(named.map(([id]) => id)).toEqual([]);
});
