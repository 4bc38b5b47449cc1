// Runs every scene on desktop and phone screens, several at a time; prints "N passed, N failed".
import AxeBuilder from '@axe-core/playwright';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { scenes as around } from './around.mjs';
import { scenes as arrival } from './arrival.mjs';
import { scenes as first } from './first.mjs';
import { scenes as live } from './live.mjs';
import { scenes as board } from './scenes.mjs';
import { openServer } from './server.mjs';
import { PlayerPage } from './player.mjs';

const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
};
const scenes = { ...board, ...live, ...around, ...arrival, ...first };
const screens = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** Console errors of Chromium for connections cut on purpose. */
const EXPECTED = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection to/;
/** Console errors of scenes that open a missing page on purpose. */
const LOST = { places: /status of 404/ };
const pictures = mkdtempSync(join(tmpdir(), 'rukh-e2e-'));
const wanted = process.argv.slice(2);
/** Scenes mostly wait, so several run in parallel. */
const WORKERS = Number(process.env.RUKH_WORKERS ?? 4);
const SLOW = ['claims', 'clocks'];

async function play(browser, server, screen, name) {
  const players = [];
  const errors = [];
  const isExpected = (text) => EXPECTED.test(text) || !!LOST[name]?.test(text);
  const seat = async () => {
    const context = await browser.newContext({ viewport: screens[screen], hasTouch: screen === 'phone' });
    context.on('console', (message) => message.type() === 'error' && !isExpected(message.text()) && errors.push(message.text()));
    context.on('weberror', (error) => errors.push(error.error().message));
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const player = new PlayerPage(page, server, seat);
    players.push(player);
    return player;
  };
  try {
    const player = await seat();
    const taking = (what, page = player.page) => shoot(page, `${screen}-${what}`);
    taking.plainly = (what, page = player.page) => photograph(page, `${screen}-${what}`);
    await scenes[name](player, taking);
    await checkPage(player.page);
    if (errors.length) throw new Error(`the console says: ${errors.join(' | ')}`);
  } catch (error) {
    for (const [i, { page }] of players.entries()) {
      await page.screenshot({ path: join(pictures, `failed-${screen}-${name}-${i}.png`) }).catch(() => {});
    }
    throw error;
  } finally {
    for (const { page } of players) await page.context().close();
  }
}

const photograph = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

async function shoot(page, name) {
  await photograph(page, name);
  await checkPage(page);
}

/** No horizontal overflow and no accessibility violations. */
async function checkPage(page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) throw new Error(`the page is ${excess} px too wide`);
  // Legacy mode: pages have no frames, so axe needs no extra page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']);
  const { violations } = await axe.analyze();
  const found = violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ; ')}`);
  if (found.length) throw new Error(`axe: ${found.join(' | ')}`);
}

/** Worker: runs scenes from the queue against its own server, so lobbies do not mix. */
async function work(browser, queue) {
  const server = await openServer();
  const failed = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { screen, name } = next;
    const begun = Date.now();
    const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
    try {
      await play(browser, server, screen, name);
      console.log(`ok      ${screen} ${name} (${seconds()})`);
    } catch (error) {
      failed.push(next);
      console.log(`FAILED  ${screen} ${name} (${seconds()})\n        ${error.message}`);
    }
  }
  await server.stop();
  return failed;
}

function readQueue() {
  const all = Object.keys(scenes).flatMap((name) => Object.keys(screens).map((screen) => ({ screen, name })));
  // Slow scenes start first.
  all.sort((a, b) => SLOW.includes(b.name) - SLOW.includes(a.name));
  return all.filter(({ screen, name }) => !wanted.length || wanted.some((word) => `${screen} ${name}`.includes(word)));
}

async function main() {
  const begun = Date.now();
  const queue = readQueue();
  const total = queue.length;
  const browser = await chromium.launch(CHROMIUM);
  const workers = process.env.RUKH_URL ? 1 : Math.min(WORKERS, total);
  const failed = (await Promise.all(Array.from({ length: workers }, () => work(browser, queue)))).flat().length;
  await browser.close();
  console.log(`pictures in ${pictures}`);
  console.log(`${total - failed} passed, ${failed} failed, in ${Math.round((Date.now() - begun) / 1000)} s`);
  process.exitCode = failed || !total ? 1 : 0;
}

await main();
