/** The package in Chromium: the rules in the page, the engine in a worker. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { test } from 'node:test';

const CHROMIUM = process.env.RUKH_CHROMIUM ?? '/usr/bin/chromium';
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
// The site's own copy: nothing is downloaded.
const { chromium } = createRequire(new URL('../../../../web/package.json', import.meta.url))('playwright-core');

/** Serves `dist`, with the headers of a page that is isolated from other origins or without. */
function serve(isIsolated) {
  return createServer(async ({ url }, response) => {
    const isolation = isIsolated ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' } : {};
    const path = new URL(url, 'http://localhost').pathname;
    const headers = { 'content-type': TYPES[extname(path)] ?? 'text/html', ...isolation };
    if (path === '/') return response.writeHead(200, headers).end('<!doctype html><title>rukh</title>');
    const file = new URL(`../dist${path}`, import.meta.url);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, headers).end(await readFile(file));
  });
}

for (const isIsolated of [false, true]) {
  test(`package_works_in_a_page_${isIsolated ? 'with' : 'without'}_shared_memory`, async () => {
    const server = serve(isIsolated);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const found = await page.evaluate(async () => {
        const { Engine, Game } = await import('/index.js');
        const game = new Game('senterej[saba=G]');
        game.push('e3', 'white');
        game.beginTurns();
        const engine = new Engine();
        const depths = [];
        for await (const info of engine.analyse(game, { depth: 4 })) depths.push(info.depth);
        const endless = engine.analyse(game);
        setTimeout(() => endless.stop(), 150);
        const stopped = await endless.result;
        const after = await engine.analyse(game, { depth: 2 }).result;
        engine.close();
        const team = new Engine({ workers: 2 });
        const together = await team.analyse(game, { depth: 8, multipv: 2 }).result;
        team.close();
        return { workers: team.workers, lines: together.lines.length, depths, stopped: stopped.depth, after: after.depth, legal: game.legalMoves().length, shares: crossOriginIsolated, svg: game.svg().length };
      });
      assert.deepEqual(found.depths, [1, 2, 3, 4]);
      assert.ok(found.stopped >= 1 && found.legal > 10 && found.svg > 1_000);
      assert.equal(found.after, 2);
      assert.equal(found.shares, isIsolated);
      assert.deepEqual([found.workers, found.lines], [isIsolated ? 2 : 1, 2]);
    } finally {
      await browser.close();
      server.close();
    }
  });
}
