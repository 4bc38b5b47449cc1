// The whole way of two people with phones who have never been here: accounts without a password, a time for a rated
// Senterej, ratings that move, an event, and leaving with everything and without a trace of the name.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { stripIsolation, type PlayerPage } from './player.ts';

test.use({ serverSettings: { RUKH_EVENTS: 'weekly' } });

const CLOCK = { kind: 'fischer', initial: 300, increment: 3, marshal: 60 };

/** What anybody is told by the server about a game, a player and an event. */
async function said(asked: PlayerPage, paths: string[]): Promise<string> {
  const answers = await Promise.all(paths.map(async (path) => (await asked.page.request.get(asked.url + path)).text()));
  return answers.join('\n');
}

test('strangers_meet_play_a_rated_senterej_join_an_event_and_one_leaves', { tag: '@phone' }, async ({ here, another, checkPage }) => {
  test.slow();
  const [name, opponent] = [newName(), newName()];
  const other = await another();
  for (const [player, chosen] of [
    [here, name],
    [other, opponent],
  ] as const) {
    await giveAuthenticator(player.page);
    await register(player, chosen);
  }
  const { id: whom } = await other.ask('GET', '/api/v1/me');
  const { id: mine } = await here.ask('GET', '/api/v1/me');

  // A time, soon enough to wait for it.
  const times = [Date.now() + 20_000, Date.now() + 3_600_000];
  const terms = { instance: 'senterej', time_control: CLOCK, colour: 'white', rated: true };
  const { id: appointment } = await here.ask('POST', '/api/v1/appointments', { whom, times, ...terms });
  await other.page.goto(`${here.url}/`);
  await other.page.getByRole('heading', { name: 'Your appointments' }).scrollIntoViewIfNeeded();
  await checkPage('home-asked', other.page);
  await other.page.goto(`${here.url}/appointment/${String(appointment)}`);
  await here.page.goto(`${here.url}/appointment/${String(appointment)}`);
  await other.page.locator('main .times button').first().click();
  await here.page.waitForURL('**/game/*', { timeout: 60_000 });
  await other.page.waitForURL('**/game/*', { timeout: 60_000 });

  // Both move at once until the first capture.
  await here.board();
  await other.board();
  await here.waitForText('1500?');
  await here.click('e2', 'e3');
  await here.waitForPiece('e3', /Gold/);
  await here.click('e3', 'e4');
  await here.waitForPiece('e4', /Gold/);
  await other.click('d7', 'd6');
  await other.waitForPiece('d6', /Green/);
  await other.click('d6', 'd5');
  await here.waitForPiece('d5', /Green/);
  await here.until(async () => (await here.movable()).includes('e4'), 'the capture to be offered');
  await here.click('e4', 'd5');
  await here.waitForPiece('d5', /Gold/);
  await other.turn();
  await other.moveAny();
  await here.turn();
  await other.resign();
  await here.waitForText('1500? → 1662? (+162)');
  await other.waitForText('1500? → 1338? (−162)');
  await checkPage('strangers-result');
  const game = here.path().split('/')[2]!;

  // Both will be there on Thursday.
  for (const player of [here, other]) {
    await player.page.goto(`${player.url}/events`);
    await player.page.getByRole('link', { name: 'Senterej night' }).first().click();
    await player.clickButton('Join');
    await player.waitForText('You are in.');
  }
  await checkPage('strangers-event');
  const event = here.path().split('/')[2]!;

  // One leaves with everything.
  await here.page.goto(`${here.url}/account`);
  await here.page.getByText('Download everything').scrollIntoViewIfNeeded();
  const download = here.page.waitForEvent('download');
  await here.clickButton('Download everything');
  expect((await download).suggestedFilename()).toMatch(/^rukh-.+\.zip$/);
  await here.page.getByText('Delete account', { exact: true }).click();
  await here.page.getByRole('textbox', { name: /^Type / }).fill(name);
  await here.clickButton('Delete my account');
  await here.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  const parts = ['', '/replay', '/pgn', '/ratings'].map((part) => `/api/v1/games/${game}${part}`);
  const paths = [...parts, `/api/v1/players/${String(mine)}`, `/api/v1/events/${event}`, `/api/v1/appointments/${String(appointment)}`];
  const told = stripIsolation(await said(other, [...paths, '/api/v1/games?state=archived', `/game/${game}`, `/player/${String(mine)}`]));
  expect(told).toContain(opponent);
  expect(told).not.toContain(name);
});
