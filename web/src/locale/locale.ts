/** Localisation with Fluent; English is the only language so far. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { LocalizedName } from '../wire/generated';
import rules from '../../../crates/rules/locales/en.ftl?raw';
import server from '../../../crates/server/locales/en.ftl?raw';

/** Language of the page and of date formats. */
export const language = 'en-GB';

const bundle = new FluentBundle(language);
const pages = import.meta.glob<string>('./en/*.ftl', { query: '?raw', import: 'default', eager: true });
for (const text of [rules, server, ...Object.values(pages)]) {
  const errors = bundle.addResource(new FluentResource(text));
  if (errors.length) throw new Error(`the messages of the page are broken: ${errors.join('; ')}`);
}

const areaFiles = import.meta.glob<string>('./en/lazy/*.ftl', { query: '?raw', import: 'default' });
const areas = new Set<string>();

/** Loads the messages of an area with its page: `withArea('learn', import('./pages/Learn.svelte'))`. */
export async function withArea<Page>(area: string, page: Promise<Page>): Promise<Page> {
  if (!areas.has(area)) {
    const text = await areaFiles[`./en/lazy/${area}.ftl`]!();
    // Two pages of the area may have been asked for at once.
    if (!areas.has(area)) bundle.addResource(new FluentResource(text));
    areas.add(area);
  }
  return page;
}

/** The formatted message, or its id if it does not exist. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  const message = bundle.getMessage(id);
  return message?.value ? bundle.formatPattern(message.value, args ?? null, []) : id;
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
