/** The package in Chromium: the rules in the page, the engine in a worker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inPage } from './support/browser.mjs';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

for (const isIsolated of [false, true]) {
  test(`package_works_in_a_page_${isIsolated ? 'with' : 'without'}_shared_memory`, async () => {
    const found = await inPage(DIST, (page) => page.evaluate(async () => {
      const { Engine, Game, load } = await import('/index.js');
      await load();
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
    }), { isIsolated });
    assert.deepEqual(found.depths, [1, 2, 3, 4]);
    assert.ok(found.stopped >= 1 && found.legal > 10 && found.svg > 1_000);
    assert.equal(found.after, 2);
    assert.equal(found.shares, isIsolated);
    assert.deepEqual([found.workers, found.lines], [isIsolated ? 2 : 1, 2]);
  });
}

test('rules_that_are_not_loaded_say_so_and_can_be_loaded_after_a_failure', async () => {
  const found = await inPage(DIST, (page) => page.evaluate(async () => {
    const { Game, load, rulesets, version } = await import('/index.js');
    const early = [];
    for (const use of [() => new Game('shatranj'), () => rulesets()]) {
      try {
        use();
      } catch (error) {
        early.push(error.message);
      }
    }
    const failure = await load('/no-such.wasm').then(() => 'none', (error) => error.constructor.name);
    await Promise.all([load(new URL('/wasm/rules_bg.wasm', location.href)), load()]);
    return { early, failure, version, legal: new Game('shatranj').legalMoves().length };
  }));
  assert.equal(found.early.length, 2);
  for (const message of found.early) assert.match(message, /await load\(\)/);
  assert.notEqual(found.failure, 'none');
  assert.match(found.version, /^\d+\.\d+\.\d+$/);
  assert.equal(found.legal, 16);
});
