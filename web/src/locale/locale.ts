/**
 * Localisation with Fluent. English is part of the site's first script and stands in for every
 * message that another language lacks; each other language is one chunk (`bundles/`). The server
 * sends its sentences in English beside their keys, so of its messages only those are in the first
 * script that the page says itself. Messages in `<language>/lazy/<area>.ftl` are loaded with the
 * pages of their area only.
 */
import { FluentBundle, type FluentResource, type FluentVariable, type Message } from '@fluent/bundle';
import { untrack } from 'svelte';
import { sideColour } from '../settings/board-in-view.svelte';
import type { LocalizedName, Side } from '../wire/generated';
import rules from '../../../crates/rules/locales/en.ftl?said';
import session from '../../../crates/session/locales/en.ftl?said';
import { ENGLISH, type Language, type LanguageTag } from './languages';
import { shown } from './shown.svelte';

/** Parsed messages: the pattern of each by its id (`build/messages.ts`). */
export type Messages = Record<string, Message['value']>;

const pages = import.meta.glob<Messages>('./en/*.ftl', { query: '?messages', import: 'default', eager: true });
const areaFiles = import.meta.glob<Messages>(['./en/lazy/*.ftl', '../../../crates/engine/locales/en.ftl'], {
  query: '?messages',
  import: 'default',
});

/** What is shown of a language: its messages, and the names of rulesets by id. */
type Content = Pick<typeof shown, 'bundle' | 'names'>;

interface LanguageFiles {
  messages: Messages[];
  names: Record<string, string>;
  areas: Record<string, () => Promise<Messages>>;
}

const bundles: Record<Exclude<LanguageTag, 'en'>, () => Promise<LanguageFiles>> = {
  am: () => import('./bundles/am'),
  ar: () => import('./bundles/ar'),
  fa: () => import('./bundles/fa'),
};

/** Areas loaded so far; a language that is chosen later brings their messages with it. */
const areas = new Set<string>();
/** The language chosen last. */
let wanted = ENGLISH;
const english = bundleOf(ENGLISH, [rules, session, ...Object.values(pages)]);

function bundleOf(language: Language, messages: Messages[]): FluentBundle {
  const bundle = new FluentBundle(language.format);
  add(bundle, messages);
  return bundle;
}

function add(bundle: FluentBundle, files: Messages[]): void {
  for (const messages of files) {
    const body = Object.entries(messages).map(([id, value]) => ({ id, value, attributes: {} }));
    // The resource as a parser makes it, of which a bundle reads the body only.
    const errors = bundle.addResource({ body } as FluentResource);
    if (errors.length) throw new Error(`the messages of the page are broken: ${errors.join('; ')}`);
  }
}

/** Adds English messages that come with a part of the site that is loaded later. */
export function addEnglish(messages: Messages): void {
  add(english, [messages]);
}

/** The files of an area in a language; a language that lacks it has none. */
async function areaMessages(area: string, { tag }: Language): Promise<Messages[]> {
  const files = tag === 'en' ? areaFiles : (await bundles[tag]()).areas;
  // What the engine says is beside its code.
  const path = Object.keys(files).find((one) => one.endsWith(`/lazy/${area}.ftl`) || one.includes(`/${area}/locales/`));
  return path ? [await files[path]!()] : [];
}

/** Loads a language and shows it: texts, numbers and dates, and the direction of the page. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  const content = await load(language);
  // Of two choices in quick succession the later one counts, whichever is loaded first.
  if (wanted === language) present(language, content);
}

async function load(language: Language): Promise<Content> {
  const { tag } = language;
  if (tag === 'en') return { bundle: null, names: {} };
  const [first, ...more] = await Promise.all([bundles[tag](), ...[...areas].map((area) => areaMessages(area, language))]);
  return { bundle: bundleOf(language, [...first.messages, ...more.flat()]), names: first.names };
}

function present(language: Language, content: Content): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  Object.assign(shown, content, { language });
}

/** Loads the messages of an area with its page: `withArea('learn', import('./pages/Learn.svelte'))`. */
export async function withArea<Page>(area: string, page: Promise<Page>): Promise<Page> {
  // What waits for an area does not follow the language: a page that is shown again loses what its reader did there.
  const { language, bundle } = untrack(() => ({ language: shown.language, bundle: shown.bundle }));
  if (!areas.has(area)) {
    // The page is waited for too, so that its failure is heard where theirs comes first.
    const [plain, translated] = await Promise.all([areaMessages(area, ENGLISH), bundle ? areaMessages(area, language) : [], page]);
    // Two pages of the area may have been asked for at once.
    if (!areas.has(area)) {
      areas.add(area);
      add(english, plain);
      if (bundle) add(bundle, translated);
    }
    if (shown.language !== language) await showLanguage(shown.language);
  }
  return page;
}

/**
 * The formatted message, in English if the language lacks it, or its id if it does not exist. The
 * core's names of the sides, which are arguments of its messages, become the colours of the board in
 * view.
 */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  if (id === 'side-white' || id === 'side-black') return sideName(id === 'side-white' ? 'white' : 'black');
  for (const bundle of [shown.bundle, english]) {
    const pattern = bundle?.getMessage(id)?.value;
    if (bundle && pattern) return bundle.formatPattern(pattern, args ?? null, []);
  }
  return id;
}

/** A text without the marks that isolate its arguments, for places that show plain text only. */
export const withoutIsolation = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** A side by the colour of its pieces on the board in view, or with the skin of a list's entry. */
export function sideName(side: Side, skin?: string): string {
  return t(`colour-${sideColour(side, skin)}`);
}

/** Whether a message with that id exists, in the language of the page or in English. */
export function hasMessage(id: string): boolean {
  return !!shown.bundle?.hasMessage(id) || english.hasMessage(id);
}

/** A date in the language of the page. */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions): string {
  return date.toLocaleDateString(shown.language.format, options);
}

/** Name of a game's ruleset in the language of the page, else the one the server gives; with how many of its rules are changed. */
export function gameName({ instance, ruleset_name }: { instance: string; ruleset_name: string }): string {
  const [id, choices] = instance.split('[');
  const name = shown.names[id!] ?? ruleset_name;
  return choices ? withoutIsolation(t('ruleset-changed', { name, count: choices.split(',').length })) : name;
}

/** Name of a ruleset with its options, in the language of the page. */
export function titleOf(ruleset: { instance: string; name: string; localized_names: LocalizedName[] }): string {
  const { instance, name, localized_names } = ruleset;
  return gameName({ instance, ruleset_name: localized(name, localized_names) });
}

/** A ruleset's own text in the language of the page (or its base language), else the English one. */
export function localized(english: string, others: LocalizedName[], tag: string = shown.language.tag): string {
  return translation(others, tag) ?? english;
}

/** A game's name in its own script, unless that is the name shown. */
export function nativeName(ruleset: { name: string; localized_names: LocalizedName[]; native_name: string | null }): string {
  return ruleset.native_name && ruleset.native_name !== localized(ruleset.name, ruleset.localized_names) ? ruleset.native_name : '';
}

/** The language of what [`localized`] returns, where it is not that of the page; for `lang`. */
export function languageOf(others: LocalizedName[]): 'en' | undefined {
  return shown.language.tag === 'en' || translation(others, shown.language.tag) !== undefined ? undefined : 'en';
}

/** The direction of what [`localized`] returns, where it stands in for the language of the page; for `dir`. */
export function directionOf(others: LocalizedName[]): 'ltr' | undefined {
  return languageOf(others) && 'ltr';
}

function translation(others: LocalizedName[], tag: string): string | undefined {
  for (let wanted = tag; wanted; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = others.find((one) => one.language === wanted);
    if (found) return found.text;
  }
  return undefined;
}
