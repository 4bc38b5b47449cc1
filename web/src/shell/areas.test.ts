import { expect, it } from 'vitest';
import { AREAS } from './areas';
import { files, importsOf } from './import-graph';

const texts = import.meta.glob<string>('../locale/en/lazy/*.ftl', { query: '?raw', import: 'default', eager: true });

const nameOf = (path: string) => /([^/]+)\.\w+$/.exec(path)![1]!;
const pages = Object.keys(files).filter((path) => path.startsWith('pages/'));
const areaOf = new Map(
  Object.entries(texts).flatMap(([path, text]) =>
    [...text.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((found) => [found[1]!, nameOf(path)] as const),
  ),
);

/** Ids that a file looks up: literal ones, and templates as patterns. */
const isUsed = (text: string, id: string) => text.includes(`'${id}'`) || templates(text).some((pattern) => pattern.test(id));
const templates = (text: string) =>
  [...text.matchAll(/\bt\(`([a-z][^`]*)`/g)].map((found) => new RegExp(`^${found[1]!.replace(/\$\{[^}]*\}/g, '[a-z0-9-]+')}$`));

it('areas_name_pages_and_files_that_exist', () => {
  expect(Object.keys(AREAS).filter((page) => !pages.includes(`pages/${page}.svelte`))).toEqual([]);
  expect(
    Object.values(AREAS)
      .flat()
      .filter((area) => !Object.keys(texts).some((path) => nameOf(path) === area)),
  ).toEqual([]);
});

/** A message of an area that its page does not load would be shown as its id. */
it('messages_of_areas_are_loaded_where_they_are_used', () => {
  const seen = new Set<string>();
  const lacking = new Set<string>();
  // Files are visited once for each area, and read once.
  const used = new Map<string, [id: string, area: string][]>();
  const usedIn = (path: string) => {
    const found = used.get(path) ?? [...areaOf].filter(([id]) => isUsed(files[path]!, id));
    used.set(path, found);
    return found;
  };
  const visit = (path: string, areas: string[]) => {
    const key = `${path} ${areas.join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const [id, area] of usedIn(path)) if (!areas.includes(area)) lacking.add(`${path}: ${id} is of ${area}`);
    for (const { file, area } of importsOf(path)) visit(file, area ? [...areas, area] : areas);
  };
  visit('App.svelte', []);
  for (const page of pages) visit(page, [AREAS[nameOf(page)] ?? []].flat());
  expect(seen.size).toBeGreaterThan(100);
  expect([...lacking]).toEqual([]);
});
