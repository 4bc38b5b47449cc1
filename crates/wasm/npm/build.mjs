/**
 * Writes `dist`: the package, its worker and the client of servers as one file each, for `import` and for `require`,
 * their types, the WebAssembly modules, and the licence.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const [dist, compiled] = [at('dist/'), at('dist/.compiled/')];

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '--outDir', compiled], { cwd: at('.'), stdio: 'inherit' });
const modules = readdirSync(at('src/wasm')).filter((name) => /^(rules|engine)/.test(name));
for (const name of modules) copyFileSync(at(`src/wasm/${name}`), `${compiled}wasm/${name}`);

const bundle = (input, output, format) => build({
  entryPoints: [`${compiled}${input}`],
  outfile: `${dist}${output}`,
  bundle: true,
  format,
  target: 'es2022',
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  // In CommonJS the place of a file is another; environment.ts knows.
  logOverride: { 'empty-import-meta': 'silent' },
  legalComments: 'none',
});
await bundle('index.js', 'index.js', 'esm');
await bundle('index.js', 'index.cjs', 'cjs');
await bundle('worker.js', 'worker.js', 'esm');
await bundle('client.js', 'client.js', 'esm');
await bundle('client.js', 'client.cjs', 'cjs');

mkdirSync(`${dist}wasm`);
for (const name of modules.filter((name) => name.endsWith('.wasm'))) copyFileSync(at(`src/wasm/${name}`), `${dist}wasm/${name}`);
// The same types for both: those for `require` stand in a directory of CommonJS.
const types = (path) => path.endsWith('.d.ts');
for (const directory of [dist, `${dist}cjs/`]) {
  for (const name of readdirSync(compiled).filter(types)) cpSync(`${compiled}${name}`, `${directory}${name}`);
}
writeFileSync(`${dist}cjs/package.json`, '{ "type": "commonjs" }\n');
rmSync(compiled, { recursive: true });
copyFileSync(at('../../../LICENSE'), at('LICENSE'));
