/**
 * Files of messages, parsed when the site is built: `import messages from './en/page.ftl?messages'`
 * gives the pattern of each message by its id, so that pages need no parser.
 *
 * `import messages from 'crates/rules/locales/en.ftl?said'` gives a part of a file: those that the page
 * says itself, and those that name a side, which the page calls after its pieces. The server sends its
 * other sentences in English beside their keys, so an English page needs no more of them.
 */
import { readFileSync } from 'node:fs';
import { FluentResource } from '@fluent/bundle';
import type { Plugin } from 'vite';

const QUERY = /\.ftl\?(messages|said)$/;

/** Ids by crate; a `*` at the end stands for any rest. */
export const SAID: Record<'rules' | 'server' | 'session', string[]> = {
  rules: ['side-*', 'list-*', 'sentence-pair', 'piece-name', 'ruleset-changed'],
  server: ['head-*'],
  session: [],
};

const saidOf = (path: string): string[] =>
  SAID[(Object.keys(SAID) as (keyof typeof SAID)[]).find((crate) => path.includes(`/crates/${crate}/`))!];

/** An argument that is a side. */
const SIDE = /\$(side|winner|loser)\b/;

export function messages(): Plugin {
  return {
    name: 'rukh-messages',
    enforce: 'pre',
    load(id) {
      const query = QUERY.exec(id)?.[1];
      if (!query) return null;
      const path = id.slice(0, -query.length - 1);
      this.addWatchFile(path);
      const text = readFileSync(path, 'utf8');
      // Tests put sentences together from all messages, as pages in other languages do.
      const isWhole = query === 'messages' || process.env.VITEST;
      return `export default ${JSON.stringify(parse(isWhole ? text : select(text, saidOf(path))))};`;
    },
  };
}

/** The patterns of the messages in a text, by id. */
export function parse(text: string): Record<string, unknown> {
  const { body } = new FluentResource(text);
  const unfit = body.find((one) => one.value === null || Object.keys(one.attributes).length > 0);
  if (unfit) throw new Error(`message ${unfit.id} has attributes; pages read values only`);
  return Object.fromEntries(body.map((one) => [one.id, one.value]));
}

/** The messages with these ids, and those that name a side. */
export function select(text: string, ids: string[]): string {
  const isWanted = (id: string) => ids.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one));
  // A message begins at the start of a line and goes on in indented lines, or in one that closes it.
  const entries = text.split(/^(?=[a-z#])/m);
  const idOf = (entry: string) => /^([a-z][a-z0-9-]*) =/.exec(entry)?.[1] ?? '';
  return entries.filter((entry) => isWanted(idOf(entry)) || (idOf(entry) && SIDE.test(entry))).join('');
}
