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
    const whole = new URL(target!, `file:///${path}`).pathname.slice(1);
    const file = [whole, `${whole}.ts`, `${whole}.svelte`].find((one) => one in files);
    return file ? [{ file, area }] : [];
  });
}
