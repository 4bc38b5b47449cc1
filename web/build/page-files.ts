/**
 * Writes `pages.json`: the files that each page needs beside those of `index.html`, with its messages
 * in English. The server names them in the head of a page, so that a browser loads them at once and
 * not one after the other.
 */
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { AREAS } from '../src/shell/areas.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

export function pageFiles(): Plugin {
  return {
    name: 'rukh-page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const needs = (chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> => {
        if (seen.has(chunk)) return seen;
        seen.add(chunk);
        for (const name of chunk.imports) {
          const other = byName.get(name);
          if (other) needs(other, seen);
        }
        return seen;
      };
      const filesOf = (chunk: Chunk) => [...needs(chunk)].flatMap((one) => [one.fileName, ...(one.viteMetadata?.importedCss ?? [])]);
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'));
      const first = new Set(entry ? filesOf(entry) : []);
      const messagesOf = (page: string) =>
        [AREAS[page] ?? []]
          .flat()
          .flatMap((area) => chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(`/locale/en/lazy/${area}.ftl?messages`)));
      const pages = chunks.filter((chunk) => /\/src\/pages\/\w+\.svelte$/.test(chunk.facadeModuleId ?? ''));
      const table = Object.fromEntries(
        pages.map((chunk) => {
          const page = basename(chunk.facadeModuleId!, '.svelte');
          return [page, [chunk, ...messagesOf(page)].flatMap(filesOf).filter((file) => !first.has(file))];
        }),
      );
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(table) });
    },
  };
}
