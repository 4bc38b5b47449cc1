// Plays every scene on a desk and on a phone; prints "N passed, N failed".
import AxeBuilder from '@axe-core/playwright';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { scenes as board } from './scenes.mjs';
import { scenes as live } from './live.mjs';
import { openServer } from './server.mjs';
import { Table } from './table.mjs';

const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
};
const scenes = { ...board, ...live };
const screens = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** What Chromium itself says of a line that was cut on purpose. */
const EXPECTED = /ERR_INTERNET_DISCONNECTED|WebSocket connection to/;
const pictures = mkdtempSync(join(tmpdir(), 'rukh-e2e-'));
const wanted = process.argv.slice(2);

async function play(browser, url, screen, name) {
  const tables = [];
  const errors = [];
  const seat = async () => {
    const context = await browser.newContext({ viewport: screens[screen], hasTouch: screen === 'phone' });
    context.on('console', (message) => message.type() === 'error' && !EXPECTED.test(message.text()) && errors.push(message.text()));
    context.on('weberror', (error) => errors.push(error.error().message));
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const table = new Table(page, url, seat);
    tables.push(table);
    return table;
  };
  try {
    const table = await seat();
    await scenes[name](table, (what, page = table.page) => shoot(page, `${screen}-${what}`));
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

async function shoot(page, name) {
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  await look(page);
}

/** Nothing may stick out sideways, and nobody may be shut out. */
async function look(page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) throw new Error(`the page is ${excess} px too wide`);
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
  const found = violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ; ')}`);
  if (found.length) throw new Error(`axe: ${found.join(' | ')}`);
}

async function main() {
  const server = await openServer();
  const browser = await chromium.launch(CHROMIUM);
  let [passed, failed] = [0, 0];
  for (const screen of Object.keys(screens)) {
    for (const name of Object.keys(scenes)) {
      const title = `${screen} ${name}`;
      if (wanted.length && !wanted.some((word) => title.includes(word))) continue;
      try {
        await play(browser, server.url, screen, name);
        passed++;
        console.log(`ok      ${title}`);
      } catch (error) {
        failed++;
        console.log(`FAILED  ${title}\n        ${error.message}`);
      }
    }
  }
  await browser.close();
  await server.stop();
  console.log(`pictures in ${pictures}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed || !passed ? 1 : 0;
}

await main();
