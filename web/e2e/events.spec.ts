// Events: making one, joining it, playing in it and coming back, and what a guest sees.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';

test('two_people_join_an_arena_play_and_stand_in_it', async ({ here, another, checkPage }) => {
  const { page } = here;
  const [name, opponent] = [newName(), newName()];
  await giveAuthenticator(page);
  await register(here, name);
  const other = await another();
  await giveAuthenticator(other.page);
  await register(other, opponent);

  await page.goto(`${here.url}/events`);
  await here.waitForText('No event is planned.');
  await page.getByText('New event').click();
  await page.getByLabel('Name').fill('Evening of the shah');
  await page.locator('main select').selectOption('shatranj');
  await checkPage('new-event');
  await here.clickButton('Make event');
  await page.getByRole('heading', { level: 1, name: 'Evening of the shah' }).waitFor();
  await here.clickButton('Join');
  await here.waitForText('You are in.');
  await checkPage('event-upcoming');

  // An arena that starts at once: whoever has its page open is led to the game.
  const format = { kind: 'arena', minutes: 5 };
  const clock = { kind: 'fischer', initial: 300, increment: 0 };
  const request = { name: 'Quick arena', instance: 'shatranj', time_control: clock, format, rated: true, starts: Date.now() + 6000 };
  const { id } = await here.ask('POST', '/api/v1/events', request);
  for (const one of [here, other]) {
    await one.page.goto(`${one.url}/events/${id}`);
    await one.clickButton('Join');
  }
  await page.waitForURL('**/game/*', { timeout: 40_000 });
  await other.page.waitForURL('**/game/*', { timeout: 40_000 });
  await here.board();
  await other.board();
  const game = await here.read(here.path().split('/')[2]!);
  const { id: mine } = await here.ask('GET', '/api/v1/me');
  const [white, black] = game.game.white.player.id === mine ? [here, other] : [other, here];
  await white.click('e2', 'e3');
  await black.turn();
  await black.click('e7', 'e6');
  await white.turn();
  // Whoever has withdrawn is not paired again, which would lead both away from what is looked at here.
  await black.ask('POST', `/api/v1/events/${id}/withdraw`, {});
  await black.resign();
  await black.waitForText('Back to the event');
  await white.waitForText('Back to the event');
  await checkPage('event-game-over', white.page);
  await white.page.getByRole('link', { name: 'Back to the event' }).click();
  await white.page.getByRole('row', { name: new RegExp(white === here ? name : opponent) }).waitFor();
  await white.waitForText('1–0');
  await checkPage('event-running', white.page);
  await page.goto(`${here.url}/events`);
  await here.waitForText('Quick arena');
  await here.waitForText('Evening of the shah');
  await checkPage('events');
});

test('host_of_a_simul_goes_from_board_to_board', async ({ here, another, checkPage }) => {
  const { page } = here;
  const [name, one, two] = [newName(), newName(), newName()];
  await giveAuthenticator(page);
  await register(here, name);
  const players: (typeof here)[] = [];
  for (const player of [one, two]) {
    const other = await another();
    await giveAuthenticator(other.page);
    await register(other, player);
    players.push(other);
  }

  await page.goto(`${here.url}/events`);
  await page.getByText('New event').click();
  await page.getByLabel('Name').fill('One against all');
  await page.locator('main select').selectOption('shatranj');
  await page.locator('input[name="format"][value="simul"]').check();
  await checkPage('new-simul');
  await here.clickButton('Make event');
  await page.getByRole('heading', { level: 1, name: 'One against all' }).waitFor();
  await here.waitForText('You are the host.');
  const event = here.path();
  for (const other of players) {
    await other.page.goto(`${other.url}${event}`);
    await other.clickButton('Join');
    await other.waitForText('You are in.');
  }
  await here.clickButton('Begin now');
  await page.waitForURL('**/game/*');
  for (const other of players) await other.page.waitForURL('**/game/*');
  const first = here.path();
  await here.board();
  await here.click('e2', 'e3');
  await page.getByRole('link', { name: /Next board that waits for you/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== first);
  await here.board();
  await here.click('e2', 'e3');
  await page.goto(`${here.url}${event}`);
  await here.waitForText('player to move');
  await checkPage('simul-running');
  for (const other of players) await other.resign();
  await here.waitForText('2 of 2');
  await here.waitForText('Finished');
});

test('guest_sees_events_and_is_told_to_make_an_account', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { page, url } = player;
  await page.goto(`${url}/events`);
  await player.waitForText('Events are for players with an account.');
  await expect(page.getByRole('link', { name: 'iCalendar' })).toBeVisible();
  await checkPage('events-guest');
});
