// Rated games: from the form to the ratings that changed, and where these are seen.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';

test('rated_game_is_played_and_both_ratings_move', async ({ here, another, checkPage }) => {
  const { page } = here;
  const name = newName();
  await giveAuthenticator(page);
  await register(here, name);
  const other = await another();
  await giveAuthenticator(other.page);

  await page.goto(`${here.url}/play/shatranj?with=open&time=5-3&colour=white`);
  await page.getByRole('checkbox', { name: 'Rated' }).check();
  await checkPage('rated-form');
  await here.clickButton('Create open game');
  await here.waitForText('Waiting for an opponent.');
  const challenge = page.url();

  // A guest sees that the game is rated, and cannot take it without an account.
  await other.page.goto(`${here.url}/`);
  await other.waitForText('(1500?)');
  await other.page.goto(challenge);
  await other.waitForText('Rated games are for players with an account.');
  await checkPage('rated-challenge', other.page);
  const opponent = newName();
  await register(other, opponent);
  await other.page.goto(challenge);
  await other.clickButton('Accept and play');
  await other.page.waitForURL('**/game/*');
  await here.board();
  await here.waitForText('1500?');

  await here.click('e2', 'e3');
  await other.board();
  await other.turn();
  await other.click('e7', 'e6');
  await here.turn();
  await other.resign();
  await here.waitForText('1500? → 1662? (+162)');
  await here.waitForText('1500? → 1338? (−162)');
  await checkPage('rated-result');

  const { id } = await here.ask('GET', '/api/v1/me');
  await page.goto(`${here.url}/player/${id}`);
  await here.waitForText('Has an account');
  await here.waitForText('1662?');
  await checkPage('player-ratings');
  await page.goto(`${here.url}/ratings`);
  await here.waitForText('Nobody is listed yet');
  await expect(page.getByRole('combobox', { name: 'Kind of game' })).toContainText('Shatranj');
  await page.getByRole('combobox', { name: 'Players' }).selectOption('Bots');
  await here.waitForText('Nobody is listed yet');
  await checkPage('ratings');
});

test('guest_is_told_why_a_game_cannot_be_rated', async ({ player }) => {
  const { page, url } = player;
  await page.goto(`${url}/play/shatranj?with=open&time=5-3`);
  await expect(page.getByRole('checkbox', { name: 'Rated' })).toBeDisabled();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  await page.goto(`${url}/ratings`);
  await player.waitForText('No rated game has been played yet.');
});
