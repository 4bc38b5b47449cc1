// Prints the configuration of the type check: without the types of the npm package where it was not built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const types = fileURLToPath(new URL('../../crates/wasm/npm/dist/index.d.ts', import.meta.url));
console.log(existsSync(types) ? './tsconfig.json' : './tsconfig.absent.json');
