// Games between people, each at a browser of their own; played on a desk and on a phone as well.
import assert from 'node:assert/strict';
import { loosely } from './table.mjs';

const human = { kind: 'human' };
/** Oblong chess with so few men that most throws let the turn go by. */
const BARE = 'k3/4/4/4/4/p3/4/4/4/4/3P/4/4/4/4/3K w - - 0 1';

export const scenes = {
  wholeSenterej, diceVerified, demonstration, offline, challenge, replay, offers, premove, dicePremove, substitution, bundles, seeds, archive, chatting,
};

/** A wish in the lobby, taken up by another. */
async function meetInLobby(table, game, shoot) {
  const other = await table.neighbour();
  await table.page.goto(`${table.url}/`);
  await table.page.getByRole('combobox').selectOption(game);
  await table.page.getByRole('link', { name: 'Anyone' }).click();
  await table.page.waitForURL(`**/new/${game}*`);
  await table.choose('time', '5+3');
  await table.choose('colour', 'white');
  await table.press('Create open game');
  await table.says('waiting for an opponent');
  await shoot('lobby');
  await other.page.goto(`${table.url}/`);
  const accept = other.page.getByRole('button', { name: /^Join .*game of \W*Senterej/ }).first();
  await accept.waitFor();
  await shoot('lobby-other', other.page);
  await accept.click();
  await other.page.waitForURL('**/game/*');
  await table.page.waitForURL('**/game/*');
  await table.board();
  await other.board();
  return other;
}

async function wholeSenterej(table, shoot) {
  let held = null;
  let isHolding = false;
  await table.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (isHolding ? (held = () => server.send(message)) : server.send(message)));
  });
  const other = await meetInLobby(table, 'senterej', shoot);
  // Both at once, and each sees both.
  await Promise.all([table.click('e2', 'e3'), other.click('e7', 'e6')]);
  await other.free('e6');
  await Promise.all([table.click('d2', 'd3'), other.click('e6', 'e5')]);
  await other.free('e5');
  await table.free('e3');
  for (const one of [table, other]) {
    await one.holds('e3', /White/);
    await one.holds('d3', /White/);
    await one.holds('e5', /Black/);
  }
  await shoot('live-werera');
  // Both want e4. Black's word comes first, so White's man goes back, and his player is told why.
  isHolding = true;
  await table.click('e3', 'e4');
  await table.holds('e4', /White/);
  await other.click('e5', 'e4');
  await other.holds('e4', /Black/);
  await other.free('e4');
  isHolding = false;
  held();
  await table.page.locator('.toasts p').first().waitFor();
  await table.holds('e4', /Black/);
  await table.holds('e3', /White/);
  // A retraction by holding the man.
  await other.holdDown('e4');
  await other.holds('e5', /Black/);
  await table.isEmpty('e4');
  // The first capture ends the werera.
  await table.click('d3', 'd4');
  await table.free('d4');
  await table.click('d4', 'e5');
  await table.says('Black to move');
  await other.says('Black to move');
  assert.deepEqual(await table.page.locator('.cell:is(.target, .capture)').count(), 0);
  for (let i = 0; i < 4; i++) {
    const [mover, waiter] = i % 2 ? [table, other] : [other, table];
    await mover.turn();
    const before = (await mover.moves()).length;
    await mover.moveAny();
    await waiter.until(async () => (await waiter.moves()).length > before, 'the move to arrive');
  }
  await other.resign();
  await table.page.waitForSelector('.outcome');
  assert.match(await table.text('.outcome h2'), /White wins/);
  await shoot('live-over');
}

const mayMove = async (table) => (await table.movable()).length > 0;

async function diceVerified(table, shoot) {
  const { other } = await table.meet({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 12; i++) {
    const before = (await table.moves()).length;
    await table.until(async () => (await mayMove(table)) || mayMove(other), 'somebody to be able to move', 30_000);
    await ((await mayMove(table)) ? table : other).moveAny();
    await table.until(async () => (await table.moves()).length > before, 'the move in the list');
    if (i > 2 && /pass/i.test((await table.moves()).join(' '))) break;
  }
  assert.match((await table.moves()).join(' '), /pass/i, 'a throw let the turn go by');
  await other.page.goto(`${new URL(other.page.url()).href.replace('/game/', '/verify/')}`);
  await other.says('The secret is revealed after the game.');
  await shoot('verify-live', other.page);
  await table.resign();
  await table.page.getByRole('link', { name: 'Verify dice' }).first().click();
  await table.page.locator('.verdict.good').waitFor();
  const cells = await table.page.locator('tbody td:last-child').allInnerTexts();
  assert.ok(cells.length > 3 && cells.every((text) => text.includes('✓')), cells.join());
  await shoot('verify');
}

async function demonstration(table, shoot) {
  const { other, game } = await table.meet({ instance: 'senterej' });
  const bystander = await table.neighbour();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await table.says('1 spectator');
  await bystander.drag('e2', 'e4');
  await table.page.locator('[data-annotation="e4"]').waitFor();
  assert.match(await table.text('[data-annotation="e4"]'), /Chaltu/);
  await other.page.locator('[data-annotation="e4"]').waitFor();
  await bystander.holds('e2', /White/);
  await bystander.holds('e4', loosely('Chaltu suggests'));
  await shoot('demo');
  await table.page.locator('.chat-panel details summary').click();
  await table.page.getByRole('button', { name: loosely('Mute Chaltu') }).first().click();
  await table.until(async () => !(await table.page.locator('.annotation').count()), 'the annotation to leave the player who muted');
  await bystander.click('d2', 'd4');
  await other.page.locator('[data-annotation="d4"]').waitFor();
  assert.equal(await table.page.locator('.annotation').count(), 0, 'the muted one shows nothing here');
  await shoot('demo-bystander', bystander.page);
  await bystander.press('Clear');
  await bystander.until(async () => !(await bystander.page.locator('.annotation').count()), 'nothing to be shown');
}

async function offline(table) {
  const { other } = await table.meet({ instance: 'senterej' });
  await table.page.evaluate(() => (globalThis.stayed = true));
  await table.page.context().setOffline(true);
  await table.says('Reconnecting');
  await other.click('c7', 'c6');
  await other.click('f7', 'f6');
  await table.click('c2', 'c3');
  await table.holds('c3', /White/);
  await table.page.context().setOffline(false);
  await table.holds('c6', /Black/);
  await table.holds('f6', /Black/);
  await other.holds('c3', /White/);
  await table.until(async () => !(await table.page.locator('.lost').count()), 'the banner to go');
  assert.equal(await table.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

async function challenge(table, shoot) {
  await table.page.goto(`${table.url}/new/shatranj?with=friend`);
  await table.choose('time', '3d');
  await table.choose('colour', 'black');
  await shoot('create');
  await table.press('Create invite link');
  await table.page.waitForURL('**/challenge/*');
  const link = await table.page.getByLabel('Invite link').inputValue();
  assert.equal(link, table.page.url());
  await table.press('Copy');
  await shoot('challenge-own');
  const friend = await table.neighbour();
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Accept and play' }).waitFor();
  await friend.says('3 days per move');
  await friend.says('You play White');
  await friend.page.getByRole('textbox', { name: 'Your name' }).fill('Dawit');
  await friend.press('Save');
  await friend.says('You’re now Dawit.');
  await shoot('challenge', friend.page);
  await friend.press('Accept and play');
  await friend.page.waitForURL('**/game/*');
  await table.page.waitForURL('**/game/*');
  await table.board();
  await table.says('Dawit');
  await friend.turn();
  await friend.page.goto(link);
  await friend.page.waitForURL('**/game/*');
}

async function replay(table, shoot) {
  const { other, game } = await table.meet({ instance: 'senterej', time: { kind: 'fischer', initial: 300, increment: 3, marshal: 120 } });
  const bystander = await table.neighbour();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await table.answer(game.id, 'e2', 'e3');
  await other.answer(game.id, 'd7', 'd6');
  await bystander.drag('g2', 'g4');
  await table.page.locator('[data-annotation="g4"]').waitFor();
  const { seq } = (await table.read(game.id)).view.retractable.find((one) => one.from === 'e2');
  await table.act(game.id, { kind: 'retract', side: 'white', seq });
  await other.page.getByRole('button', { name: 'Hello!' }).click();
  await table.says('Hello!');
  await table.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await table.answer(game.id, 'c2', 'c3');
  await other.act(game.id, { kind: 'resign', side: 'black' });
  await table.page.waitForSelector('.outcome');
  await table.page.getByRole('link', { name: 'Replay' }).first().click();
  await table.page.waitForURL('**/replay/*');
  await table.board();
  await table.holds('e2', /White/);
  await table.press('Next move');
  await table.holds('e3', /White/);
  await table.page.keyboard.press('ArrowRight');
  await table.holds('d6', /Black/);
  await table.page.keyboard.press('ArrowRight');
  await table.holds('e2', /White/);
  assert.equal(await table.page.locator('.placed .retracted').count(), 1, 'the retraction is in the list');
  await table.choose('speed', 'instant');
  await table.press('Play');
  await table.holds('c3', /White/);
  await table.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await table.choose('speed', '8');
  await table.page.getByLabel('Position in the game').fill('0');
  await table.press('Play');
  await table.page.locator('[data-annotation="g4"]').waitFor();
  await shoot('replay');
}

async function offers(table, shoot) {
  const { other, game } = await table.meet({ instance: 'shatranj' });
  const bystander = await table.neighbour();
  await bystander.open(game.id);
  const first = new URL(table.page.url()).pathname;
  await table.click('e2', 'e3');
  await other.holds('e3', /White/);
  await other.turn();
  await other.press('Offer a draw');
  await table.says('Black offers a draw.');
  await table.until(async () => /draw/.test(await table.page.locator('body > #app > [aria-live]').innerText()), 'the offer to be spoken');
  await shoot('offer');
  await table.press('Decline');
  await other.says('White declined the draw.');
  await table.press('Undo move');
  await other.says('White asks to undo the last move.');
  await other.press('Accept');
  await table.holds('e2', /White/);
  await other.holds('e2', /White/);
  assert.deepEqual(await table.moves(), []);
  for (const [one, from, to] of [[table, 'd2', 'd3'], [other, 'd7', 'd6'], [table, 'c2', 'c3']]) {
    await one.turn();
    await one.click(from, to);
    await other.holds(to, /White|Black/);
  }
  // Looking back, with the game as it is.
  await table.page.evaluate(() => document.activeElement?.blur());
  await table.page.keyboard.press('ArrowLeft');
  await table.says('Viewing move 2');
  await table.holds('c2', /White/);
  await table.page.keyboard.press('ArrowLeft');
  await table.holds('d7', /Black/);
  await shoot('looking');
  await table.press('Back to current position');
  await table.holds('c3', /White/);
  await other.press('Offer a draw');
  await table.press('Accept');
  await table.page.getByRole('heading', { name: 'Draw', exact: true }).waitFor();
  await table.press('Rematch');
  await other.says('White wants a rematch.');
  await other.press('Accept');
  for (const one of [table, other]) await one.page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== first);
  await table.board();
  await bystander.page.getByRole('link', { name: 'Go to rematch' }).click();
  await bystander.page.waitForURL(table.page.url());
}

async function premove(table, shoot) {
  const { other } = await table.meet({ instance: 'shatranj' });
  await other.click('e7', 'e6');
  await other.says('Next: e7–e6');
  await shoot('premove', other.page);
  await other.page.keyboard.press('Escape');
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await other.click('e7', 'e6');
  await other.page.locator('.arrows g.premove').waitFor();
  await other.page.reload();
  await other.says('Next: e7–e6');
  await table.click('a2', 'a3');
  await table.holds('e6', /Black/);
  await other.holds('e6', /Black/);
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the path to go with the move');
}

async function dicePremove(table, shoot) {
  const { other } = await table.meet({ instance: 'oblong-dice' });
  let [mover, waiter] = [table, other];
  await table.until(async () => (await mayMove(table)) || (await mayMove(other)), 'a throw', 30_000);
  if (!(await table.page.locator('.player.on').getByText('White').count())) [mover, waiter] = [other, table];
  const own = waiter === table ? ['b5', 'b6'] : ['b12', 'b11'];
  assert.deepEqual(await waiter.movable(), [], 'nothing can be moved out of turn');
  await waiter.click(...own);
  await waiter.page.getByRole('button', { name: /^if I roll \W*\d/ }).first().click();
  await waiter.says(/^Next: .* if I roll \W*\d/);
  await shoot('premove-dice', waiter.page);
  await waiter.press('Cancel');
  await waiter.until(async () => !(await waiter.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await mover.turn();
}

/** A man placed already goes elsewhere from where he came, or back, in one act. */
async function substitution(table, shoot) {
  await table.sit({ instance: 'senterej', white: human, black: human });
  await table.click('b1', 'c3');
  await table.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).waitFor();
  await table.cell('c3').click();
  await table.page.locator('[data-cell="a3"].substitute').waitFor();
  await shoot('instead');
  await table.cell('a3').click();
  await table.holds('a3', /White/);
  await table.isEmpty('c3');
  await table.until(async () => (await table.page.locator('.placed .retracted').count()) === 1, 'the first placing to be struck out');
  await table.click('e2', 'e3');
  await table.page.getByRole('button', { name: /^Undo .*e2.*e3/ }).waitFor();
  await table.drag('e3', 'e2');
  await table.holds('e2', /White/);
  await table.until(async () => (await table.page.locator('.placed .retracted').count()) === 2, 'the second one too');
}

/** A werera in which the sides arrange their men one after the other. */
async function bundles(table, shoot) {
  const { other } = await table.meet({ instance: 'senterej[werera=batched]' });
  await table.says('Werera – White sets up');
  await table.click('e2', 'e3');
  await other.holds('e3', /White/);
  assert.deepEqual(await other.movable(), [], 'Black waits');
  await shoot('bundle');
  await table.press('Done setting up');
  await other.says('Werera – Black sets up');
  await other.click('e7', 'e6');
  await table.holds('e6', /Black/);
}

/** Before the first throw both browsers add a secret; who does not is not waited for. */
async function seeds(table, shoot) {
  const other = await table.neighbour();
  await table.name('Almaz');
  await other.name('Bekele');
  const seek = await table.ask('POST', '/api/v1/seeks', { instance: 'oblong-dice', colour: 'white', private: true });
  const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await table.open(game.id);
  await table.says('Waiting for Black’s browser');
  await shoot('seeds');
  await table.says(/rolled \W*[1-6]/);
}

async function archive(table, shoot) {
  await table.page.goto(`${table.url}/games`);
  const wish = { instance: 'senterej', white: human, black: human };
  await Promise.all(Array.from({ length: 21 }, () => table.ask('POST', '/api/v1/games', wish)));
  await table.sit({ instance: 'mideast', white: human, black: human });
  await table.resign();
  await table.page.getByRole('link', { name: 'Games', exact: true }).click();
  await table.page.waitForURL('**/games');
  await table.choose('whose', 'me');
  await table.choose('phase', 'over');
  await table.page.locator('.entry').first().waitFor();
  await table.until(async () => (await table.page.locator('.entry').count()) === 1, 'only the own game that is over');
  await table.choose('phase', 'any');
  await table.press('More games');
  await table.until(async () => (await table.page.locator('.entry').count()) === 22, 'all of them');
  await shoot('games');
  await table.page.locator('.entry').first().click();
  await table.page.waitForSelector('.outcome');
}

async function chatting(table, shoot) {
  const { other, game } = await table.meet({ instance: 'shatranj', manner: 'match' });
  const bystander = await table.neighbour();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await table.page.getByLabel('Your message').fill('Selam');
  await table.press('Send');
  await other.page.locator('.chat-messages').getByText('Selam').waitFor();
  await bystander.page.getByLabel('Your message').fill('Psst');
  await bystander.press('Send');
  await bystander.page.locator('.chat-messages').getByText('Psst').waitFor();
  await other.page.getByRole('button', { name: 'Thank you!' }).click();
  await table.page.locator('.chat-messages').getByText('Thank you!').waitFor();
  assert.equal(await table.page.locator('.chat-messages').getByText('Psst').count(), 0, 'players at a match do not hear bystanders');
  await shoot('chat');
}
