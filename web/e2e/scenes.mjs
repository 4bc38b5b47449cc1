// Whole games through the page; every scene is played on a desk and on a phone.
import assert from 'node:assert/strict';

const human = { kind: 'human', name: '' };

export const scenes = { home, wereraGame, twoScreens, lostLine, refusal, diceGame, engineGame, promotion, mate, rules, settings };

async function home(table, shoot) {
  await table.page.goto(`${table.url}/`);
  await table.page.waitForSelector('.boards a');
  assert.ok((await table.page.locator('.boards li').count()) >= 4, 'a board for every ruleset');
  await shoot('home');
  await table.page.locator('.card', { hasText: 'Senterej' }).first().click();
  await table.page.waitForURL('**/new/senterej*');
  await table.page.getByRole('button', { name: 'Start game' }).waitFor();
}

async function wereraGame(table, shoot) {
  await table.create('senterej', 'screen');
  await table.click('e2', 'e3');
  await table.click('d7', 'd6');
  await table.drag('g1', 'f3');
  await table.holds('f3', /White.*(horse|knight|feresenya)/i);
  await table.until(async () => (await table.movable()).includes('e3'), 'the pawn to be free again');
  await table.click('e3', 'e4');
  await table.holds('e4', /White/);
  await table.click('b1', 'c3');
  await table.holds('c3', /White/);
  await shoot('werera');
  await table.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).click();
  await table.isEmpty('c3');
  await table.holds('b1', /White/);
  await table.click('d6', 'd5');
  await table.holds('d5', /Black/);
  await table.until(async () => (await table.movable()).includes('e4'), 'the capture to be offered');
  await table.click('e4', 'd5');
  await table.holds('d5', /White/);
  await table.page.getByText('Black to move').waitFor();
  assert.deepEqual((await table.movable()).filter((cell) => cell.endsWith('1') || cell.endsWith('2')), [], 'White waits');
  for (let i = 0; i < 6 && !(await table.isOver()); i++) {
    await table.turn();
    const before = (await table.moves()).length;
    await table.moveAny();
    await table.until(async () => (await table.moves()).length > before, 'the move in the list');
  }
  await shoot('turns');
  if (!(await table.isOver())) await table.resign();
  assert.match(await table.text('.outcome h2'), /wins|Draw/);
  await shoot('over');
  await table.press('Rematch');
  await table.until(async () => (await table.movable()).length > 16, 'a new werera');
}

async function twoScreens(table) {
  const game = await table.sit({ instance: 'senterej', white: human, black: human });
  const other = await table.page.context().newPage();
  await other.goto(`${table.url}/game/${game.id}`);
  await other.waitForSelector('.cells .cell');
  await other.locator('[data-cell="a7"]').click();
  await other.locator('[data-cell="a6"]').click();
  await table.holds('a6', /Black/);
  await Promise.all([table.click('h2', 'h3'), other.locator('[data-cell="h7"]').click().then(() => other.locator('[data-cell="h6"]').click())]);
  await table.holds('h6', /Black/);
  await table.holds('h3', /White/);
  await other.waitForFunction(() => document.querySelector('[data-cell="h3"]').getAttribute('aria-label') !== 'h3');
  await other.close();
}

async function lostLine(table) {
  let line;
  await table.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    socket.connectToServer();
    line = socket;
  });
  await table.sit({ instance: 'senterej', white: human, black: human });
  await table.page.evaluate(() => (globalThis.stayed = true));
  await table.click('c2', 'c3');
  await table.holds('c3', /White/);
  await line.close({ code: 1012 });
  await table.click('f7', 'f6');
  await table.holds('f6', /Black/);
  await table.until(async () => (await table.page.locator('.placed li').count()) === 2, 'the move made without a line to arrive');
  assert.equal(await table.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

/** A move that comes too late is shown, refused, and goes back with the reason. */
async function refusal(table) {
  let release = () => {};
  await table.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (release = () => server.send(message)));
  });
  const game = await table.sit({ instance: 'senterej', white: human, black: human });
  await table.click('e2', 'e3');
  await table.holds('e3', /White/);
  await table.answer(game.id, 'e2', 'e3');
  await table.answer(game.id, 'e3', 'e4');
  await table.holds('e4', /White/);
  release();
  await table.page.locator('.toasts p').first().waitFor();
  await table.isEmpty('e3');
}

async function diceGame(table, shoot) {
  await table.create('oblong-dice', 'screen');
  const box = await table.page.locator('.cells').boundingBox();
  const isWide = table.page.viewportSize().width > 700;
  assert.equal(box.width > box.height, isWide, 'the long board lies on a desk and stands on a phone');
  let passes = 0;
  for (let turn = 0; turn < 24 && !(await table.isOver()); turn++) {
    await table.turn();
    if (await table.isOver()) break;
    const before = (await table.moves()).length;
    const mayPass = await table.passButton().isVisible();
    if (mayPass && (passes === 0 || !(await table.movable()).length)) {
      await table.passButton().click();
      passes++;
    } else await table.moveAny();
    await table.until(async () => (await table.moves()).length > before || (await table.isOver()), 'the turn in the list');
  }
  await shoot('dice');
  const list = (await table.moves()).join(' ');
  assert.ok(passes > 0 || /pass/i.test(list), 'somebody passed');
  assert.match(list, /[1-6]/);
  const held = await table.page.evaluate(() => [...document.querySelectorAll('.moves .visually-hidden')].map((word) => !!word.offsetParent?.closest('.moves')));
  assert.ok(held.length > 0 && held.every(Boolean), 'what only screen readers read scrolls with the list');
  if (!(await table.isOver())) await table.resign();
}

async function engineGame(table, shoot) {
  await table.create('shatranj', 'engine');
  for (let i = 0; i < 4 && !(await table.isOver()); i++) {
    await table.turn();
    const before = (await table.moves()).length;
    await table.moveAny();
    await table.until(async () => (await table.moves()).length >= before + 2 || (await table.isOver()), 'the answer of the computer');
  }
  await shoot('engine');
  if (!(await table.isOver())) await table.resign();
  assert.match(await table.text('.outcome h2'), /Black wins|White wins|Draw/);
}

async function promotion(table, shoot) {
  await table.sit({ instance: 'mideast', white: human, black: human, fen: '9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1' });
  await table.click('a9', 'a10');
  await table.page.waitForSelector('[data-promotion]');
  assert.equal(await table.page.locator('[data-promotion]').count(), 8, 'eight men to choose from');
  await shoot('promotion');
  await table.page.keyboard.press('Escape');
  await table.holds('a9', /White/);
  await table.click('a9', 'a10');
  await table.page.locator('[data-promotion="v"]').click();
  await table.holds('a10', /cavalier/i);
}

/** How a mate is thought of is said with the result. */
async function mate(table, shoot) {
  await table.sit({ instance: 'senterej', white: human, black: human, fen: '7k/6pp/8/8/7n/7n/8/R3K3 w - - 0 1' });
  if (await table.page.getByRole('button', { name: 'Start taking turns' }).isVisible()) {
    await table.press('Start taking turns');
    await table.press('Start taking turns');
    await table.says('White to move');
  }
  await table.click('a1', 'a8');
  await table.page.locator('.outcome .style').waitFor();
  for (const name of ['PGN', 'JSONL']) {
    const address = await table.page.locator('.outcome').getByRole('link', { name, exact: true }).getAttribute('href');
    assert.ok((await table.page.request.get(new URL(address, table.url).href)).ok(), `${name} to take away`);
  }
  await shoot('mate');
}

async function rules(table, shoot) {
  await table.page.goto(`${table.url}/rules/senterej`);
  await table.page.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  assert.ok((await table.page.locator('article').count()) > 0, 'laws');
  await shoot('rules');
}

async function settings(table, shoot) {
  await table.page.goto(`${table.url}/new/shatranj`);
  await table.page.waitForSelector('.board');
  await table.press('Settings');
  await shoot('settings');
  await table.page.getByText('International').click();
  await table.page.getByText('Dark', { exact: true }).click();
  await table.page.getByRole('combobox').selectOption('plain-chequered');
  await table.press('Done');
  assert.equal(await table.page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.equal(await table.page.locator('.board').getAttribute('data-skin'), 'plain-chequered');
  await shoot('dark');
}
