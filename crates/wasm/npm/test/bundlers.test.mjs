/** A small program with the installed package in the bundles of esbuild, webpack and Vite: in Node and in Chromium. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import esbuild from 'esbuild';
import webpack from 'webpack';
import { inPage } from './support/browser.mjs';
import { installPackage } from './support/installed.mjs';

// The site's own copy: Vite is no dependency of this package.
const vite = await import(pathToFileURL(createRequire(new URL('../../../../web/package.json', import.meta.url)).resolve('vite')).href);

const PLAY = `
async function play() {
  await load();
  const game = new Game('shatranj');
  game.push('e3');
  const engine = new Engine();
  const { depth } = await engine.analyse(game, { depth: 3 }).result;
  engine.close();
  return { depth, legal: game.legalMoves().length, picture: game.svg().startsWith('<svg') };
}
`;
const IMPORT = "import { Engine, Game, load } from 'rukh';";
const REQUIRE = "const { Engine, Game, load } = require('rukh');";
const IN_NODE = 'play().then((found) => console.log(JSON.stringify(found)));\n';
const IN_PAGE = 'globalThis.played = play();\n';
const FOUND = { depth: 3, legal: 16, picture: true };

let directory;
let remove;
const at = (...path) => join(directory, ...path);
const dist = (...path) => at('node_modules', 'rukh', 'dist', ...path);

before(() => {
  ({ directory, remove } = installPackage());
  for (const [name, using, run] of [
    ['node.mjs', IMPORT, IN_NODE], ['node.cjs', REQUIRE, IN_NODE], ['page.mjs', IMPORT, IN_PAGE], ['page.cjs', REQUIRE, IN_PAGE],
  ]) writeFileSync(at(name), using + PLAY + run);
});
after(() => remove());

/** The program's result in Node. */
function runInNode(...path) {
  return JSON.parse(execFileSync('node', [at(...path)], { encoding: 'utf8' }));
}

/** The program's result in Chromium. */
function runInPage(folder, script = 'page.js') {
  return inPage(at(folder), async (page) => {
    await page.addScriptTag({ url: `/${script}`, type: 'module' });
    return page.evaluate(() => globalThis.played);
  });
}

/** What is copied beside a bundle where the bundler copies no files. */
function copyBeside(folder) {
  cpSync(dist('worker.js'), at(folder, 'worker.js'));
  cpSync(dist('wasm'), at(folder, 'wasm'), { recursive: true });
}

for (const [format, input] of [['esm', 'page.mjs'], ['iife', 'page.cjs']]) {
  test(`esbuild_bundle_as_${format}_runs_in_a_page`, async () => {
    const folder = `esbuild-${format}`;
    // As a script that is no module, the bundle may have no `await` outside of functions.
    const options = format === 'iife' ? { define: { 'import.meta.url': 'location.href' } } : {};
    await esbuild.build({ entryPoints: [at(input)], bundle: true, format, outfile: at(folder, 'page.js'), logLevel: 'error', ...options });
    copyBeside(folder);
    assert.deepEqual(await runInPage(folder), FOUND);
  });
}

for (const [format, name] of [['esm', 'node.mjs'], ['cjs', 'node.cjs']]) {
  test(`esbuild_bundle_as_${format}_runs_in_node`, async () => {
    const folder = `esbuild-node-${format}`;
    const options = { entryPoints: [at(name)], bundle: true, platform: 'node', format, logLevel: 'error' };
    await esbuild.build({ ...options, outfile: at(folder, name) });
    copyBeside(folder);
    assert.deepEqual(runInNode(folder, name), FOUND);
    // Without copies: the package stays where npm has put it.
    await esbuild.build({ ...options, outfile: at(`external-${name}`), packages: 'external' });
    assert.deepEqual(runInNode(`external-${name}`), FOUND);
  });
}

/** Bundles with webpack; its warnings are errors here. */
async function pack(input, folder, target) {
  const compiler = webpack({
    mode: 'production', context: directory, entry: { page: at(input) }, target, devtool: false, performance: false,
    output: { path: at(folder), filename: target === 'web' ? '[name].js' : '[name].cjs' },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString('errors-warnings'));
}

for (const input of ['page.mjs', 'page.cjs']) {
  test(`webpack_bundle_of_${input.replace('.', '_')}_runs_in_a_page`, async () => {
    await pack(input, `webpack-${input}`, 'web');
    assert.deepEqual(await runInPage(`webpack-${input}`), FOUND);
  });
}

test('webpack_bundle_runs_in_node', async () => {
  for (const input of ['node.mjs', 'node.cjs']) {
    await pack(input, `webpack-${input}`, 'node20');
    if (input === 'node.cjs') copyBeside(`webpack-${input}`);
    assert.deepEqual(runInNode(`webpack-${input}`, 'page.cjs'), FOUND, input);
  }
});

test('vite_bundle_runs_in_a_page', async () => {
  await vite.build({
    root: directory, logLevel: 'error',
    build: { outDir: at('vite'), rolldownOptions: { input: at('page.mjs'), output: { entryFileNames: 'page.js' } } },
  });
  assert.deepEqual(await runInPage('vite'), FOUND);
});

test('vite_bundle_runs_in_node', async () => {
  await vite.build({ root: directory, logLevel: 'error', build: { ssr: at('node.mjs'), outDir: at('vite-node') } });
  assert.deepEqual(runInNode('vite-node', 'node.mjs'), FOUND);
});

test('vite_serves_the_package_while_it_is_developed', async () => {
  writeFileSync(at('index.html'), '<!doctype html><title>rukh</title><script type="module" src="/page.mjs"></script>');
  // Nothing changes meanwhile, so that the page is not reloaded.
  const options = { host: '127.0.0.1', port: 0, watch: null, hmr: false };
  const server = await vite.createServer({ root: directory, logLevel: 'error', server: options, optimizeDeps: { exclude: ['rukh'] } });
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    const found = await inPage(directory, async (page) => {
      await page.goto(`http://127.0.0.1:${port}/index.html`);
      await page.waitForFunction(() => globalThis.played !== undefined);
      return page.evaluate(() => globalThis.played);
    });
    assert.deepEqual(found, FOUND);
  } finally {
    await server.close();
  }
});
