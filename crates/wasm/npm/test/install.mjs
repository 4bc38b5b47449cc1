/** Installs the packed package in a clean directory, and runs there what README and manual show, imported and required. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackage } from './support/installed.mjs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, code, output] = /```js\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(readme);
const { directory, remove } = installPackage();
try {
  const run = (name, text) => {
    writeFileSync(join(directory, name), text);
    return execFileSync('node', [name], { cwd: directory, encoding: 'utf8' });
  };
  assert.equal(run('example.mjs', code), output);
  const required = code.replace(/^import (\{.*\}) from 'rukh';\n([\s\S]*)$/, "const $1 = require('rukh');\n(async () => {\n$2})();\n");
  assert.equal(run('example.cjs', required), output);
  const manual = readFileSync(new URL('../../../../docs/javascript.md', import.meta.url), 'utf8');
  const blocks = [...manual.matchAll(/```js\n([\s\S]*?)```/g)];
  assert.ok(blocks.length >= 5);
  for (const [index, [, block]] of blocks.entries()) assert.ok(run(`manual-${index}.mjs`, block), block);

  const typed = "new Engine().choose(new Game('shatranj'), { level: 3 }).then((event: GameEvent | null) => event);\n";
  writeFileSync(join(directory, 'typed.mts'), `import { Engine, Game, type GameEvent } from 'rukh';\n${typed}`);
  writeFileSync(join(directory, 'typed.cts'), `import { Engine, Game, type GameEvent } from 'rukh';\n${typed}`);
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'node16', '--lib', 'es2023,dom,dom.asynciterable'];
  execFileSync(process.execPath, [tsc, ...options, 'typed.mts', 'typed.cts'], { cwd: directory, stdio: 'inherit' });
} finally {
  remove();
}
console.log('the packed tarball runs what is documented in a clean directory, imported and required, with types for both');
