// First steps: ready button, own games on the home page, pending seeks, forced passes.
import assert from 'node:assert/strict';
import { ignoringIsolation } from './player.mjs';

const human = { kind: 'human' };
/** Few pieces, so most throws lead to a pass. */
const BARE = 'k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1';

export const scenes = { ready, newcomer, ownGames, seekWaits, forcedPass };

/** The computer and the shared clock wait until the player is ready. */
async function ready(player, shoot) {
  const time = { kind: 'fischer', initial: 300, increment: 3, werera: 120 };
  const game = await player.openNewGame({ instance: 'senterej', white: human, black: { kind: 'engine', level: 6 }, time_control: time });
  await player.page.getByRole('button', { name: 'I’m ready' }).waitFor();
  await shoot('ready');
  await player.page.waitForTimeout(2500);
  assert.equal((await player.read(game.id)).seq, 1, 'no moves before that');
  await player.clickButton('I’m ready');
  await player.until(async () => (await player.page.locator('.placed li').count()) > 0, 'the computer to move');
  assert.equal(await player.page.getByRole('button', { name: 'I’m ready' }).count(), 0);
  const { view } = await player.read(game.id);
  assert.equal(view.clock.running, 'werera');
  assert.equal(view.ready, null);
}

/** A first game proposes the weakest level, described in words. */
async function newcomer(player, shoot) {
  await player.page.goto(`${player.url}/new/senterej`);
  await player.waitForText('Beginner: plays slowly');
  assert.ok(await player.page.locator('input[name="level"][value="1"]').isChecked());
  await shoot('newcomer');
}

async function ownGames(player, shoot) {
  await player.ask('GET', '/api/v1/me');
  const engine = { kind: 'engine', level: 1 };
  await player.ask('POST', '/api/v1/games', { instance: 'senterej', white: human, black: engine });
  await player.ask('POST', '/api/v1/games', { instance: 'shatranj', white: human, black: engine });
  await player.page.goto(`${player.url}/`);
  const own = player.page.getByRole('region', { name: 'Your games' });
  await own.getByText('Your turn').waitFor();
  const lines = await own.getByRole('listitem').allInnerTexts();
  assert.equal(lines.length, 2);
  assert.match(lines[0], /Shatranj[^]*Your turn/, 'the own turn is on top');
  const [games, boards] = [await own.boundingBox(), await player.page.locator('.boards').first().boundingBox()];
  assert.ok(games.y < boards.y, 'own games stand before the boards');
  const live = player.page.getByRole('region', { name: 'Live games' });
  if (await live.count()) {
    const ids = await own.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const id of ids) assert.equal(await live.locator(`a[href="${id}"]`).count(), 0, 'own games are not listed twice');
  }
  await shoot('own-games');
}

/** A seek stays pending across reloads and pages; only one of two tabs is notified. */
async function seekWaits(player, shoot) {
  const other = await player.newPlayer();
  await other.name('Bekele');
  await player.page.goto(`${player.url}/new/oblong?with=open`);
  await player.clickButton('Create open game');
  await player.waitForText('waiting for an opponent');
  // An aborted request about the seek does not end the wait.
  await player.page.route('**/api/v1/seeks/*', (route) => route.abort('internetdisconnected'), { times: 1 });
  await player.page.goto(`${player.url}/rules/shatranj`);
  await player.page.reload();
  await player.page.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  const second = await player.page.context().newPage();
  await second.goto(`${player.url}/rules/oblong`);
  await second.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  await player.page.waitForTimeout(500);
  await other.page.goto(`${player.url}/`);
  await other.page.getByRole('button', { name: /^Join .*game of \W*Oblong/ }).first().click();
  await other.page.waitForURL('**/game/*');
  const places = () => [player.page, second].map((page) => new URL(page.url()).pathname);
  await player.until(async () => places().some((path) => path.startsWith('/game/')), 'one of the tabs to be led to the game');
  await player.page.waitForTimeout(1200);
  assert.equal(places().filter((path) => path.startsWith('/game/')).length, 1, `exactly one tab: ${places()}`);
  await second.close();
  // At another board the player is notified by a banner and the title.
  await player.openNewGame({ instance: 'shatranj', white: human, black: human });
  await player.ask('POST', '/api/v1/seeks', { instance: 'mideast' });
  await player.page.reload();
  await player.board();
  const seek = (await other.ask('GET', '/api/v1/seeks')).seeks.find((one) => one.instance === 'mideast');
  await other.page.evaluate(() => localStorage.clear());
  await player.page.evaluate((id) => localStorage.setItem('rukh-seeks', JSON.stringify({ waiting: [id], called: [] })), seek.id);
  await player.page.reload();
  await player.board();
  await player.page.waitForTimeout(500);
  const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await player.waitForText('Someone joined your game.');
  await player.until(async () => (await player.page.title()) === 'Your game has started!', 'the title to call');
  await shoot('called');
  await player.page.getByRole('link', { name: 'Go to game' }).click();
  await player.page.waitForURL(`**/game/${game.id}`);
  await player.until(async () => !(await player.page.getByText('Someone joined your game.').count()), 'the call to go');
}

/** After an unplayable throw the pass is automatic, without a button. */
async function forcedPass(player, shoot) {
  const { other, game } = await player.startGame({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 20; i++) {
    const { view } = await player.read(game.id);
    if (view.pass?.forced) break;
    const [first] = Object.values(view.legal_moves[view.turn] ?? {}).flat();
    if (first) await (view.turn === 'white' ? player : other).act(game.id, { kind: 'move', move: first.move });
    await player.page.waitForTimeout(100);
  }
  await player.waitForText('No piece can move with this roll.');
  assert.equal(await player.passButton().count(), 0, 'nothing to press');
  await shoot('forced-pass');
  await player.until(async () => /pass/i.test((await player.moves()).join(' ')), 'the pass in the list');
}
