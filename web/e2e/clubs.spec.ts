// Clubs: founding one, joining by request, its board and an event for members, a report, and leaving.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { textOf } from './messages.ts';
import type { PlayerPage } from './player.ts';

const NAME = 'Friends of the negus';

async function withAccount(player: PlayerPage): Promise<string> {
  const name = newName();
  await giveAuthenticator(player.page);
  await register(player, name);
  return name;
}

test('club_is_founded_joined_by_request_written_in_and_left', async ({ here, another, checkPage }) => {
  const { page, url } = here;
  await withAccount(here);
  const [other, third] = [await another(), await another()];
  const joiner = await withAccount(other);
  await withAccount(third);

  await page.goto(`${url}/games`);
  await page.getByRole('link', { name: 'Clubs', exact: true }).click();
  await here.waitForText('There is no club yet.');
  await page.locator('summary').filter({ hasText: 'Found a club' }).click();
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('About the club').fill('Senterej on Sundays.\nEverybody who likes medeqs is welcome.');
  await page.getByRole('radio', { name: /On request/ }).check();
  await checkPage('club-new');
  await here.clickButton('Found a club');
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await here.waitForText('Nobody has written yet.');
  const address = `${url}${here.path()}`;
  await checkPage('club-founded');

  // Somebody finds it and asks to join; the owner accepts.
  await other.page.goto(`${url}/clubs`);
  await other.page.getByLabel('Part of a name').fill('NEGUS');
  await other.clickButton('Search');
  await checkPage('clubs', other.page);
  await other.page.getByRole('link', { name: NAME }).click();
  await other.clickButton('Ask to join');
  await other.waitForText('You have asked to join.');
  await expect(other.page.getByRole('heading', { name: 'Board' })).toHaveCount(0);
  await checkPage('club-asked', other.page);
  await page.reload();
  await page.getByRole('button', { name: /^Accept/ }).waitFor();
  await checkPage('club-asking');
  await page.getByRole('button', { name: /^Accept/ }).click();
  await here.waitForText('Members: 2');

  // The board: a post, an answer, a report, and a post that is deleted.
  await other.page.reload();
  await other.page.getByLabel('Write to the members').fill('Good evening!\nWho plays tonight?');
  await other.clickButton('Post');
  await other.page.getByRole('article').getByText('Who plays tonight?').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Answer/ }).click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('I do.');
  await here.clickButton('Send answer');
  await page.getByRole('listitem').getByText('I do.').waitFor();
  await page.getByLabel('Write to the members').fill('We meet every Sunday at six.');
  await page.getByLabel('As an announcement').check();
  await here.clickButton('Post');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await page.getByRole('complementary', { name: 'Announcement' }).waitFor();
  await page.getByRole('article').nth(1).waitFor();
  await checkPage('club-board');
  await page.getByRole('article').getByRole('link', { name: 'Report' }).click();
  await page.getByRole('radio', { name: /Who plays tonight/ }).check();
  await checkPage('club-report');
  await here.clickButton('Send report');
  await here.waitForText('Thank you. A moderator will look at it.');

  // An event for members, which others only look at.
  await page.goto(address);
  await page.getByText('New event').click();
  await page.locator('main').getByLabel('Name', { exact: true }).first().fill('Night of the club');
  await page.locator('main select').first().selectOption('shatranj');
  await expect(page.getByLabel(/Members only/)).toBeChecked();
  await here.clickButton('Make event');
  await page.getByRole('heading', { level: 1, name: 'Night of the club' }).waitFor();
  await here.waitForText('Members only');
  await checkPage('club-event');
  const event = `${url}${here.path()}`;
  await third.page.goto(event);
  await third.waitForText('This event is for members of the club.');
  await expect(third.page.getByRole('button', { name: 'Join' })).toHaveCount(0);
  await other.page.goto(event);
  await other.clickButton('Join');
  await other.waitForText('You are in.');

  // Whoever leaves the club takes no part in it any more.
  await other.page.getByRole('link', { name: NAME }).click();
  await other.clickButton('Leave the club');
  await other.clickButton('Leave for good?');
  await other.page.getByRole('button', { name: 'Ask to join' }).waitFor();
  await other.page.goto(event);
  await other.waitForText('This event is for members of the club.');
  await page.goto(address);
  await here.waitForText('Members: 1');
  await expect(page.getByText(joiner)).not.toHaveCount(0);
  await page.getByText('Change the club').click();
  await checkPage('club-owner');
  await here.preset({ language: 'ar', theme: 'dark' });
  await page.goto(address);
  await page.getByRole('heading', { name: textOf('ar', 'club-board') }).waitFor();
  await page.getByRole('article').nth(1).waitFor();
  await checkPage('club-ar-dark');
  await page.goto(`${url}/clubs`);
  await page.getByRole('link', { name: NAME }).first().waitFor();
  await checkPage('clubs-ar-dark');
});

test('guest_reads_a_club_and_is_told_to_make_an_account', { tag: '@phone' }, async ({ here, another, checkPage }) => {
  await withAccount(here);
  const { id } = await here.ask('POST', '/api/v1/clubs', { name: 'Open to all', about: 'Come in.', entry: 'open' });
  const guest = await another();
  await guest.page.goto(`${guest.url}/club/${id}`);
  await guest.waitForText('Clubs are for players with an account.');
  await checkPage('club-guest', guest.page);
});

test('moderator_renames_and_closes_a_club', async ({ here, another, checkPage }) => {
  test.skip(!here.server.admin, 'the server is not ours');
  const moderator = await withAccount(here);
  here.server.admin!('role', moderator, 'moderator');
  const owner = await another();
  await withAccount(owner);
  const { id } = await owner.ask('POST', '/api/v1/clubs', { name: 'Rude words', about: 'Ruder ones.', entry: 'open' });
  const reporter = await another();
  await reporter.page.goto(`${reporter.url}/club/${id}`);
  await reporter.page.getByRole('link', { name: 'Report this club' }).click();
  await reporter.page.getByRole('radio', { name: /Rude words/ }).check();
  await reporter.clickButton('Send report');
  await reporter.waitForText('Thank you. A moderator will look at it.');

  await here.page.goto(`${here.url}/moderation`);
  await here.waitForText('Ruder ones.');
  await here.page.getByLabel('Another name for the club').fill('Kind words');
  await checkPage('moderation-club');
  await here.clickButton('Rename the club');
  await here.waitForText('Done.');
  await owner.page.goto(`${owner.url}/club/${id}`);
  await owner.page.getByRole('heading', { level: 1, name: 'Kind words' }).waitFor();
  await here.clickButton('Close the club');
  const status = async () => (await owner.page.request.get(`${owner.url}/api/v1/clubs/${id}`)).status();
  await here.until(async () => (await status()) === 404, 'the club to be closed');
  await here.page.goto(`${here.url}/club/${id}`);
  await here.waitForText('This club is closed. Only moderators see it.');
});
