import { expect, test } from './fixtures.ts';
import type { PlayerPage } from './player.ts';

/** Home, new game, game and rematch are one history entry each. */
test('history_of_a_game_alone_has_one_entry_a_page', { tag: '@desk' }, async ({ player }) => {
  await player.page.goto(`${player.url}/`);
  await player.page.getByRole('link', { name: /^Play \W*Shatranj/ }).click();
  await player.page.waitForURL('**/play/shatranj*');
  await player.choose('opponent', 'screen');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/*');
  await player.board();
  const first = player.path();
  await reload(player, '.cells .cell');
  await player.resign();
  await player.clickButton('Rematch');
  await player.until(() => player.path() !== first, 'the rematch');
  await player.board();
  const second = player.path();
  await travel(player, 'back', first);
  await player.page.waitForSelector('.outcome');
  await travel(player, 'back', '/play/shatranj');
  await player.page.waitForSelector('input[name="opponent"][value="screen"]:checked');
  await travel(player, 'back', '/');
  await player.page.waitForSelector('.family a');
  for (const path of ['/play/shatranj', first, second]) await travel(player, 'forward', path);
  await player.board();
});

/** A challenge leaves no history entry: Back from its game shows where it was created. */
test('history_skips_the_invite', { tag: '@phone' }, async ({ player }) => {
  await player.page.goto(`${player.url}/`);
  await player.page.getByRole('link', { name: /^Play \W*Shatranj/ }).click();
  await player.page.waitForURL('**/play/shatranj*');
  await player.choose('opponent', 'friend');
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  const link = player.page.url();
  await reload(player, '#challenge-link');
  const friend = await player.newPlayer();
  await friend.page.goto(`${player.url}/games`);
  await friend.page.goto(link);
  await friend.clickButton('Accept and play');
  for (const one of [player, friend]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
  }
  const game = player.path();
  expect(await player.page.locator('.called').count(), 'the game already shown gives no notice').toBe(0);
  await travel(friend, 'back', '/games');
  await travel(friend, 'forward', game);
  await travel(player, 'back', '/play/shatranj');
  await player.page.waitForSelector('input[name="opponent"][value="friend"]:checked');
  await travel(player, 'back', '/');
  await travel(player, 'forward', '/play/shatranj');
  await travel(player, 'forward', game);
  await reload(player, '.cells .cell');
  // The link still opens the game, again without a history entry of its own.
  await player.page.goto(`${player.url}/games`);
  await player.page.goto(link);
  await player.page.waitForURL('**/game/*');
  await travel(player, 'back', '/games');
  // A cancelled challenge leads home, and Back to where it was created.
  await player.page.goto(`${player.url}/play/senterej?with=friend`);
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  await player.clickButton('Cancel invite');
  await player.until(() => player.path() === '/', 'the way home');
  await travel(player, 'back', '/play/senterej');
});

test('history_returns_from_a_lobby_game', { tag: '@desk' }, async ({ player }) => {
  await player.page.goto(`${player.url}/play/shatranj?with=open`);
  await player.clickButton('Create open game');
  await player.waitForText('Waiting for an opponent.');
  const other = await player.newPlayer();
  await other.page.goto(`${player.url}/`);
  await other.page
    .getByRole('button', { name: /^Join / })
    .first()
    .click();
  for (const one of [player, other]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
    // The page of the open game has left no entry.
    await travel(one, 'back', one === player ? '/play/shatranj' : '/');
    await one.page
      .locator(one === player ? '.start' : '.family a')
      .first()
      .waitFor();
    await travel(one, 'forward', /^\/game\//);
    await one.board();
  }
  await travel(player, 'back', '/play/shatranj');
});

/** Links, filters, the same link twice and a jump within the page. */
test('history_keeps_filters_and_jumps', { tag: '@desk' }, async ({ player }) => {
  await player.openSharedGame({ instance: 'oblong-dice' });
  const game = player.path();
  await player.resign();
  await player.page.locator('.outcome').getByRole('link', { name: 'Replay' }).click();
  await player.page.waitForURL('**/replay/*');
  await reload(player, '.cells .cell');
  await player.page.getByRole('link', { name: 'Rules' }).click();
  await player.page.waitForURL('**/library/*');
  await travel(player, 'back', /^\/replay\//);
  await travel(player, 'back', game);
  await player.page.locator('.outcome').getByRole('link', { name: 'Verify dice' }).click();
  await player.page.waitForURL('**/verify/*');
  await reload(player, 'h1');
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.choose('whose', 'me');
  await player.choose('phase', 'over');
  await player.page.locator('.result .title').first().waitFor();
  await reload(player, 'input[name="whose"][value="me"]:checked');
  await player.page.locator('.skip').focus();
  await player.page.keyboard.press('Enter');
  expect(await player.page.evaluate(() => document.activeElement?.id), 'the jump leads to the page').toBe('main');
  await player.page.locator('.result .title').first().click();
  await player.page.waitForURL(`**${game}`);
  await travel(player, 'back', '/games');
  await player.page.waitForSelector('input[name="phase"][value="over"]:checked');
  await travel(player, 'back', /^\/verify\//);
  await travel(player, 'back', game);
});

test.describe(() => {
  test.use({ allowedErrors: /status of 404/ });

  test('missing_page_answers_404_and_stays_in_the_history', { tag: '@phone' }, async ({ player }) => {
    const answer = await player.page.goto(`${player.url}/nowhere/at/all`);
    expect(answer?.status()).toBe(404);
    await player.page.getByRole('link', { name: 'See all games' }).click();
    await player.page.waitForSelector('.family a');
    await travel(player, 'back', '/nowhere/at/all');
    await player.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await travel(player, 'forward', '/');
  });
});

/** Goes back or forward and waits for the URL. */
async function travel(player: PlayerPage, way: 'back' | 'forward', path: string | RegExp): Promise<void> {
  await (way === 'back' ? player.page.goBack() : player.page.goForward());
  await player.until(() => (path instanceof RegExp ? path.test(player.path()) : player.path() === path), `${way} to lead to ${path}`);
}

async function reload(player: PlayerPage, selector: string): Promise<void> {
  const path = player.path();
  await player.page.reload();
  await player.page.waitForSelector(selector);
  expect(player.path(), 'a reload stays where it is').toBe(path);
}
