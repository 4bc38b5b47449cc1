/** The files of the site and what each imports, for tests. */
const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../wire/generated.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The text of each file by its path from `src`. */
export const files = Object.fromEntries(
  Object.entries(sources).map(([path, text]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'shell/'), text]),
);

/** What a file imports, and the area of messages that is loaded with it where it is part of a page. */
const IMPORT = /(?:withArea\(\s*'(\w+)',\s*)?(?:from |import |import\()'(\.[^']+)'/g;

export function importsOf(path: string): { file: string; area?: string }[] {
  return [...files[path]!.matchAll(IMPORT)].flatMap(([, area, target]) => {
    const file = fileAt(target!, path);
    return file ? [{ file, area }] : [];
  });
}

/** What is loaded before a file runs: no types, and nothing that it asks for later. */
const STATIC_IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'();]*?\sfrom\s+)?'(\.[^']+)'/gm;

export function staticImportsOf(path: string): string[] {
  return [...files[path]!.matchAll(STATIC_IMPORT)].flatMap(([, target]) => fileAt(target!, path) ?? []);
}

/** The file that another one imports by that name; undefined if it is none of the site's own. */
function fileAt(target: string, path: string): string | undefined {
  const whole = new URL(target, `file:///${path}`).pathname.slice(1);
  return [whole, `${whole}.ts`, `${whole}.svelte`].find((one) => one in files);
}
