// Plays every ruleset in the page from start to result, alternating desktop and
// phone: random clicks against the weakest engine level.
// Slow; not part of the gate. Prints "N passed, N failed".
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { openServer } from './server.mjs';
import { PlayerPage } from './player.mjs';

const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
};
const WORKERS = 4;
const MAX_TURNS = 700;
const PLACEMENTS_BEFORE_CAPTURES = 8;

const pictures = mkdtempSync(join(tmpdir(), 'rukh-marathon-'));
const server = await openServer();
const browser = await chromium.launch(CHROMIUM);

const read = async (path) => (await fetch(`${server.url}${path}`)).json();
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Picks a move for White: a capture if possible, in the werera only after some placements. */
function choose(view, placed) {
  const all = Object.entries(view.legal_moves.white ?? {}).flatMap(([from, moves]) => moves.map((one) => ({ from, ...one })));
  const captures = all.filter((one) => one.capture);
  const fights = view.node !== 'werera' || placed >= PLACEMENTS_BEFORE_CAPTURES;
  if (captures.length && fights) return pick(captures);
  return pick(all.filter((one) => !one.capture)) ?? pick(all);
}

async function turn(player, id, state) {
  const { view } = await read(`/api/v1/games/${id}`);
  if (view.result) return view.result;
  const mine = view.node === 'werera' ? view.turn !== 'black' : view.node === 'choice' && view.turn === 'white';
  if (!mine) return player.page.waitForTimeout(60);
  const chosen = choose(view, state.placed);
  if (!chosen) {
    if (view.pass) await player.page.getByRole('button', { name: /^pass$/i }).first().click({ timeout: 2000 }).catch(() => {});
    return player.page.waitForTimeout(60);
  }
  if (view.node === 'werera' && ++state.placed > 40) {
    const begin = player.page.getByRole('button', { name: 'Start taking turns' });
    await begin.first().click({ timeout: 2000 }).catch(() => {});
    await begin.last().click({ timeout: 2000 }).catch(() => {});
    return player.page.waitForTimeout(200);
  }
  await player.click(chosen.from, chosen.to).catch(() => {});
  if (chosen.promotion) await player.page.locator(`[data-promotion="${chosen.promotion}"]`).click({ timeout: 800 }).catch(() => {});
  await player.page.waitForTimeout(view.node === 'werera' ? 300 : 80);
}

async function play(id, screen) {
  const viewport = screen === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 };
  const page = await browser.newPage({ viewport });
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(5000);
  const player = new PlayerPage(page, server);
  await page.goto(`${server.url}/new/${id}`);
  await page.locator('input[name="opponent"][value="engine"]').check();
  await page.locator('input[name="level"][value="1"]').check();
  await page.locator('input[name="colour"][value="white"]').check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForURL('**/game/*');
  await player.board();
  const game = new URL(page.url()).pathname.split('/').pop();
  const state = { placed: 0 };
  let result;
  for (let turns = 0; !result && turns < MAX_TURNS * 4; turns++) result = await turn(player, game, state);
  if (!result) throw new Error('the game has no result');
  await page.getByText(result.text, { exact: false }).first().waitFor();
  await page.screenshot({ path: join(pictures, `${id}-${screen}.png`) });
  if (errors.length) throw new Error(`the console says: ${errors.join(' | ')}`);
  const { view } = await read(`/api/v1/games/${game}`);
  await page.close();
  return `${view.result.text} (event ${view.seq})`;
}

const wanted = process.argv.slice(2);
const { rulesets } = await read('/api/v1/rulesets');
const queue = rulesets.map((one) => one.id).filter((id) => !wanted.length || wanted.includes(id));
let [passed, failed] = [0, 0];
const worker = async (number) => {
  for (let id = queue.shift(); id; id = queue.shift()) {
    const screen = (queue.length + number) % 2 ? 'phone' : 'desk';
    try {
      console.log(`ok      ${id} ${screen}: ${await play(id, screen)}`);
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAILED  ${id} ${screen}: ${error.message}`);
    }
  }
};
await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
await browser.close();
await server.stop();
console.log(`pictures in ${pictures}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
