/** The packed package, installed in a clean directory as its users have it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('../..', import.meta.url));

/** The directory, and what removes it. */
export function installPackage() {
  const directory = mkdtempSync(join(tmpdir(), 'rukh-npm-'));
  const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', directory], here));
  writeFileSync(join(directory, 'package.json'), '{ "private": true }');
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], directory);
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}
