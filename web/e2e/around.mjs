// What is around a game: the keyboard, clocks, players who leave, a server that goes, the night.
import assert from 'node:assert/strict';

const human = { kind: 'human' };
/** Men enough on both sides, and a queen's-side pawn about to become something. */
const MIXED = 'r3k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1';

export const scenes = { keyboard, typed, clocks, claims, restarted, days, night, places };

/** A whole game without a pointer: placing, taking back, offers, moving in advance, giving up. */
async function keyboard(table, shoot) {
  const { other } = await table.meet({ instance: 'senterej' });
  const { keyboard: keys } = table.page;
  const walk = async (...names) => {
    for (const name of names) await keys.press(name);
  };
  await tabTo(table, '[data-cell]');
  await goTo(table, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.holds('e3', /White/);
  await table.free('e3');
  await walk('Delete');
  await other.holds('e2', /White/);
  await table.free('e2');
  await goTo(table, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await table.free('e3');
  await table.until(async () => /e2 to e3/.test(loose(await table.page.locator('#app > [aria-live]').innerText())), 'the move to be spoken');
  await other.press('Offer to start turns');
  await table.says('Black offers to start turns.');
  await tabTo(table, 'button', 'Accept');
  await walk('Enter');
  await table.page.locator('.status .line').getByText(/to move/).waitFor();
  if (await table.page.getByText('Black to move').isVisible()) await other.click('a7', 'a6');
  await table.says('White to move');
  await tabTo(table, '[data-cell]');
  await goTo(table, 'a2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.holds('a3', /White/);
  await table.says('Black to move');
  await goTo(table, 'b2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await table.says('Next: b2–b3');
  await shoot('keyboard');
  await walk('Escape');
  await table.until(async () => !(await table.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await tabTo(table, 'button', 'Offer a draw');
  await walk('Enter');
  await other.says('White offers a draw.');
  await other.press('Decline');
  await tabTo(table, 'button', 'Resign');
  await walk('Enter');
  await tabTo(table, '.ask button', 'Resign');
  await walk('Enter');
  await table.page.waitForSelector('.outcome');
  await tabTo(table, 'button', 'Rematch');
  await table.press('Flip board');
  const [a1, h8] = [await table.cell('a1').boundingBox(), await table.cell('h8').boundingBox()];
  assert.ok(a1.y < h8.y, 'the board is turned');
}

const loose = (text) => text.replace(/[\u2066-\u2069]/g, '');

/** Presses Tab until the focus is there; wherever it passes it has to be seen. */
async function tabTo(table, selector, name) {
  for (let i = 0; i < 120; i++) {
    await table.page.keyboard.press('Tab');
    const at = await table.page.evaluate(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const frame = element.closest('label');
      const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      const isFramed = !!frame && getComputedStyle(frame).outlineStyle !== 'none';
      return { isPage: element !== document.body, isSeen: isSeen || isFramed, what: element.outerHTML.slice(0, 80) };
    });
    if (at.isPage) assert.ok(at.isSeen, `the focus cannot be seen on ${at.what}`);
    const isThere = await table.page.evaluate(
      ([wanted, text]) => document.activeElement.matches(wanted) && (!text || document.activeElement.innerText === text),
      [selector, name],
    );
    if (isThere) return;
  }
  throw new Error(`the keyboard never comes to ${name ?? selector}`);
}

/** Walks over the board with the arrows. */
async function goTo(table, cell) {
  const read = () => table.page.evaluate(() => document.activeElement.dataset.cell);
  for (let i = 0; i < 30; i++) {
    const at = await read();
    if (at === cell) return;
    const key = at[0] === cell[0] ? (Number(at.slice(1)) < Number(cell.slice(1)) ? 'ArrowUp' : 'ArrowDown') : at[0] < cell[0] ? 'ArrowRight' : 'ArrowLeft';
    await table.page.keyboard.press(key);
  }
  throw new Error(`the arrows never come to ${cell}`);
}

/** Moves written down, in the turn and before it. */
async function typed(table, shoot) {
  const { other } = await table.meet({ instance: 'shatranj', fen: MIXED });
  const write = async (one, text) => {
    await one.page.getByLabel('Type a move').fill(text);
    await one.page.keyboard.press('Enter');
  };
  await table.turn();
  await write(table, 'e2e5');
  await table.says('There is no piece on e2.');
  await write(table, 'a3');
  await other.holds('a3', /White/);
  await write(table, 'b2-b3');
  await table.says('Next: b2–b3');
  await shoot('typed');
  await other.turn();
  await write(other, 'a7a6');
  await table.holds('b3', /White/);
  assert.equal(await table.page.getByLabel('Type a move').inputValue(), '');
}

async function clocks(table, shoot) {
  // The time for marshalling runs while both pages open, beside others that do on a slow machine.
  const { other } = await table.meet({ instance: 'senterej', time: { kind: 'fischer', initial: 9, increment: 0, marshal: 25 } });
  const running = () => table.page.locator('.player .clock.running .text').innerText();
  await table.click('e2', 'e3');
  await other.press('I’m ready');
  await table.page.locator('.marshal .clock').waitFor();
  await shoot('marshal');
  await table.page.locator('.player .clock.low.running').waitFor({ timeout: 40_000 });
  await table.says('White to move');
  const before = await running();
  await table.until(async () => (await running()) !== before, 'the clock to run');
  await other.press('+15 s for opponent');
  await table.says('White gets 15 seconds.');
  await table.until(async () => parseInt((await running()).slice(2), 10) > 14, 'the time to be given');
  await shoot('clocks');
  await table.turn();
  await table.moveAny();
  await table.page.locator('.outcome').waitFor({ timeout: 15_000 });
  assert.match(await table.text('.outcome h2'), /White wins/);
  await other.page.locator('.outcome').waitFor();
  await shoot('time-out');
}

/** Who comes back after a reload is the same player still; from who stays away the game may be claimed. */
async function claims(table, shoot) {
  const { other } = await table.meet({ instance: 'senterej', time: { kind: 'fischer', initial: 600, increment: 0, marshal: 600 } });
  await table.page.reload();
  await table.board();
  await table.turn();
  await table.click('a2', 'a3');
  await other.holds('a3', /White/);
  await other.page.goto(`${table.url}/rules/shatranj`);
  await table.says(/left \W*\d+\W+s\W+ago/);
  await table.says('Your opponent left.');
  await shoot('gone');
  await table.page.getByRole('button', { name: 'Claim victory' }).click({ timeout: 70_000 });
  await table.page.waitForSelector('.outcome');
  assert.match(await table.text('.outcome h2'), /White wins/);
}

/** A server that is killed and comes back goes on with every game, and charges nobody. */
async function restarted(table, shoot) {
  if (!table.server.restart) return;
  const { other } = await table.meet({ instance: 'senterej', time: { kind: 'fischer', initial: 300, increment: 3, marshal: 120 } });
  await table.page.evaluate(() => (globalThis.stayed = true));
  await table.click('c2', 'c3');
  await other.holds('c3', /White/);
  await table.server.restart(async () => {
    await table.says('Reconnecting');
    await shoot('reconnecting');
    await table.click('d2', 'd3');
    await table.holds('d3', /White/);
  });
  await other.holds('d3', /White/);
  await table.says('The server was down for');
  await table.until(async () => !(await table.page.locator('.lost').count()), 'the banner to go');
  await other.click('e7', 'e6');
  await table.holds('e6', /Black/);
  assert.equal(await table.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

async function days(table, shoot) {
  const { other } = await table.meet({ instance: 'senterej', time: { kind: 'days', days: 3, marshal_days: 2 } });
  await table.click('e2', 'e3');
  await other.holds('e3', /White/);
  await table.page.locator('.marshal').getByText(/[12]\W* d/).waitFor();
  await other.press('Offer to start turns');
  await table.press('Accept');
  await table.page.locator('.player .clock.running').getByText(/[23]\W* d/).waitFor();
  await shoot('days');
}

/** By night everything has to be read as well. */
async function night(table, shoot) {
  await table.page.emulateMedia({ colorScheme: 'dark' });
  await table.meet({ instance: 'senterej', time: { kind: 'fischer', initial: 300, increment: 3, marshal: 120 } });
  await table.click('g1', 'f3');
  await table.page.getByRole('button', { name: /^Undo .*g1.*f3/ }).waitFor();
  await table.cell('f3').click();
  await shoot('night-game');
  await table.page.goto(`${table.url}/`);
  await table.page.waitForSelector('.boards a');
  await shoot('night-home');
  for (const ruleset of ['oblong-dice', 'mideast', 'shatranj']) {
    await table.sit({ instance: ruleset, white: human, black: human });
    await shoot(`night-${ruleset}`);
  }
  await table.resign();
  await shoot('night-over');
  await table.page.goto(`${table.url}/new/mideast`);
  await table.page.getByRole('button', { name: 'Start game' }).waitFor();
  await shoot('night-create');
}

/** Pages in the states nobody comes to by playing. */
async function places(table, shoot) {
  await table.page.goto(`${table.url}/games`);
  await table.choose('whose', 'me');
  await table.says('You haven’t played any games yet.');
  await shoot('games-empty');
  for (const ruleset of ['senterej', 'oblong-dice', 'mideast']) {
    await table.page.goto(`${table.url}/new/${ruleset}`);
    await table.page.getByText('Rule options').click();
    const options = table.page.locator('.folded details details summary');
    if (await options.count()) await options.first().click();
    await shoot(`create-${ruleset}`);
  }
  await table.page.goto(`${table.url}/game/nosuchgame`);
  await table.page.locator('[role=alert]').waitFor();
  await table.page.goto(`${table.url}/challenge/nosuchseek`);
  await table.page.getByRole('heading', { name: 'This invite has ended' }).waitFor();
  await shoot('gone-challenge');
  await table.page.goto(`${table.url}/nowhere/at/all`);
  await table.page.getByRole('heading', { name: 'Page not found' }).waitFor();
}
