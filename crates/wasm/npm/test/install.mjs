/** Packs the package, installs the tarball in a clean directory, and runs the example of its README there. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(here, 'README.md'), 'utf8');
const [, code, output] = /```js\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(readme);
const clean = mkdtempSync(join(tmpdir(), 'rukh-npm-'));
try {
  const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', clean], here));
  writeFileSync(join(clean, 'package.json'), '{ "type": "module", "private": true }');
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], clean);
  writeFileSync(join(clean, 'example.js'), code);
  assert.equal(execFileSync('node', ['example.js'], { cwd: clean, encoding: 'utf8' }), output);
} finally {
  rmSync(clean, { recursive: true });
}
console.log('the packed tarball runs its example in a clean directory');
