/** Copies what `tsc` does not write into `dist`: the modules with their JavaScript, and the licence. */
import { copyFileSync, readdirSync } from 'node:fs';

const from = new URL('src/wasm/', import.meta.url);
const to = new URL('dist/wasm/', import.meta.url);
for (const name of readdirSync(from)) {
  if (name.startsWith('rules') || name.startsWith('engine')) copyFileSync(new URL(name, from), new URL(name, to));
}
copyFileSync(new URL('../../../LICENSE', import.meta.url), new URL('LICENSE', import.meta.url));
