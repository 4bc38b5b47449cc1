// Around the game: keyboard, clocks, absent players, server restarts, dark mode.
import assert from 'node:assert/strict';

const human = { kind: 'human' };
/** A small position with pieces on both sides. */
const MIXED = 'r3k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1';

export const scenes = { keyboard, typed, clocks, claims, restarted, days, night, places };

/** A whole game by keyboard: placing, retracting, offers, premoves, resigning. */
async function keyboard(player, shoot) {
  const { other } = await player.startGame({ instance: 'senterej' });
  const { keyboard: keys } = player.page;
  const walk = async (...names) => {
    for (const name of names) await keys.press(name);
  };
  await tabTo(player, '[data-cell]');
  await focusCell(player, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.waitForPiece('e3', /White/);
  await player.waitUntilMovable('e3');
  await walk('Delete');
  await other.waitForPiece('e2', /White/);
  await player.waitUntilMovable('e2');
  await focusCell(player, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await player.waitUntilMovable('e3');
  await player.until(async () => /e2 to e3/.test(stripIsolation(await player.page.locator('#app > [aria-live]').innerText())), 'the move to be spoken');
  await other.clickButton('Offer to start turns');
  await player.waitForText('Black offers to start turns.');
  await tabTo(player, 'button', 'Accept');
  await walk('Enter');
  await player.page.locator('.status .line').getByText(/to move/).waitFor();
  if (await player.page.getByText('Black to move').isVisible()) await other.click('a7', 'a6');
  await player.waitForText('White to move');
  await tabTo(player, '[data-cell]');
  await focusCell(player, 'a2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.waitForPiece('a3', /White/);
  await player.waitForText('Black to move');
  await focusCell(player, 'b2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await player.waitForText('Next: b2–b3');
  await shoot('keyboard');
  await walk('Escape');
  await player.until(async () => !(await player.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await tabTo(player, 'button', 'Offer a draw');
  await walk('Enter');
  await other.waitForText('White offers a draw.');
  await other.clickButton('Decline');
  await tabTo(player, 'button', 'Resign');
  await walk('Enter');
  await tabTo(player, '.ask button', 'Resign');
  await walk('Enter');
  await player.page.waitForSelector('.outcome');
  await tabTo(player, 'button', 'Rematch');
  await player.clickButton('Flip board');
  const [a1, h8] = [await player.cell('a1').boundingBox(), await player.cell('h8').boundingBox()];
  assert.ok(a1.y < h8.y, 'the board is turned');
}

const stripIsolation = (text) => text.replace(/[\u2066-\u2069]/g, '');

/** Presses Tab until an element is focused; the focus must be visible on the way. */
async function tabTo(player, selector, name) {
  for (let i = 0; i < 120; i++) {
    await player.page.keyboard.press('Tab');
    const at = await player.page.evaluate(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const frame = element.closest('label');
      const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      const isFramed = !!frame && getComputedStyle(frame).outlineStyle !== 'none';
      return { isPage: element !== document.body, isSeen: isSeen || isFramed, what: element.outerHTML.slice(0, 80) };
    });
    if (at.isPage) assert.ok(at.isSeen, `the focus cannot be seen on ${at.what}`);
    const isThere = await player.page.evaluate(
      ([wanted, text]) => document.activeElement.matches(wanted) && (!text || document.activeElement.innerText === text),
      [selector, name],
    );
    if (isThere) return;
  }
  throw new Error(`the keyboard never comes to ${name ?? selector}`);
}

/** Moves the focus over the board with the arrow keys. */
async function focusCell(player, cell) {
  const read = () => player.page.evaluate(() => document.activeElement.dataset.cell);
  for (let i = 0; i < 30; i++) {
    const at = await read();
    if (at === cell) return;
    const key = at[0] === cell[0] ? (Number(at.slice(1)) < Number(cell.slice(1)) ? 'ArrowUp' : 'ArrowDown') : at[0] < cell[0] ? 'ArrowRight' : 'ArrowLeft';
    await player.page.keyboard.press(key);
  }
  throw new Error(`the arrows never come to ${cell}`);
}

/** Typed moves and typed premoves. */
async function typed(player, shoot) {
  const { other } = await player.startGame({ instance: 'shatranj', fen: MIXED });
  const write = async (one, text) => {
    await one.page.getByLabel('Type a move').fill(text);
    await one.page.keyboard.press('Enter');
  };
  await player.turn();
  await write(player, 'e2e5');
  await player.waitForText('There is no piece on e2.');
  await write(player, 'a3');
  await other.waitForPiece('a3', /White/);
  await write(player, 'b2-b3');
  await player.waitForText('Next: b2–b3');
  await shoot('typed');
  await other.turn();
  await write(other, 'a7a6');
  await player.waitForPiece('b3', /White/);
  assert.equal(await player.page.getByLabel('Type a move').inputValue(), '');
}

async function clocks(player, shoot) {
  // The werera clock runs while both pages load, which is slow on a busy machine.
  const { other } = await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 9, increment: 0, werera: 25 } });
  const running = () => player.page.locator('.player .clock.running .text').innerText();
  await player.click('e2', 'e3');
  await other.clickButton('I’m ready');
  await player.page.locator('.marshal .clock').waitFor();
  await shoot('marshal');
  await player.page.locator('.player .clock.low.running').waitFor({ timeout: 40_000 });
  await player.waitForText('White to move');
  const before = await running();
  await player.until(async () => (await running()) !== before, 'the clock to run');
  await other.clickButton('+15 s for opponent');
  await player.waitForText('White gets 15 seconds.');
  await player.until(async () => parseInt((await running()).slice(2), 10) > 14, 'the time to be given');
  await shoot('clocks');
  await player.turn();
  await player.moveAny();
  await player.page.locator('.outcome').waitFor({ timeout: 15_000 });
  assert.match(await player.text('.outcome h2'), /White wins/);
  await other.page.locator('.outcome').waitFor();
  await shoot('time-out');
}

/** A reload keeps the player; the game of an absent player can be claimed. */
async function claims(player, shoot) {
  const { other } = await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 600, increment: 0, werera: 600 } });
  await player.page.reload();
  await player.board();
  await player.turn();
  await player.click('a2', 'a3');
  await other.waitForPiece('a3', /White/);
  await other.page.goto(`${player.url}/rules/shatranj`);
  await player.waitForText(/left \W*\d+\W+s\W+ago/);
  await player.waitForText('Your opponent left.');
  await shoot('gone');
  await player.page.getByRole('button', { name: 'Claim victory' }).click({ timeout: 70_000 });
  await player.page.waitForSelector('.outcome');
  assert.match(await player.text('.outcome h2'), /White wins/);
}

/** A restarted server continues every game, and no clock is charged. */
async function restarted(player, shoot) {
  if (!player.server.restart) return;
  const { other } = await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 } });
  await player.page.evaluate(() => (globalThis.stayed = true));
  await player.click('c2', 'c3');
  await other.waitForPiece('c3', /White/);
  await player.server.restart(async () => {
    await player.waitForText('Reconnecting');
    await shoot('reconnecting');
    await player.click('d2', 'd3');
    await player.waitForPiece('d3', /White/);
  });
  await other.waitForPiece('d3', /White/);
  await player.waitForText('The server was down for');
  await player.until(async () => !(await player.page.locator('.lost').count()), 'the banner to go');
  await other.click('e7', 'e6');
  await player.waitForPiece('e6', /Black/);
  assert.equal(await player.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

async function days(player, shoot) {
  const { other } = await player.startGame({ instance: 'senterej', time_control: { kind: 'days', days: 3, werera_days: 2 } });
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /White/);
  await player.page.locator('.marshal').getByText(/[12]\W* d/).waitFor();
  await other.clickButton('Offer to start turns');
  await player.clickButton('Accept');
  await player.page.locator('.player .clock.running').getByText(/[23]\W* d/).waitFor();
  await shoot('days');
}

/** Everything is readable in dark mode. */
async function night(player, shoot) {
  await player.page.emulateMedia({ colorScheme: 'dark' });
  await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 } });
  await player.click('g1', 'f3');
  await player.page.getByRole('button', { name: /^Undo .*g1.*f3/ }).waitFor();
  await player.cell('f3').click();
  await shoot('night-game');
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.boards a');
  await shoot('night-home');
  for (const ruleset of ['oblong-dice', 'mideast', 'shatranj']) {
    await player.openNewGame({ instance: ruleset, white: human, black: human });
    await shoot(`night-${ruleset}`);
  }
  await player.resign();
  await shoot('night-over');
  await player.page.goto(`${player.url}/new/mideast`);
  await player.page.getByRole('button', { name: 'Start game' }).waitFor();
  await shoot('night-create');
}

/** Pages in states that are not reached by playing. */
async function places(player, shoot) {
  await player.page.goto(`${player.url}/games`);
  await player.choose('whose', 'me');
  await player.waitForText('You haven’t played any games yet.');
  await shoot('games-empty');
  for (const ruleset of ['senterej', 'oblong-dice', 'mideast']) {
    await player.page.goto(`${player.url}/new/${ruleset}`);
    await player.page.getByText('Rule options').click();
    const options = player.page.locator('.folded details details summary');
    if (await options.count()) await options.first().click();
    await shoot(`create-${ruleset}`);
  }
  await player.page.goto(`${player.url}/game/nosuchgame`);
  await player.page.locator('[role=alert]').waitFor();
  await player.page.goto(`${player.url}/challenge/nosuchseek`);
  await player.page.getByRole('heading', { name: 'This invite has ended' }).waitFor();
  await shoot('gone-challenge');
  await player.page.goto(`${player.url}/nowhere/at/all`);
  await player.page.getByRole('heading', { name: 'Page not found' }).waitFor();
}
