// Bot accounts: chosen for good on the account's page, marked by their names from then on.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { textOf } from './messages.ts';
import { ignoringIsolation } from './player.ts';

const say = (id: string) => textOf('en', id);

test('account_becomes_a_bot_and_is_marked_everywhere', async ({ here, another, checkPage }) => {
  const { page, url } = here;
  const name = newName();
  const marked = ignoringIsolation(`${name} (bot)`);
  await giveAuthenticator(page);
  await register(here, name);
  await page.goto(`${url}/account`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText(say('bot-make')).click();
  const go = page.getByRole('button', { name: say('bot-go') });
  await expect(go).toBeDisabled();
  await page.locator('#bot-name').fill(name);
  await checkPage('bot-choice');
  await go.click();
  await here.waitForText(say('bot-done'));
  await page.getByText('A bot account since').waitFor();
  await page.locator('.site > header').getByRole('link', { name: marked }).waitFor();
  await checkPage('bot-account');

  const { id } = await here.ask('GET', '/api/v1/me');
  const seek = await here.ask('POST', '/api/v1/seeks', { instance: 'shatranj', colour: 'white' });
  const other = await another();
  await other.page.goto(`${url}/challenge/${seek.id}`);
  await other.page.getByText(marked).first().waitFor();
  await checkPage('bot-challenge', other.page);
  await other.clickButton('Accept and play');
  await other.page.waitForURL('**/game/*');
  await other.board();
  await other.page.getByRole('link', { name: marked }).waitFor();
  await checkPage('bot-game', other.page);
  await other.resign();
  await other.page.goto(`${url}/player/${id}`);
  await other.page.getByRole('heading', { level: 1, name: marked }).waitFor();
  await other.page.goto(`${url}/ratings?who=bots`);
  await other.waitForText(say('ratings-no-pools'));
});
