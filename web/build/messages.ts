/**
 * A part of a file of messages: `import words from 'crates/rules/locales/en.ftl?said'` gives those that
 * the page says itself, and those that name a side, which the page calls after its pieces. The server
 * sends its other sentences in English beside their keys, so an English page needs no more of them.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const QUERY = '?said';

/** Ids by crate; a `*` at the end stands for any rest. */
export const SAID: Record<'rules' | 'server', string[]> = {
  rules: ['side-*', 'list-*', 'sentence-pair', 'piece-name'],
  server: ['head-*'],
};

/** An argument that is a side. */
const SIDE = /\$(side|winner|loser)\b/;

export function messages(): Plugin {
  return {
    name: 'rukh-messages',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(`.ftl${QUERY}`)) return null;
      const path = id.slice(0, -QUERY.length);
      this.addWatchFile(path);
      const text = readFileSync(path, 'utf8');
      // Tests put sentences together from all messages, as pages in other languages do.
      const said = process.env.VITEST ? text : select(text, path.includes('/crates/rules/') ? SAID.rules : SAID.server);
      return `export default ${JSON.stringify(said)};`;
    },
  };
}

/** The messages with these ids, and those that name a side. */
export function select(text: string, ids: string[]): string {
  const isWanted = (id: string) => ids.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one));
  // A message begins at the start of a line and goes on in indented lines, or in one that closes it.
  const entries = text.split(/^(?=[a-z#])/m);
  const idOf = (entry: string) => /^([a-z][a-z0-9-]*) =/.exec(entry)?.[1] ?? '';
  return entries.filter((entry) => isWanted(idOf(entry)) || (idOf(entry) && SIDE.test(entry))).join('');
}
