// Games between people in separate browsers, on desktop and phone screens.
import assert from 'node:assert/strict';
import { ignoringIsolation } from './player.mjs';

const human = { kind: 'human' };
/** Oblong chess with few pieces, so most throws lead to a pass. */
const BARE = 'k3/4/4/4/4/p3/4/4/4/4/3P/4/4/4/4/3K w - - 0 1';

export const scenes = {
  wholeSenterej, diceVerified, demonstration, offline, challenge, replay, offers, premove, dicePremove, substitution, bundles, seeds, archive, chatting,
};

/** Creates an open seek that another player accepts. */
async function startGameInLobby(player, game, shoot) {
  const other = await player.newPlayer();
  await player.page.goto(`${player.url}/`);
  await player.page.getByRole('combobox').selectOption(game);
  await player.page.getByRole('link', { name: 'Anyone' }).click();
  await player.page.waitForURL(`**/new/${game}*`);
  await player.choose('time', '5+3');
  await player.choose('colour', 'white');
  await player.clickButton('Create open game');
  await player.waitForText('waiting for an opponent');
  await shoot('lobby');
  await other.page.goto(`${player.url}/`);
  const accept = other.page.getByRole('button', { name: /^Join .*game of \W*Senterej/ }).first();
  await accept.waitFor();
  await shoot('lobby-other', other.page);
  await accept.click();
  await other.page.waitForURL('**/game/*');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await other.board();
  return other;
}

async function wholeSenterej(player, shoot) {
  let held = null;
  let isHolding = false;
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (isHolding ? (held = () => server.send(message)) : server.send(message)));
  });
  const other = await startGameInLobby(player, 'senterej', shoot);
  // Both move at the same time, and both see it.
  await Promise.all([player.click('e2', 'e3'), other.click('e7', 'e6')]);
  await other.waitUntilMovable('e6');
  await Promise.all([player.click('d2', 'd3'), other.click('e6', 'e5')]);
  await other.waitUntilMovable('e5');
  await player.waitUntilMovable('e3');
  for (const one of [player, other]) {
    await one.waitForPiece('e3', /White/);
    await one.waitForPiece('d3', /White/);
    await one.waitForPiece('e5', /Black/);
  }
  await shoot('live-werera');
  // Both move to e4. Black's intent arrives first, so White's piece returns and White sees why.
  isHolding = true;
  await player.click('e3', 'e4');
  await player.waitForPiece('e4', /White/);
  await other.click('e5', 'e4');
  await other.waitForPiece('e4', /Black/);
  await other.waitUntilMovable('e4');
  isHolding = false;
  held();
  await player.page.locator('.toasts p').first().waitFor();
  await player.waitForPiece('e4', /Black/);
  await player.waitForPiece('e3', /White/);
  // Retraction by a long press.
  await other.holdDown('e4');
  await other.waitForPiece('e5', /Black/);
  await player.waitForEmpty('e4');
  // The first capture ends the werera.
  await player.click('d3', 'd4');
  await player.waitUntilMovable('d4');
  await player.click('d4', 'e5');
  await player.waitForText('Black to move');
  await other.waitForText('Black to move');
  assert.deepEqual(await player.page.locator('.cell:is(.target, .capture)').count(), 0);
  for (let i = 0; i < 4; i++) {
    const [mover, waiter] = i % 2 ? [player, other] : [other, player];
    await mover.turn();
    const before = (await mover.moves()).length;
    await mover.moveAny();
    await waiter.until(async () => (await waiter.moves()).length > before, 'the move to arrive');
  }
  await other.resign();
  await player.page.waitForSelector('.outcome');
  assert.match(await player.text('.outcome h2'), /White wins/);
  await shoot('live-over');
}

const mayMove = async (player) => (await player.movable()).length > 0;

async function diceVerified(player, shoot) {
  const { other } = await player.startGame({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 12; i++) {
    const before = (await player.moves()).length;
    await player.until(async () => (await mayMove(player)) || mayMove(other), 'a side to be able to move', 30_000);
    await ((await mayMove(player)) ? player : other).moveAny();
    await player.until(async () => (await player.moves()).length > before, 'the move in the list');
    if (i > 2 && /pass/i.test((await player.moves()).join(' '))) break;
  }
  assert.match((await player.moves()).join(' '), /pass/i, 'a throw let the turn go by');
  await other.page.goto(`${new URL(other.page.url()).href.replace('/game/', '/verify/')}`);
  await other.waitForText('The secret is revealed after the game.');
  await shoot('verify-live', other.page);
  await player.resign();
  await player.page.getByRole('link', { name: 'Verify dice' }).first().click();
  await player.page.locator('.verdict.good').waitFor();
  const cells = await player.page.locator('tbody td:last-child').allInnerTexts();
  assert.ok(cells.length > 3 && cells.every((text) => text.includes('✓')), cells.join());
  await shoot('verify');
}

async function demonstration(player, shoot) {
  const { other, game } = await player.startGame({ instance: 'senterej' });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await player.waitForText('1 spectator');
  await bystander.drag('e2', 'e4');
  await player.page.locator('[data-annotation="e4"]').waitFor();
  assert.match(await player.text('[data-annotation="e4"]'), /Chaltu/);
  await other.page.locator('[data-annotation="e4"]').waitFor();
  await bystander.waitForPiece('e2', /White/);
  await bystander.waitForPiece('e4', ignoringIsolation('Chaltu suggests'));
  await shoot('demo');
  await player.page.locator('.chat-panel details summary').click();
  await player.page.getByRole('button', { name: ignoringIsolation('Mute Chaltu') }).first().click();
  await player.until(async () => !(await player.page.locator('.annotation').count()), 'the annotation to leave the player who muted');
  await bystander.click('d2', 'd4');
  await other.page.locator('[data-annotation="d4"]').waitFor();
  assert.equal(await player.page.locator('.annotation').count(), 0, 'the muted one shows nothing here');
  await shoot('demo-bystander', bystander.page);
  await bystander.clickButton('Clear');
  await bystander.until(async () => !(await bystander.page.locator('.annotation').count()), 'nothing to be shown');
}

async function offline(player) {
  const { other } = await player.startGame({ instance: 'senterej' });
  await player.page.evaluate(() => (globalThis.stayed = true));
  await player.page.context().setOffline(true);
  await player.waitForText('Reconnecting');
  await other.click('c7', 'c6');
  await other.click('f7', 'f6');
  await player.click('c2', 'c3');
  await player.waitForPiece('c3', /White/);
  await player.page.context().setOffline(false);
  await player.waitForPiece('c6', /Black/);
  await player.waitForPiece('f6', /Black/);
  await other.waitForPiece('c3', /White/);
  await player.until(async () => !(await player.page.locator('.lost').count()), 'the banner to go');
  assert.equal(await player.page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
}

async function challenge(player, shoot) {
  await player.page.goto(`${player.url}/new/shatranj?with=friend`);
  await player.choose('time', '3d');
  await player.choose('colour', 'black');
  await shoot('create');
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  const link = await player.page.getByLabel('Invite link').inputValue();
  assert.equal(link, player.page.url());
  await player.clickButton('Copy');
  await shoot('challenge-own');
  const friend = await player.newPlayer();
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Accept and play' }).waitFor();
  await friend.waitForText('3 days per move');
  await friend.waitForText('You play White');
  await friend.page.getByRole('textbox', { name: 'Your name' }).fill('Dawit');
  await friend.clickButton('Save');
  await friend.waitForText('You’re now Dawit.');
  await shoot('challenge', friend.page);
  await friend.clickButton('Accept and play');
  await friend.page.waitForURL('**/game/*');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await player.waitForText('Dawit');
  await friend.turn();
  await friend.page.goto(link);
  await friend.page.waitForURL('**/game/*');
}

async function replay(player, shoot) {
  const { other, game } = await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 } });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await player.answer(game.id, 'e2', 'e3');
  await other.answer(game.id, 'd7', 'd6');
  await bystander.drag('g2', 'g4');
  await player.page.locator('[data-annotation="g4"]').waitFor();
  const { seq } = (await player.read(game.id)).view.retractable.find((one) => one.from === 'e2');
  await player.act(game.id, { kind: 'retract', side: 'white', seq });
  await other.page.getByRole('button', { name: 'Hello!' }).click();
  await player.waitForText('Hello!');
  await player.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await player.answer(game.id, 'c2', 'c3');
  await other.act(game.id, { kind: 'resign', side: 'black' });
  await player.page.waitForSelector('.outcome');
  await player.page.getByRole('link', { name: 'Replay' }).first().click();
  await player.page.waitForURL('**/replay/*');
  await player.board();
  await player.waitForPiece('e2', /White/);
  await player.clickButton('Next move');
  await player.waitForPiece('e3', /White/);
  await player.page.keyboard.press('ArrowRight');
  await player.waitForPiece('d6', /Black/);
  await player.page.keyboard.press('ArrowRight');
  await player.waitForPiece('e2', /White/);
  assert.equal(await player.page.locator('.placed .retracted').count(), 1, 'the retraction is in the list');
  await player.choose('speed', 'instant');
  await player.clickButton('Play');
  await player.waitForPiece('c3', /White/);
  await player.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await player.choose('speed', '8');
  await player.page.getByLabel('Position in the game').fill('0');
  await player.clickButton('Play');
  await player.page.locator('[data-annotation="g4"]').waitFor();
  await shoot('replay');
}

async function offers(player, shoot) {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const bystander = await player.newPlayer();
  await bystander.open(game.id);
  const first = new URL(player.page.url()).pathname;
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /White/);
  await other.turn();
  await other.clickButton('Offer a draw');
  await player.waitForText('Black offers a draw.');
  await player.until(async () => /draw/.test(await player.page.locator('body > #app > [aria-live]').innerText()), 'the offer to be spoken');
  await shoot('offer');
  await player.clickButton('Decline');
  await other.waitForText('White declined the draw.');
  await player.clickButton('Undo move');
  await other.waitForText('White asks to undo the last move.');
  await other.clickButton('Accept');
  await player.waitForPiece('e2', /White/);
  await other.waitForPiece('e2', /White/);
  assert.deepEqual(await player.moves(), []);
  for (const [one, from, to] of [[player, 'd2', 'd3'], [other, 'd7', 'd6'], [player, 'c2', 'c3']]) {
    await one.turn();
    await one.click(from, to);
    await other.waitForPiece(to, /White|Black/);
  }
  // Browsing the history of a live game.
  await player.page.evaluate(() => document.activeElement?.blur());
  await player.page.keyboard.press('ArrowLeft');
  await player.waitForText('Viewing move 2');
  await player.waitForPiece('c2', /White/);
  await player.page.keyboard.press('ArrowLeft');
  await player.waitForPiece('d7', /Black/);
  await shoot('looking');
  await player.clickButton('Back to current position');
  await player.waitForPiece('c3', /White/);
  await other.clickButton('Offer a draw');
  await player.clickButton('Accept');
  await player.page.getByRole('heading', { name: 'Draw', exact: true }).waitFor();
  await player.clickButton('Rematch');
  await other.waitForText('White wants a rematch.');
  await other.clickButton('Accept');
  for (const one of [player, other]) await one.page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== first);
  await player.board();
  await bystander.page.getByRole('link', { name: 'Go to rematch' }).click();
  await bystander.page.waitForURL(player.page.url());
}

async function premove(player, shoot) {
  const { other } = await player.startGame({ instance: 'shatranj' });
  await other.click('e7', 'e6');
  await other.waitForText('Next: e7–e6');
  await shoot('premove', other.page);
  await other.page.keyboard.press('Escape');
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await other.click('e7', 'e6');
  await other.page.locator('.arrows g.premove').waitFor();
  await other.page.reload();
  await other.waitForText('Next: e7–e6');
  await player.click('a2', 'a3');
  await player.waitForPiece('e6', /Black/);
  await other.waitForPiece('e6', /Black/);
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the path to go with the move');
}

async function dicePremove(player, shoot) {
  const { other } = await player.startGame({ instance: 'oblong-dice' });
  let [mover, waiter] = [player, other];
  await player.until(async () => (await mayMove(player)) || (await mayMove(other)), 'a throw', 30_000);
  if (!(await player.page.locator('.player.on').getByText('White').count())) [mover, waiter] = [other, player];
  const own = waiter === player ? ['b5', 'b6'] : ['b12', 'b11'];
  assert.deepEqual(await waiter.movable(), [], 'nothing can be moved out of turn');
  await waiter.click(...own);
  await waiter.page.getByRole('button', { name: /^if I roll \W*\d/ }).first().click();
  await waiter.waitForText(/^Next: .* if I roll \W*\d/);
  await shoot('premove-dice', waiter.page);
  await waiter.clickButton('Cancel');
  await waiter.until(async () => !(await waiter.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await mover.turn();
}

/** A placed piece can be substituted or retracted in one step. */
async function substitution(player, shoot) {
  await player.openNewGame({ instance: 'senterej', white: human, black: human });
  await player.click('b1', 'c3');
  await player.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).waitFor();
  await player.cell('c3').click();
  await player.page.locator('[data-cell="a3"].substitute').waitFor();
  await shoot('instead');
  await player.cell('a3').click();
  await player.waitForPiece('a3', /White/);
  await player.waitForEmpty('c3');
  await player.until(async () => (await player.page.locator('.placed .retracted').count()) === 1, 'the first placing to be struck out');
  await player.click('e2', 'e3');
  await player.page.getByRole('button', { name: /^Undo .*e2.*e3/ }).waitFor();
  await player.drag('e3', 'e2');
  await player.waitForPiece('e2', /White/);
  await player.until(async () => (await player.page.locator('.placed .retracted').count()) === 2, 'the second one too');
}

/** A werera in which the sides set up in turn. */
async function bundles(player, shoot) {
  const { other } = await player.startGame({ instance: 'senterej[werera=batched]' });
  await player.waitForText('Werera – White sets up');
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /White/);
  assert.deepEqual(await other.movable(), [], 'Black waits');
  await shoot('bundle');
  await player.clickButton('Done setting up');
  await other.waitForText('Werera – Black sets up');
  await other.click('e7', 'e6');
  await player.waitForPiece('e6', /Black/);
}

/** Before the first throw both browsers add a seed; a missing one is not awaited for long. */
async function seeds(player, shoot) {
  const other = await player.newPlayer();
  await player.name('Almaz');
  await other.name('Bekele');
  const seek = await player.ask('POST', '/api/v1/seeks', { instance: 'oblong-dice', colour: 'white', private: true });
  // Waiting for seeds lasts five seconds; the page that is there already shows it in time.
  await player.page.goto(`${player.url}/challenge/${seek.id}`);
  await player.page.locator('#challenge-link').waitFor();
  await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await player.waitForText('Waiting for Black’s browser');
  await shoot('seeds');
  await player.waitForText(/rolled \W*[1-6]/);
}

async function archive(player, shoot) {
  await player.page.goto(`${player.url}/games`);
  const request = { instance: 'senterej', white: human, black: human };
  await Promise.all(Array.from({ length: 21 }, () => player.ask('POST', '/api/v1/games', request)));
  await player.openNewGame({ instance: 'mideast', white: human, black: human });
  await player.resign();
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.page.waitForURL('**/games');
  await player.choose('whose', 'me');
  await player.choose('phase', 'over');
  await player.page.locator('.entry').first().waitFor();
  await player.until(async () => (await player.page.locator('.entry').count()) === 1, 'only the own game that is over');
  await player.choose('phase', 'any');
  await player.clickButton('More games');
  await player.until(async () => (await player.page.locator('.entry').count()) === 22, 'all of them');
  await shoot('games');
  await player.page.locator('.entry').first().click();
  await player.page.waitForSelector('.outcome');
}

async function chatting(player, shoot) {
  const { other, game } = await player.startGame({ instance: 'shatranj', spectator_mode: 'match' });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await player.page.getByLabel('Your message').fill('Selam');
  await player.clickButton('Send');
  await other.page.locator('.chat-messages').getByText('Selam').waitFor();
  await bystander.page.getByLabel('Your message').fill('Psst');
  await bystander.clickButton('Send');
  await bystander.page.locator('.chat-messages').getByText('Psst').waitFor();
  await other.page.getByRole('button', { name: 'Thank you!' }).click();
  await player.page.locator('.chat-messages').getByText('Thank you!').waitFor();
  assert.equal(await player.page.locator('.chat-messages').getByText('Psst').count(), 0, 'players at a match do not hear bystanders');
  await shoot('chat');
}
