// Plays every scene on a desk and on a phone; several at a time; prints "N passed, N failed".
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
import { Table } from './table.mjs';

const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
};
const scenes = { ...board, ...live, ...around, ...arrival, ...first };
const screens = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** What Chromium itself says of a line that was cut on purpose. */
const EXPECTED = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection to/;
/** And of an address that leads nowhere, where a scene goes there on purpose. */
const LOST = { places: /status of 404/ };
const pictures = mkdtempSync(join(tmpdir(), 'rukh-e2e-'));
const wanted = process.argv.slice(2);
/** Most of a scene is waiting, so a few of them share a machine. */
const WORKERS = Number(process.env.RUKH_WORKERS ?? 4);
const SLOW = ['claims', 'clocks'];

async function play(browser, server, screen, name) {
  const tables = [];
  const errors = [];
  const isExpected = (text) => EXPECTED.test(text) || !!LOST[name]?.test(text);
  const seat = async () => {
    const context = await browser.newContext({ viewport: screens[screen], hasTouch: screen === 'phone' });
    context.on('console', (message) => message.type() === 'error' && !isExpected(message.text()) && errors.push(message.text()));
    context.on('weberror', (error) => errors.push(error.error().message));
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const table = new Table(page, server, seat);
    tables.push(table);
    return table;
  };
  try {
    const table = await seat();
    const taking = (what, page = table.page) => shoot(page, `${screen}-${what}`);
    taking.plainly = (what, page = table.page) => photograph(page, `${screen}-${what}`);
    await scenes[name](table, taking);
    await look(table.page);
    if (errors.length) throw new Error(`the console says: ${errors.join(' | ')}`);
  } catch (error) {
    for (const [i, { page }] of tables.entries()) {
      await page.screenshot({ path: join(pictures, `failed-${screen}-${name}-${i}.png`) }).catch(() => {});
    }
    throw error;
  } finally {
    for (const { page } of tables) await page.context().close();
  }
}

const photograph = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

async function shoot(page, name) {
  await photograph(page, name);
  await look(page);
}

/** Nothing may stick out sideways, and nobody may be shut out. */
async function look(page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) throw new Error(`the page is ${excess} px too wide`);
  // Pages have no frames, so that axe need not open another page to put them together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']);
  const { violations } = await axe.analyze();
  const found = violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ; ')}`);
  if (found.length) throw new Error(`axe: ${found.join(' | ')}`);
}

/** Takes scene after scene from the queue, with a server of its own so that lobbies do not mix. */
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
  // Those that have to wait begin first, so that others are played meanwhile.
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
