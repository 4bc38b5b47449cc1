// The site's messages in each language, for scenes that look for them.
import { readFileSync, readdirSync } from 'node:fs';
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';

export type Tag = 'en' | 'am' | 'ar' | 'fa';

const locale = new URL('../src/locale/', import.meta.url);
const bundles = new Map<Tag, FluentBundle>();

function bundleOf(tag: Tag): FluentBundle {
  const known = bundles.get(tag);
  if (known) return known;
  const bundle = new FluentBundle(tag, { useIsolating: false });
  for (const folder of [`${tag}/`, `${tag}/lazy/`]) {
    const files = readdirSync(new URL(folder, locale)).filter((name) => name.endsWith('.ftl'));
    for (const name of files) bundle.addResource(new FluentResource(readFileSync(new URL(folder + name, locale), 'utf8')));
  }
  bundles.set(tag, bundle);
  return bundle;
}

/** The text of a message, without marks of isolation. */
export function textOf(tag: Tag, id: string, args: Record<string, FluentVariable> = {}): string {
  const pattern = bundleOf(tag).getMessage(id)?.value;
  if (!pattern) throw new Error(`no message ${id} in ${tag}`);
  return bundleOf(tag).formatPattern(pattern, args);
}
