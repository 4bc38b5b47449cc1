import { expect, test, type CheckPage } from './fixtures.ts';
import { HUMAN, type PlayerPage } from './player.ts';

test('capture_ends_the_werera_and_turns_begin', async ({ player, checkPage }) => {
  await player.create('senterej', 'screen');
  await player.click('e2', 'e3');
  await player.click('d7', 'd6');
  await player.drag('g1', 'f3');
  await player.waitForPiece('f3', /Gold.*(horse|knight|feresenya)/i);
  await player.until(async () => (await player.movable()).includes('e3'), 'the pawn to be free again');
  await player.click('e3', 'e4');
  await player.waitForPiece('e4', /Gold/);
  await player.click('b1', 'c3');
  await player.waitForPiece('c3', /Gold/);
  await checkPage('werera');
  await player.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).click();
  await player.waitForEmpty('c3');
  await player.waitForPiece('b1', /Gold/);
  await player.click('d6', 'd5');
  await player.waitForPiece('d5', /Green/);
  await player.until(async () => (await player.movable()).includes('e4'), 'the capture to be offered');
  await player.click('e4', 'd5');
  await player.waitForPiece('d5', /Gold/);
  await player.waitForText('Green to move');
  expect(
    (await player.movable()).filter((cell) => cell.endsWith('1') || cell.endsWith('2')),
    'Gold waits',
  ).toEqual([]);
  for (let i = 0; i < 6 && !(await player.isOver()); i++) {
    await player.turn();
    const before = (await player.moves()).length;
    await player.moveAny();
    await player.until(async () => (await player.moves()).length > before, 'the move in the list');
  }
  await checkPage('turns');
  if (!(await player.isOver())) await player.resign();
  expect(await player.text('.outcome h2')).toMatch(/won|Draw/);
  await checkPage('over');
  await player.clickButton('Rematch');
  await player.until(async () => (await player.movable()).length > 16, 'a new werera');
});

test('game_from_the_lobby_is_played_to_its_end_by_both', async ({ player, checkPage }) => {
  let sendHeld = () => {};
  let isHolding = false;
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (isHolding ? (sendHeld = () => server.send(message)) : server.send(message)));
  });
  const other = await startSenterejInLobby(player, checkPage);
  // Both move at the same time, and both see it.
  await Promise.all([player.click('e2', 'e3'), other.click('e7', 'e6')]);
  await other.waitUntilMovable('e6');
  await Promise.all([player.click('d2', 'd3'), other.click('e6', 'e5')]);
  await other.waitUntilMovable('e5');
  await player.waitUntilMovable('e3');
  for (const one of [player, other]) {
    await one.waitForPiece('e3', /Gold/);
    await one.waitForPiece('d3', /Gold/);
    await one.waitForPiece('e5', /Green/);
  }
  await checkPage('live-werera');
  // Both move to e4. Green's intent arrives first, so Gold's piece returns and Gold sees why.
  isHolding = true;
  await player.click('e3', 'e4');
  await player.waitForPiece('e4', /Gold/);
  await other.click('e5', 'e4');
  await other.waitForPiece('e4', /Green/);
  await other.waitUntilMovable('e4');
  isHolding = false;
  sendHeld();
  await player.page.locator('.toasts p').first().waitFor();
  await player.waitForPiece('e4', /Green/);
  await player.waitForPiece('e3', /Gold/);
  // A long press shows how the piece moves; a press in the row takes its move back.
  await other.holdDown('e4');
  await other.page
    .locator('.card-place')
    .getByText(/Medeq|medeq|Pawn|pawn/)
    .first()
    .waitFor();
  await other.clickButton('Close');
  await other.page.getByRole('button', { name: /^Undo .*e5.*e4/ }).click();
  await other.waitForPiece('e5', /Green/);
  await player.waitForEmpty('e4');
  // The first capture ends the werera.
  await player.click('d3', 'd4');
  await player.waitUntilMovable('d4');
  await player.click('d4', 'e5');
  await player.waitForText('Green to move');
  await other.waitForText('Your turn');
  expect(await player.page.locator('.cell:is(.target, .capture)').count()).toBe(0);
  for (let i = 0; i < 4; i++) {
    const [mover, waiter] = i % 2 ? [player, other] : [other, player];
    await mover.turn();
    const before = (await mover.moves()).length;
    await mover.moveAny();
    await waiter.until(async () => (await waiter.moves()).length > before, 'the move to arrive');
  }
  await other.resign();
  await player.page.waitForSelector('.outcome');
  expect(await player.text('.outcome h2')).toMatch(/^You won: /);
  expect(await other.text('.outcome h2')).toMatch(/^You lost: /);
  await checkPage('live-over');
});

/** A late move is shown, refused and undone with the reason. */
test('late_move_is_undone_with_the_reason', { tag: '@desk' }, async ({ player }) => {
  let release = () => {};
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (release = () => server.send(message)));
  });
  const game = await player.openSharedGame({ instance: 'senterej' });
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /Gold/);
  await player.answer(game.id, 'e2', 'e3');
  await player.answer(game.id, 'e3', 'e4');
  await player.waitForPiece('e4', /Gold/);
  release();
  await player.page.locator('.toasts p').first().waitFor();
  await player.waitForEmpty('e3');
});

/** A placed piece can be substituted or retracted in one step. */
test('placed_piece_is_substituted_or_retracted', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'senterej' });
  await player.click('b1', 'c3');
  await player.page.getByRole('button', { name: /^Undo .*b1.*c3/ }).waitFor();
  await player.cell('c3').click();
  await player.page.locator('[data-cell="a3"].substitute').waitFor();
  await checkPage('instead');
  await player.cell('a3').click();
  await player.waitForPiece('a3', /Gold/);
  await player.waitForEmpty('c3');
  await player.until(async () => (await player.page.locator('.placed .retracted').count()) === 1, 'the first placing to be struck out');
  await player.click('e2', 'e3');
  await player.page.getByRole('button', { name: /^Undo .*e2.*e3/ }).waitFor();
  await player.drag('e3', 'e2');
  await player.waitForPiece('e2', /Gold/);
  await player.until(async () => (await player.page.locator('.placed .retracted').count()) === 2, 'the second one too');
});

/** A werera in which the sides set up in turn. */
test('batched_werera_lets_sides_set_up_in_turn', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'senterej[werera=batched]' });
  await player.waitForText('Werera – Gold sets up');
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /Gold/);
  expect(await other.movable(), 'Green waits').toEqual([]);
  await checkPage('bundle');
  await player.clickButton('Done setting up');
  await other.waitForText('Werera – Green sets up');
  await other.click('e7', 'e6');
  await player.waitForPiece('e6', /Green/);
});

/** The computer and the shared clock wait until the player is ready. */
test('engine_and_clock_wait_until_the_player_is_ready', { tag: '@phone' }, async ({ player, checkPage }) => {
  const time_control = { kind: 'fischer', initial: 300, increment: 3, werera: 120 };
  const game = await player.openNewGame({ instance: 'senterej', white: HUMAN, black: { kind: 'engine', level: 6 }, time_control });
  await player.page.getByRole('button', { name: 'I’m ready' }).waitFor();
  await checkPage('ready');
  await player.page.waitForTimeout(2500);
  expect((await player.read(game.id)).seq, 'no moves before that').toBe(1);
  await player.clickButton('I’m ready');
  await player.until(async () => (await player.page.locator('.placed li').count()) > 0, 'the computer to move');
  expect(await player.page.getByRole('button', { name: 'I’m ready' }).count()).toBe(0);
  const { view } = await player.read(game.id);
  expect(view.clock.running).toBe('werera');
  expect(view.ready).toBe(null);
});

/** Creates an open seek that another player accepts; returns the other player. */
async function startSenterejInLobby(player: PlayerPage, checkPage: CheckPage): Promise<PlayerPage> {
  const other = await player.newPlayer();
  await player.page.goto(`${player.url}/`);
  await player.page.getByRole('link', { name: /^Play \W*Senterej/ }).click();
  await player.page.waitForURL('**/play/senterej*');
  await player.choose('opponent', 'open');
  await player.page.getByRole('button', { name: 'More', exact: true }).click();
  await player.choose('time', '5+3');
  await player.page.locator('.folded summary', { hasText: 'Colour' }).click();
  await player.choose('colour', 'white');
  await player.clickButton('Create open game');
  await player.waitForText('Waiting for an opponent.');
  await checkPage('lobby');
  await other.page.goto(`${player.url}/`);
  const accept = other.page.getByRole('button', { name: /^Join .*game of \W*Senterej/ }).first();
  await accept.waitFor();
  await checkPage('lobby-other', other.page);
  await accept.click();
  await other.page.waitForURL('**/game/*');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await other.board();
  return other;
}
