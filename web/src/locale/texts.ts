/** Every text of the site in all its languages, for the page that shows them side by side. */
import type { LocalizedName, RulesetDetails } from '../wire/generated';
import { LANGUAGES, type LanguageTag } from './languages';

export interface TextRow {
  key: string;
  /** File with the text; `{language}` stands for the tag where each language has its own. */
  file: string;
  /** Text by language as the file has it, in Fluent's syntax; missing where there is none. */
  texts: Partial<Record<LanguageTag, string>>;
}

/** A better text that a reader has written. */
export interface Correction {
  tag: LanguageTag;
  row: TextRow;
  text: string;
}

/** Modules of their own (`&page`), so that the site's first script and the chunks of the languages stay whole. */
const files = import.meta.glob<string>(
  ['./*/*.ftl', './*/lazy/*.ftl', '../../../crates/{engine,rules,server,session,library}/locales/*.ftl'],
  {
    query: '?raw&page',
    import: 'default',
  },
);
const translations = import.meta.glob<string>('../../../rulesets/translations/*.toml', { query: '?raw&page', import: 'default' });
const TAGS = LANGUAGES.map((one) => one.tag);

/** Keys and texts of a Fluent file; comments are left out. */
export function readMessages(source: string): Map<string, string> {
  const found = new Map<string, string>();
  let key = '';
  for (const line of source.split('\n')) {
    const start = /^([a-z][a-z0-9-]*) = ?(.*)$/.exec(line);
    if (start) found.set((key = start[1]!), start[2]!);
    else if (key && /^[ }]/.test(line)) found.set(key, `${found.get(key)}\n${line}`);
    else key = '';
  }
  return found;
}

/** The messages of the site, of the rules and of the server, file by file. */
export async function messageRows(): Promise<TextRow[]> {
  const loaded = await Promise.all(
    Object.entries(files).map(async ([path, load]) => ({ ...placeOf(path), messages: readMessages(await load()) })),
  );
  const rows = new Map<string, TextRow>();
  for (const { file, tag, messages } of loaded.sort((one, other) => TAGS.indexOf(one.tag) - TAGS.indexOf(other.tag))) {
    for (const [key, text] of messages) {
      const row = rows.get(`${file} ${key}`) ?? { key, file, texts: {} };
      row.texts[tag] = text;
      rows.set(`${file} ${key}`, row);
    }
  }
  return [...rows.values()];
}

/** What the rulesets say, from the files of their translations. */
export async function translationRows(): Promise<TextRow[]> {
  const rows = new Map<string, TextRow>();
  const keys = new Set<string>();
  for (const load of Object.values(translations)) {
    for (const texts of readTranslations(await load())) {
      const key = texts.en!;
      const row = rows.get(key) ?? { key: beginningOf(key, keys), file: 'rulesets/translations/{language}.toml', texts: {} };
      Object.assign(row.texts, texts);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/** The beginning of a text, as long as it takes to differ from those that are known. */
function beginningOf(text: string, known: Set<string>): string {
  let end = 79;
  const short = () => (text.length > end + 1 ? `${text.slice(0, end)}…` : text);
  while (known.has(short()) && end < text.length) end += 40;
  known.add(short());
  return short();
}

/** The tables of a file of translations: texts by language tag. */
export function readTranslations(source: string): TextRow['texts'][] {
  const tables = source.split(/^\[\[text\]\]$/m).slice(1);
  return tables.map((table) => {
    const texts = [...table.matchAll(/^(\w+) = (?:"""\n([\s\S]*?)"""|"(.*)")$/gm)];
    return Object.fromEntries(texts.map(([, tag, long, short]) => [tag, unescaped(long ?? short!)]));
  });
}

/** The text of a basic string of TOML; a backslash at the end of a line joins it to the next. */
function unescaped(text: string): string {
  return text.replace(/\\(?:\n\s*|u(\w{4})|(.))/g, (_, code: string | undefined, letter: string | undefined) =>
    code ? String.fromCharCode(parseInt(code, 16)) : (letter ?? ''),
  );
}

/** Where a file is in the project, and its language. */
function placeOf(path: string): { file: string; tag: LanguageTag } {
  const crate = /crates\/(\w+)\/locales\/(\w+)\.ftl$/.exec(path);
  if (crate) return { file: `crates/${crate[1]}/locales/{language}.ftl`, tag: crate[2] as LanguageTag };
  const [, tag, rest] = /^\.\/(\w+)\/(.*)$/.exec(path)!;
  return { file: `web/src/locale/{language}/${rest}`, tag: tag as LanguageTag };
}

/** Names, summaries, and titles of options of a ruleset. */
export function rulesetRows(ruleset: RulesetDetails): TextRow[] {
  const row = (key: string, english: string, others: LocalizedName[]): TextRow => {
    const texts: TextRow['texts'] = { en: english };
    for (const { language, text } of others) {
      const tag = TAGS.find((one) => one === language);
      if (tag && tag !== 'en') texts[tag] = text;
    }
    return { key, file: `rulesets/${ruleset.id}.toml`, texts };
  };
  return [
    row('about.names', ruleset.name, ruleset.localized_names),
    row('about.summaries', ruleset.summary, ruleset.localized_summaries),
    ...ruleset.pieces.map((piece) => row(`men.${piece.letter}.names`, piece.name, piece.names)),
    ...ruleset.options.flatMap((option) => [
      row(`options.${option.key}.titles`, option.title, option.localized_titles),
      ...option.choices.map((choice) => row(`options.${option.key}.choices.${choice.key}.titles`, choice.title, choice.localized_titles)),
    ]),
  ];
}

/** Whether a text is missing in one of the languages. */
export function isMissing(row: TextRow, tags: readonly LanguageTag[]): boolean {
  return tags.some((tag) => row.texts[tag] === undefined);
}

/** Whether the words searched for are in the key, the file or a text. */
export function matches(row: TextRow, search: string): boolean {
  const text = [row.key, row.file, ...Object.values(row.texts)].join('\n').toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Path of the file of a row in a language. */
export function fileIn(row: TextRow, tag: LanguageTag): string {
  return row.file.replace('{language}', tag);
}

/** Corrections as text to send: file and key, the present text, the better one. */
export function formatCorrections(corrections: Correction[]): string {
  const one = ({ tag, row, text }: Correction) => `${fileIn(row, tag)}: ${row.key}\n- ${row.texts[tag] ?? ''}\n+ ${text}\n`;
  return corrections.map(one).join('\n');
}
