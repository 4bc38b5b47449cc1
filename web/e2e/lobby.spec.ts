import { expect, test } from './fixtures.ts';
import { boxOf, HUMAN } from './player.ts';

test('invite_link_leads_both_to_the_game', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/play/shatranj?with=friend`);
  await player.choose('time', '3d');
  await player.page.locator('.folded summary', { hasText: 'Colour' }).click();
  await player.choose('colour', 'black');
  await checkPage('create');
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  const link = await player.page.getByLabel('Invite link').inputValue();
  expect(link).toBe(player.page.url());
  await player.clickButton('Copy');
  await checkPage('challenge-own');
  const friend = await player.newPlayer();
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Accept and play' }).waitFor();
  await friend.waitForText('3 days per move');
  await friend.waitForText('You play White');
  const [accept, board] = [await boxOf(friend.page.locator('.accept')), await boxOf(friend.page.locator('.preview'))];
  if (await friend.isCompact()) expect(accept.y + accept.height, 'a phone shows what to press first').toBeLessThan(board.y);
  await expect(friend.page.getByRole('link', { name: /Learn this game in 3 minutes/ })).toHaveAttribute('href', '/learn/shatranj');
  // A name that was typed counts, saved or not.
  await friend.page.getByRole('textbox', { name: 'Your name' }).fill('Dawit');
  await checkPage('challenge', friend.page);
  await friend.clickButton('Accept and play');
  await friend.page.waitForURL('**/game/*');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await player.waitForText('Dawit');
  await friend.turn();
  await friend.page.goto(link);
  await friend.page.waitForURL('**/game/*');
});

test.describe('waiting', () => {
  // The page may ask for the seek once more while it is being cancelled.
  test.use({ allowedErrors: /status of 404/ });

  /** The page of an open game waits with its link and its code; its inviter is asked for a name. */
  test('open_game_waits_on_its_page', async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/play/senterej?with=open`);
    const name = player.page.getByRole('textbox', { name: 'Your name' });
    expect([await name.inputValue(), await name.getAttribute('placeholder')]).toEqual(['', expect.stringMatching(/^Guest/)]);
    await name.fill('Almaz');
    await player.clickButton('Create open game');
    await player.page.waitForURL('**/challenge/*');
    await player.waitForText('Waiting for an opponent.');
    expect(await player.page.getByLabel('Invite link').inputValue()).toBe(player.page.url());
    await player.page.getByRole('img', { name: 'Scan to join from a phone' }).waitFor();
    await checkPage('open-game');
    const friend = await player.newPlayer();
    await friend.page.goto(player.page.url());
    await friend.page.getByRole('heading', { name: /Almaz\W* invites you to play \W*Senterej/ }).waitFor();
    await friend.page.goto(`${player.url}/`);
    await player.clickButton('Cancel open game');
    await player.page.waitForURL(`${player.url}/`);
  });
});

/** A seek stays pending across reloads and pages; only one of two tabs is notified. */
test('seek_waits_across_pages_and_calls_one_tab', { tag: '@desk' }, async ({ player, checkPage }) => {
  const other = await player.newPlayer();
  await other.name('Bekele');
  await player.page.goto(`${player.url}/play/oblong?with=open`);
  await player.clickButton('Create open game');
  await player.waitForText('Waiting for an opponent.');
  // An aborted request about the seek does not end the wait.
  await player.page.route('**/api/v1/seeks/*', (route) => route.abort('internetdisconnected'), { times: 1 });
  await player.page.goto(`${player.url}/library/shatranj`);
  await player.page.reload();
  await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  const second = await player.page.context().newPage();
  await second.goto(`${player.url}/library/oblong`);
  await second.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  await player.page.waitForTimeout(500);
  await other.page.goto(`${player.url}/`);
  await other.page
    .getByRole('button', { name: /^Join .*game of \W*Oblong/ })
    .first()
    .click();
  await other.page.waitForURL('**/game/*');
  const places = () => [player.page, second].map((page) => new URL(page.url()).pathname);
  await player.until(async () => places().some((path) => path.startsWith('/game/')), 'one of the tabs to be led to the game');
  await player.page.waitForTimeout(1200);
  expect(places().filter((path) => path.startsWith('/game/')).length, `exactly one tab: ${places()}`).toBe(1);
  await second.close();
  // At another board the player is notified by a banner and the title.
  await player.openSharedGame({ instance: 'shatranj' });
  await player.ask('POST', '/api/v1/seeks', { instance: 'mideast' });
  await player.page.reload();
  await player.board();
  const seek = (await other.ask('GET', '/api/v1/seeks')).seeks.find((one: { instance: string }) => one.instance === 'mideast');
  await other.page.evaluate(() => localStorage.clear());
  await player.page.evaluate((id) => localStorage.setItem('rukh-seeks', JSON.stringify({ waiting: [id], called: [] })), seek.id);
  await player.page.reload();
  await player.board();
  await player.page.waitForTimeout(500);
  const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await player.waitForText('Someone joined your game.');
  await player.until(async () => (await player.page.title()) === 'Your game has started!', 'the title to call');
  await checkPage('called');
  await player.page.getByRole('link', { name: 'Go to game' }).click();
  await player.page.waitForURL(`**/game/${game.id}`);
  await player.until(async () => !(await player.page.getByText('Someone joined your game.').count()), 'the call to go');
});

test('own_games_are_listed_first', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.ask('GET', '/api/v1/me');
  const engine = { kind: 'engine', level: 1 };
  await player.ask('POST', '/api/v1/games', { instance: 'senterej', white: HUMAN, black: engine });
  await player.ask('POST', '/api/v1/games', { instance: 'shatranj', white: HUMAN, black: engine });
  await player.page.goto(`${player.url}/`);
  const own = player.page.getByRole('region', { name: 'Your games' });
  await own.getByText('Your turn').waitFor();
  const lines = await own.getByRole('listitem').allInnerTexts();
  expect(lines.length).toBe(2);
  expect(lines[0], 'the own turn is on top').toMatch(/Your turn[^]*Shatranj/);
  const [games, boards] = [await boxOf(own), await boxOf(player.page.locator('.families'))];
  expect(games.y, 'own games stand before the boards').toBeLessThan(boards.y);
  const live = player.page.getByRole('region', { name: 'Live games' });
  if (await live.count()) {
    const ids = await own.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const id of ids) expect(await live.locator(`a[href="${id}"]`).count(), 'own games are not listed twice').toBe(0);
  }
  await checkPage('own-games');
});

test('games_are_filtered_and_paged', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/games`);
  const request = { instance: 'senterej', white: HUMAN, black: HUMAN };
  await Promise.all(Array.from({ length: 21 }, () => player.ask('POST', '/api/v1/games', request)));
  await player.openSharedGame({ instance: 'mideast' });
  await player.resign();
  // On a phone a game has no navigation but the way home.
  await player.page.getByRole('link', { name: 'Rukh', exact: true }).click();
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.page.waitForURL('**/games');
  await player.choose('whose', 'me');
  await player.until(async () => (await player.page.locator('.result').count()) === 1, 'only the own game that is over');
  await player.choose('phase', 'live');
  await player.clickButton('More games');
  await player.until(async () => (await player.page.locator('.result').count()) === 21, 'all that go on');
  await player.until(async () => (await player.page.locator('.result .board').count()) === 21, 'a board beside each');
  await checkPage('games');
  await player.choose('phase', 'over');
  await player.page.locator('.result .title').first().click();
  await player.page.waitForSelector('.outcome');
});
