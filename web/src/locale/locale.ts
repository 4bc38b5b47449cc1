/**
 * Localisation with Fluent; English is the only language so far. The server sends its sentences in
 * English beside their keys, so only those of its messages are loaded that the page says itself.
 * Messages in `<language>/lazy/<area>.ftl` are loaded with the pages of their area.
 */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { sideColour } from '../lib/board-in-view.svelte';
import type { LocalizedName, SideName } from '../wire/generated';
import rules from '../../../crates/rules/locales/en.ftl?said';
import server from '../../../crates/server/locales/en.ftl?said';

/** Language of the page and of date formats. */
export const language = 'en-GB';

const bundle = new FluentBundle(language);
const pages = import.meta.glob<string>('./en/*.ftl', { query: '?raw', import: 'default', eager: true });
const areaFiles = import.meta.glob<string>('./en/lazy/*.ftl', { query: '?raw', import: 'default' });
/** Areas loaded so far. */
const areas = new Set<string>();
for (const text of [rules, server, ...Object.values(pages)]) add(text);

function add(text: string): void {
  const errors = bundle.addResource(new FluentResource(text));
  if (errors.length) throw new Error(`the messages of the page are broken: ${errors.join('; ')}`);
}

/** Loads the messages of an area with its page: `withArea('site', import('./pages/About.svelte'))`. */
export async function withArea<Page>(area: string, page: Promise<Page>): Promise<Page> {
  const text = areas.has(area) ? undefined : await areaFiles[`./en/lazy/${area}.ftl`]?.();
  // Two pages of the area may have been asked for at once.
  if (text !== undefined && !areas.has(area)) {
    areas.add(area);
    add(text);
  }
  return page;
}

/**
 * The formatted message, or its id if it does not exist. The core's names of the sides, which are
 * arguments of its messages, become the colours of the board in view.
 */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  if (id === 'side-white' || id === 'side-black') return sideName(id === 'side-white' ? 'white' : 'black');
  const message = bundle.getMessage(id);
  return message?.value ? bundle.formatPattern(message.value, args ?? null, []) : id;
}

/** A side by the colour of its pieces on the board in view, or with the skin of a list's entry. */
export function sideName(side: SideName, skin?: string): string {
  return t(`colour-${sideColour(side, skin)}`);
}

/** Whether a message with that id exists. */
export function hasMessage(id: string): boolean {
  return bundle.hasMessage(id);
}

/** A ruleset's own text in the language of the page (or its base language), else the English one. */
export function localized(english: string, others: LocalizedName[], tag: string = language): string {
  for (let wanted = tag; wanted; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = others.find((one) => one.language === wanted);
    if (found) return found.text;
  }
  return english;
}
