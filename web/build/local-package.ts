/**
 * The npm package of the rules and the engine, from which the site plays without a server. Where it
 * could not be built (`scripts/wasm`), the site is built without: `virtual:local-play` says which.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('../../crates/wasm/npm/dist/index.js', import.meta.url));
const PACKAGE = 'virtual:rukh-package';
const FLAG = 'virtual:local-play';
const ABSENT = '\0rukh-package-absent';

export function localPackage(): Plugin {
  return {
    name: 'rukh-local-package',
    enforce: 'pre',
    resolveId(id) {
      if (id === PACKAGE) return existsSync(ENTRY) ? ENTRY : ABSENT;
      return id === FLAG ? `\0${FLAG}` : null;
    },
    load(id) {
      if (id === ABSENT) return 'export const LocalGame = null; export const Engine = null;';
      return id === `\0${FLAG}` ? `export const isBuilt = ${existsSync(ENTRY)};` : null;
    },
  };
}
