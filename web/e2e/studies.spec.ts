// Studies of the server: two people write one at once, one of them without a connection for a while; a reader sees it live.
import { readFileSync } from 'node:fs';
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { ignoringIsolation, type PlayerPage } from './player.ts';

const tree = (player: PlayerPage) => player.page.locator('.tree');
/** The moves as they are printed, without the spaces between. */
const printed = async (player: PlayerPage) => (await tree(player).innerText()).replace(/\s+/g, ' ').trim();
const button = (player: PlayerPage, name: string | RegExp) => player.page.getByRole('button', { name, exact: true });
const sees = (player: PlayerPage, text: string) =>
  player.until(async () => (await printed(player)).includes(text), `“${text}” in the moves`);

async function comment(player: PlayerPage, text: string): Promise<void> {
  await player.unfold();
  await player.page.getByPlaceholder('Comment').fill(text);
  await player.page.getByPlaceholder('Comment').blur();
}

async function member(player: PlayerPage): Promise<string> {
  const name = newName();
  await giveAuthenticator(player.page);
  await register(player, name);
  return name;
}

async function openStudy(player: PlayerPage, id: string): Promise<void> {
  await player.page.goto(`${player.url}/analysis/studies/${id}`);
  await player.board();
}

/** Adds a chapter through the page. */
async function addChapter(player: PlayerPage, name: string, ruleset: string): Promise<void> {
  await button(player, 'Chapters').click();
  const dialog = player.page.getByRole('dialog');
  await dialog.waitFor();
  if (!(await dialog.getByRole('button', { name: 'Add chapter' }).isVisible())) await dialog.getByText('New chapter').click();
  await dialog.getByLabel('Name of the chapter').fill(name);
  await dialog.locator('select').selectOption(ruleset);
  await dialog.getByRole('button', { name: 'Add chapter' }).click();
  await player.board();
}

test('two_people_write_one_study_and_a_reader_sees_it_live', async ({ here, another, checkPage }) => {
  test.slow();
  const { page } = here;
  const name = await member(here);
  await page.goto(`${here.url}/analysis/studies`);
  await here.waitForText('You have no study on the server yet.');
  await checkPage('studies-none');
  await page.getByLabel('Name of the study').fill('Openings of the shah');
  await here.choose('visibility', 'link');
  await here.clickButton('Make study');
  await here.waitForText('This study has no chapter yet.');
  await checkPage('study-empty');
  await addChapter(here, 'Slow plans', 'shatranj');
  const id = here.path().split('/').pop()!;
  await button(here, 'Chapters').click();
  await button(here, /PGN tags of .*Slow plans/).click();
  await page.getByLabel('PGN tags', { exact: true }).fill('White: Almaz');
  await button(here, 'Save').click();
  await here.waitForText('This line is no tag: White: Almaz');
  await checkPage('study-tags');
  await page.getByLabel('PGN tags', { exact: true }).fill('[White "Almaz"]');
  await button(here, 'Save').click();
  await button(here, 'Close').click();
  const pgn = async () => (await page.request.get(`${here.url}/api/v1/studies/${id}/pgn`)).text();
  await expect.poll(pgn, { message: 'the tag in the PGN' }).toContain('[White "Almaz"]');

  const friend = await another();
  const friendName = await member(friend);
  await here.unfold();
  await button(here, 'Settings').click();
  await page.getByLabel('Share with (name of an account)').fill(friendName);
  await button(here, 'Share').click();
  await here.waitForText(`Shared with ${friendName}.`);
  await checkPage('study-settings');
  await button(here, 'Close').click();

  await openStudy(friend, id);
  const reader = await another();
  await openStudy(reader, id);
  await reader.waitForText('You can read it.');
  await here.waitForText(`Here now: ${friendName}.`);
  await friend.waitForText(`Here now: ${name}.`);

  // Both move and speak at once, and each sees the other's.
  await here.click('e2', 'e3');
  await sees(friend, 'e3');
  await sees(reader, 'e3');
  await friend.page.locator('.tree button').first().click();
  await Promise.all([comment(here, 'slow'), comment(friend, 'solid')]);
  for (const one of [here, friend, reader]) {
    await sees(one, 'slow');
    await sees(one, 'solid');
  }
  await checkPage('study-two', page);

  // One writes on without a connection, and so does the other with one.
  const friends = friend.page.context();
  await friends.setOffline(true);
  await friend.waitForText('Not connected');
  await friend.click('e7', 'e6');
  await comment(friend, 'written without a connection');
  await friend.waitForText(/changes? (is|are) not sent yet/);
  await checkPage('study-offline', friend.page);
  await here.click('d7', 'd6');
  await sees(reader, 'd6');
  await friends.setOffline(false);
  for (const one of [here, friend, reader]) {
    await sees(one, 'd6');
    await sees(one, 'e6');
    await sees(one, 'written without a connection');
  }
  expect(await friend.page.getByText(/not sent yet/).count()).toBe(0);
  await checkPage('study-reader', reader.page);

  // The reader tries something out, which nobody else sees; what others write still comes.
  await reader.page.locator('.tree button', { hasText: 'e6' }).first().click();
  await reader.click('a2', 'a3');
  await sees(reader, 'a3');
  await here.page.locator('.tree button', { hasText: 'd6' }).first().click();
  await here.click('c2', 'c3');
  await sees(reader, 'c3');
  expect(await printed(reader)).toContain('a3');
  expect(await printed(here)).not.toContain('a3');

  // The server has it all, and nothing twice.
  const written = await (await page.request.get(`${here.url}/api/v1/studies/${id}/pgn`)).text();
  for (const said of ['slow', 'solid', 'written without a connection']) expect(written.split(said).length, said).toBe(2);

  // A reload shows it again, in Arabic on a dark page too.
  await here.preset({ theme: 'dark', language: 'ar' });
  await page.goto(`${here.url}/analysis/studies/${id}`);
  await here.board();
  await sees(here, 'solid');
  await checkPage('study-arabic');
  await page.goto(`${here.url}/analysis/studies`);
  await here.page.getByRole('link', { name: 'Openings of the shah' }).first().waitFor();
  await checkPage('studies-arabic');
});

test.describe('with refusals', () => {
  test.use({ allowedErrors: /status of 4\d\d/ });

  /** What the server does not take is told in words and can be copied; the rest goes on. */
  test('refused_comment_is_told_and_the_rest_is_written', async ({ here, checkPage }) => {
    const { page } = here;
    await member(here);
    const { id } = await here.ask('POST', '/api/v1/studies', {
      name: 'Long words',
      visibility: 'private',
      pgn: '[Ruleset "shatranj"]\n\n1. e3 *\n',
    });
    await openStudy(here, id);
    // No socket comes: the page reads by requests, and says so.
    await page.context().setOffline(true);
    await here.waitForText('Not connected');
    // The page itself writes no comment that is too long.
    await page.route(/\/ops$/, (route) => {
      const body = route.request().postData()?.replace('too many words', 'long '.repeat(900));
      return route.continue({ postData: body });
    });
    await comment(here, 'too many words');
    await here.page.locator('.tree button').first().click();
    await here.click('e7', 'e6');
    await page.context().setOffline(false);
    await here.waitForText('One change was not written');
    await here.waitForText(/Comment: .*4,?000/);
    await button(here, 'Copy text').waitFor();
    await checkPage('study-refused');
    await here.until(async () => JSON.stringify(await here.ask('GET', `/api/v1/studies/${id}/ops`)).includes('e7e6'), 'the move');
    await page.reload();
    await here.board();
    await here.waitForText('One change was not written');
    await button(here, 'Dismiss').click();
    await expect(page.getByText('One change was not written')).toHaveCount(0);
    await sees(here, 'e6');
  });

  test('page_without_a_socket_reads_and_writes_by_requests', { tag: '@desk' }, async ({ here }) => {
    const { page } = here;
    await member(here);
    const { id } = await here.ask('POST', '/api/v1/studies', {
      name: 'No socket',
      visibility: 'private',
      pgn: '[Ruleset "shatranj"]\n\n1. e3 *\n',
    });
    await page.addInitScript(() => {
      class Silent extends EventTarget {
        readonly readyState = 0;
        send(): void {}
        close(): void {}
      }
      Object.assign(window, { WebSocket: Silent });
    });
    await openStudy(here, id);
    await here.waitForText('Not connected');
    await sees(here, 'e3');
    await here.page.locator('.tree button').first().click();
    await here.click('e7', 'e6');
    await here.until(
      async () => JSON.stringify(await here.ask('GET', `/api/v1/studies/${id}/ops`)).includes('e7e6'),
      'the move on the server',
    );
  });
});

test('chapters_are_named_ordered_deleted_and_restored', async ({ here, checkPage }) => {
  const { page } = here;
  await member(here);
  const pgn = ['A', 'B', 'C'].map((name) => `[White "${name}"]\n[Black "X"]\n[Ruleset "shatranj"]\n\n1. e3 *\n`).join('\n');
  const { id } = await here.ask('POST', '/api/v1/studies', { name: 'Cup', visibility: 'private', pgn });
  await openStudy(here, id);
  const names = async () => (await page.locator('.chapters select option').allInnerTexts()).join(' | ');
  expect(await names()).toBe('1. A – X | 2. B – X | 3. C – X');
  await button(here, 'Chapters').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: ignoringIsolation('Move C – X up') }).click();
  await dialog.getByRole('button', { name: ignoringIsolation('Rename A – X') }).click();
  await dialog.getByLabel('Name of the chapter').first().fill('The first');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: ignoringIsolation('Delete B – X') }).click();
  await expect(dialog.getByText(ignoringIsolation('Deleted (1)'))).toBeVisible();
  await checkPage('chapters');
  await dialog.getByText(ignoringIsolation('Deleted (1)')).click();
  await dialog.getByRole('button', { name: ignoringIsolation('Restore B – X') }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await names()).toBe('1. The first | 2. C – X | 3. B – X');
  await here.until(async () => (await here.ask('GET', `/api/v1/studies/${id}`)).seq >= 10, 'all of it on the server');
  await page.reload();
  await here.board();
  expect(await names()).toBe('1. The first | 2. C – X | 3. B – X');
});

test('study_goes_to_the_server_and_a_chapter_back', { tag: '@phone' }, async ({ here }) => {
  const { page } = here;
  await member(here);
  await page.goto(`${here.url}/analysis?ruleset=senterej`);
  await here.board();
  await here.click('e2', 'e3');
  await comment(here, 'my plan');
  await here.unfold();
  await button(here, 'Put on the server').click();
  await page.waitForURL('**/analysis/studies/*');
  await here.board();
  await sees(here, 'my plan');
  await here.unfold();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download PGN' }).click()]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('my plan');
  await button(here, 'Copy chapter to this device').click();
  await page.waitForURL('**/analysis?study=*');
  await here.board();
  await sees(here, 'my plan');
});

test('guest_reads_public_studies_and_is_told_to_sign_in', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/analysis/studies`);
  await player.waitForText('Studies on the server are kept with an account.');
  await expect(player.page.locator('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await checkPage('studies-guest');
});
