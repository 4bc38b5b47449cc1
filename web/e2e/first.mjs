// The first minutes: being ready, own games at home, a seek that waits, a pass that comes by itself.
import assert from 'node:assert/strict';
import { loosely } from './table.mjs';

const human = { kind: 'human' };
/** So few men that most throws let the turn go by. */
const BARE = 'k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1';

export const scenes = { ready, newcomer, ownGames, seekWaits, forcedPass };

/** The computer and the common time wait until the player is ready. */
async function ready(table, shoot) {
  const time = { kind: 'fischer', initial: 300, increment: 3, marshal: 120 };
  const game = await table.sit({ instance: 'senterej', white: human, black: { kind: 'engine', level: 6 }, time });
  await table.page.getByRole('button', { name: 'I’m ready' }).waitFor();
  await shoot('ready');
  await table.page.waitForTimeout(2500);
  assert.equal((await table.read(game.id)).seq, 1, 'nobody moves before that');
  await table.press('I’m ready');
  await table.until(async () => (await table.page.locator('.placed li').count()) > 0, 'the computer to move');
  assert.equal(await table.page.getByRole('button', { name: 'I’m ready' }).count(), 0);
  const { view } = await table.read(game.id);
  assert.equal(view.clock.runs, 'marshal');
  assert.equal(view.ready, null);
}

/** The first game is proposed against the weakest level, said in words. */
async function newcomer(table, shoot) {
  await table.page.goto(`${table.url}/new/senterej`);
  await table.says('Beginner: plays slowly');
  assert.ok(await table.page.locator('input[name="level"][value="1"]').isChecked());
  await shoot('newcomer');
}

async function ownGames(table, shoot) {
  await table.ask('GET', '/api/v1/me');
  const engine = { kind: 'engine', level: 1 };
  await table.ask('POST', '/api/v1/games', { instance: 'senterej', white: human, black: engine });
  await table.ask('POST', '/api/v1/games', { instance: 'shatranj', white: human, black: engine });
  await table.page.goto(`${table.url}/`);
  const own = table.page.getByRole('region', { name: 'Your games' });
  await own.getByText('Your turn').waitFor();
  const lines = await own.getByRole('listitem').allInnerTexts();
  assert.equal(lines.length, 2);
  assert.match(lines[0], /Shatranj[^]*Your turn/, 'the own turn is on top');
  const [games, boards] = [await own.boundingBox(), await table.page.locator('.boards').first().boundingBox()];
  assert.ok(games.y < boards.y, 'own games stand before the boards');
  const live = table.page.getByRole('region', { name: 'Live games' });
  if (await live.count()) {
    const ids = await own.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const id of ids) assert.equal(await live.locator(`a[href="${id}"]`).count(), 0, 'own games are not listed twice');
  }
  await shoot('own-games');
}

/** A seek waits through a reload and on other pages; of two tabs one is called. */
async function seekWaits(table, shoot) {
  const other = await table.neighbour();
  await other.name('Bekele');
  await table.page.goto(`${table.url}/new/oblong?with=open`);
  await table.press('Create open game');
  await table.says('waiting for an opponent');
  // A question about the seek that is cut short does not end the wait.
  await table.page.route('**/api/v1/seeks/*', (route) => route.abort(), { times: 1 });
  await table.page.goto(`${table.url}/rules/shatranj`);
  await table.page.reload();
  await table.page.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  const second = await table.page.context().newPage();
  await second.goto(`${table.url}/rules/oblong`);
  await second.getByRole('heading', { name: 'Rules in detail' }).waitFor();
  await table.page.waitForTimeout(500);
  await other.page.goto(`${table.url}/`);
  await other.page.getByRole('button', { name: /^Join .*game of \W*Oblong/ }).first().click();
  await other.page.waitForURL('**/game/*');
  const places = () => [table.page, second].map((page) => new URL(page.url()).pathname);
  await table.until(async () => places().some((path) => path.startsWith('/game/')), 'one of the tabs to be led to the game');
  await table.page.waitForTimeout(1200);
  assert.equal(places().filter((path) => path.startsWith('/game/')).length, 1, `exactly one tab: ${places()}`);
  await second.close();
  // Who sits at another board is called by a line and by the title.
  await table.sit({ instance: 'shatranj', white: human, black: human });
  await table.ask('POST', '/api/v1/seeks', { instance: 'mideast' });
  await table.page.reload();
  await table.board();
  const seek = (await other.ask('GET', '/api/v1/seeks')).seeks.find((one) => one.instance === 'mideast');
  await other.page.evaluate(() => localStorage.clear());
  await table.page.evaluate((id) => localStorage.setItem('rukh-seeks', JSON.stringify({ waiting: [id], called: [] })), seek.id);
  await table.page.reload();
  await table.board();
  await table.page.waitForTimeout(500);
  const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await table.says('Someone joined your game.');
  await table.until(async () => (await table.page.title()) === 'Your game has started!', 'the title to call');
  await shoot('called');
  await table.page.getByRole('link', { name: 'Go to game' }).click();
  await table.page.waitForURL(`**/game/${game.id}`);
  await table.until(async () => !(await table.page.getByText('Someone joined your game.').count()), 'the call to go');
}

/** Where a throw is of no use the pass comes by itself, and nobody is asked to press anything. */
async function forcedPass(table, shoot) {
  const { other, game } = await table.meet({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 20; i++) {
    const { view } = await table.read(game.id);
    if (view.pass?.forced) break;
    const [first] = Object.values(view.legal[view.turn] ?? {}).flat();
    if (first) await (view.turn === 'white' ? table : other).act(game.id, { kind: 'move', move: first.move });
    await table.page.waitForTimeout(100);
  }
  await table.says('No piece can move with this roll.');
  assert.equal(await table.passButton().count(), 0, 'nothing to press');
  await shoot('forced-pass');
  await table.until(async () => /pass/i.test((await table.moves()).join(' ')), 'the pass in the list');
}
