// Whole games in the page; every scene runs on desktop and phone screens.
import assert from 'node:assert/strict';

const human = { kind: 'human', name: '' };

export const scenes = { home, wereraGame, twoScreens, lostLine, refusal, diceGame, engineGame, promotion, mate, rules, settings };

async function home(player, shoot) {
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.boards a');
  assert.ok((await player.page.locator('.boards li').count()) >= 4, 'a board for every ruleset');
  await shoot('home');
  await player.page.locator('.card', { hasText: 'Senterej' }).first().click();
  await player.page.waitForURL('**/new/senterej*');
  await player.page.getByRole('button', { name: 'Start game' }).waitFor();
}

async function wereraGame(player, shoot) {
  await player.create('senterej', 'screen');
  await player.click('e2', 'e3');
  await player.click('d7', 'd6');
  await player.drag('g1', 'f3');
  await player.waitForPiece('f3', /White.*(horse|knight|feresenya)/i);
  await player.until(async () => (await player.movable()).includes('e3'), 'the pawn to be free again');
  await player.click('e3', 'e4');
  await player.waitForPiece('e4', /White/);
  await player.click('b1', 'c3');
  await player.waitForPiece('c3', /White/);
  await shoot('werera');
  await player.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).click();
  await player.waitForEmpty('c3');
  await player.waitForPiece('b1', /White/);
  await player.click('d6', 'd5');
  await player.waitForPiece('d5', /Black/);
  await player.until(async () => (await player.movable()).includes('e4'), 'the capture to be offered');
  await player.click('e4', 'd5');
  await player.waitForPiece('d5', /White/);
  await player.page.getByText('Black to move').waitFor();
  assert.deepEqual((await player.movable()).filter((cell) => cell.endsWith('1') || cell.endsWith('2')), [], 'White waits');
  for (let i = 0; i < 6 && !(await player.isOver()); i++) {
    await player.turn();
    const before = (await player.moves()).length;
    await player.moveAny();
    await player.until(async () => (await player.moves()).length > before, 'the move in the list');
  }
  await shoot('turns');
  if (!(await player.isOver())) await player.resign();
  assert.match(await player.text('.outcome h2'), /wins|Draw/);
  await shoot('over');
  await player.clickButton('Rematch');
  await player.until(async () => (await player.movable()).length > 16, 'a new werera');
}

async function twoScreens(player) {
  const game = await player.openNewGame({ instance: 'senterej', white: human, black: human });
  const other = await player.page.context().newPage();
  await other.goto(`${player.url}/game/${game.id}`);
  await other.waitForSelector('.cells .cell');
  await other.locator('[data-cell="a7"]').click();
  await other.locator('[data-cell="a6"]').click();
  await player.waitForPiece('a6', /Black/);
  await Promise.all([player.click('h2', 'h3'), other.locator('[data-cell="h7"]').click().then(() => other.locator('[data-cell="h6"]').click())]);
  await player.waitForPiece('h6', /Black/);
  await player.waitForPiece('h3', /White/);
  await other.waitForFunction(() => document.querySelector('[data-cell="h3"]').getAttribute('aria-label') !== 'h3');
  await other.close();
}

async function lostLine(player) {
  let line;
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    socket.connectToServer();
    line = socket;
  });
  await player.openNewGame({ instance: 'senterej', white: human, black: human });
  await player.page.evaluate(() => (globalThis.stayed = true));
  await player.click('c2', 'c3');
  await player.waitForPiece('c3', /White/);
  await line.close({ code: 1012 });
  await player.click('f7', 'f6');
  await player.waitForPiece('f6', /Black/);
  await player.until(async () => (await player.page.locator('.placed li').count()) === 2, 'the move made without a line to arrive');
  assert.equal(await player.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

/** A late move is shown, refused and undone with the reason. */
async function refusal(player) {
  let release = () => {};
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (release = () => server.send(message)));
  });
  const game = await player.openNewGame({ instance: 'senterej', white: human, black: human });
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /White/);
  await player.answer(game.id, 'e2', 'e3');
  await player.answer(game.id, 'e3', 'e4');
  await player.waitForPiece('e4', /White/);
  release();
  await player.page.locator('.toasts p').first().waitFor();
  await player.waitForEmpty('e3');
}

async function diceGame(player, shoot) {
  await player.create('oblong-dice', 'screen');
  const box = await player.page.locator('.cells').boundingBox();
  const isWide = player.page.viewportSize().width > 700;
  assert.equal(box.width > box.height, isWide, 'the long board lies on a desk and stands on a phone');
  let passes = 0;
  for (let turn = 0; turn < 24 && !(await player.isOver()); turn++) {
    await player.turn();
    if (await player.isOver()) break;
    const before = (await player.moves()).length;
    const mayPass = await player.passButton().isVisible();
    if (mayPass && (passes === 0 || !(await player.movable()).length)) {
      await player.passButton().click();
      passes++;
    } else await player.moveAny();
    await player.until(async () => (await player.moves()).length > before || (await player.isOver()), 'the turn in the list');
  }
  await shoot('dice');
  const list = (await player.moves()).join(' ');
  assert.ok(passes > 0 || /pass/i.test(list), 'there was a pass');
  assert.match(list, /[1-6]/);
  const held = await player.page.evaluate(() => [...document.querySelectorAll('.moves .visually-hidden')].map((word) => !!word.offsetParent?.closest('.moves')));
  assert.ok(held.length > 0 && held.every(Boolean), 'what only screen readers read scrolls with the list');
  if (!(await player.isOver())) await player.resign();
}

async function engineGame(player, shoot) {
  await player.create('shatranj', 'engine');
  for (let i = 0; i < 4 && !(await player.isOver()); i++) {
    await player.turn();
    const before = (await player.moves()).length;
    await player.moveAny();
    await player.until(async () => (await player.moves()).length >= before + 2 || (await player.isOver()), 'the answer of the computer');
  }
  await shoot('engine');
  if (!(await player.isOver())) await player.resign();
  assert.match(await player.text('.outcome h2'), /Black wins|White wins|Draw/);
}

async function promotion(player, shoot) {
  await player.openNewGame({ instance: 'mideast', white: human, black: human, fen: '9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1' });
  await player.click('a9', 'a10');
  await player.page.waitForSelector('[data-promotion]');
  assert.equal(await player.page.locator('[data-promotion]').count(), 8, 'eight promotion choices');
  await shoot('promotion');
  await player.page.keyboard.press('Escape');
  await player.waitForPiece('a9', /White/);
  await player.click('a9', 'a10');
  await player.page.locator('[data-promotion="v"]').click();
  await player.waitForPiece('a10', /cavalier/i);
}

/** The style of a mate is shown with the result. */
async function mate(player, shoot) {
  await player.openNewGame({ instance: 'senterej', white: human, black: human, fen: '7k/6pp/8/8/7n/7n/8/R3K3 w - - 0 1' });
  if (await player.page.getByRole('button', { name: 'Start taking turns' }).isVisible()) {
    await player.clickButton('Start taking turns');
    await player.clickButton('Start taking turns');
    await player.waitForText('White to move');
  }
  await player.click('a1', 'a8');
  await player.page.locator('.outcome .style').waitFor();
  for (const name of ['PGN', 'JSONL']) {
    const address = await player.page.locator('.outcome').getByRole('link', { name, exact: true }).getAttribute('href');
    assert.ok((await player.page.request.get(new URL(address, player.url).href)).ok(), `${name} to take away`);
  }
  await shoot('mate');
}

async function rules(player, shoot) {
  await player.page.goto(`${player.url}/rules/senterej`);
  await player.page.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  assert.ok((await player.page.locator('article').count()) > 0, 'laws');
  await shoot('rules');
}

async function settings(player, shoot) {
  await player.page.goto(`${player.url}/new/shatranj`);
  await player.page.waitForSelector('.board');
  await player.clickButton('Settings');
  await shoot('settings');
  await player.page.getByText('International').click();
  await player.page.getByText('Dark', { exact: true }).click();
  await player.page.getByRole('combobox').selectOption('plain-chequered');
  await player.clickButton('Done');
  assert.equal(await player.page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.equal(await player.page.locator('.board').getAttribute('data-skin'), 'plain-chequered');
  await shoot('dark');
}
