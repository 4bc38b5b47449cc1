/**
 * `virtual:rukh-package`: how pages load the npm package `rukh`, the rules and the engine as
 * WebAssembly. `load` is null where the package was not built, as on machines without its compiler;
 * then only the server thinks.
 */
import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'virtual:rukh-package';
/** The first module of the package, which loads the others. */
export const PACKAGE = `${import.meta.dirname}/../../crates/wasm/npm/dist/index.js`;

/** The module that stands for the package at a path; its rules are loaded with it. */
export function packageModule(path: string): string {
  const load = `async () => {
  const rukh = await import(${JSON.stringify(path)});
  await rukh.load();
  return rukh;
}`;
  return `export const load = ${existsSync(path) ? load : 'null'};`;
}

export function rukhPackage(): Plugin {
  return {
    name: 'rukh-package',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? packageModule(PACKAGE) : undefined),
  };
}
