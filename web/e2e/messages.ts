// The messages of the site and of the rules in each language, for scenes that look for them.
import { readFileSync, readdirSync } from 'node:fs';
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';

export type Tag = 'en' | 'am' | 'ar' | 'fa';

const locale = new URL('../src/locale/', import.meta.url);
const bundles = new Map<Tag, FluentBundle>();

function bundleOf(tag: Tag): FluentBundle {
  const known = bundles.get(tag);
  if (known) return known;
  const bundle = new FluentBundle(tag, { useIsolating: false });
  const inFolder = (folder: string) =>
    readdirSync(new URL(folder, locale))
      .filter((name) => name.endsWith('.ftl'))
      .map((name) => folder + name);
  const files = [...inFolder(`${tag}/`), ...inFolder(`${tag}/lazy/`), `../../../crates/rules/locales/${tag}.ftl`];
  for (const file of files) bundle.addResource(new FluentResource(readFileSync(new URL(file, locale), 'utf8')));
  bundles.set(tag, bundle);
  return bundle;
}

/** The text of a message, without marks of isolation; an argument that is not given is its name in braces. */
export function textOf(tag: Tag, id: string, args: Record<string, FluentVariable> = {}): string {
  const pattern = bundleOf(tag).getMessage(id)?.value;
  if (!pattern) throw new Error(`no message ${id} in ${tag}`);
  return bundleOf(tag).formatPattern(pattern, args, []);
}

/** The longest part of a message that has no argument in it, for messages whose arguments a scene does not know. */
export function fixedPartOf(tag: Tag, id: string, args: Record<string, FluentVariable> = {}): string {
  const parts = textOf(tag, id, args)
    .split(/\{\$\w+\}/)
    .map((part) => part.trim());
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
