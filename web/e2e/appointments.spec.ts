// Appointments: one proposes, the other accepts on a phone and in Arabic, and at the time both are in the game.
import { expect, test } from './fixtures.ts';
import type { PlayerPage } from './player.ts';

const PHONE = { width: 390, height: 844 };
const CLOCK = { kind: 'fischer', initial: 300, increment: 0 };
const TIMES = 'main .times button';

/** Shows the site in another language from the next page on. */
const speak = (player: PlayerPage, language: string) =>
  player.page.context().addInitScript((tag) => {
    const stored = JSON.parse(localStorage.getItem('rukh-settings') ?? '{}') as object;
    localStorage.setItem('rukh-settings', JSON.stringify({ ...stored, language: tag }));
  }, language);

test('time_is_proposed_accepted_on_a_phone_and_both_land_in_the_game', { tag: '@desk' }, async ({ player, newPlayer, checkPage }) => {
  const { page, url } = player;
  await page.goto(`${url}/people`);
  await player.waitForText('You have no appointment.');
  await page.getByText('Propose times for a game').click();
  await page.getByRole('button', { name: 'Another time' }).click();
  await expect(page.locator('input[type="datetime-local"]')).toHaveCount(2);
  await page.locator('main select').selectOption('shatranj');
  await checkPage('appointment-new');
  await page.getByRole('button', { name: 'Propose times' }).click();
  await page.waitForURL('**/appointment/*');
  await player.waitForText('Waiting for an answer');
  await page.locator('figure svg').waitFor();
  await checkPage('appointment-own');

  const other = await newPlayer();
  await other.page.setViewportSize(PHONE);
  await speak(other, 'ar');
  await other.page.goto(`${url}${player.path()}`);
  await expect(other.page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(other.page.locator(TIMES)).toHaveCount(2);
  await checkPage('appointment-asked-ar', other.page);
  await other.page.locator(TIMES).first().click();
  await expect(other.page.getByRole('link', { name: 'أضِفه إلى تقويمك' })).toBeVisible();
  await checkPage('appointment-agreed-ar', other.page);
  await player.waitForText('The game begins then by itself.');
  await checkPage('appointment-agreed');
  const calendar = await page.request.get(`${url}${player.path()}.ics`);
  expect(await calendar.text()).toContain('STATUS:CONFIRMED');

  // Another one, whose time comes while both look at it.
  const { id: whom } = await other.ask('GET', '/api/v1/me');
  const soon = Date.now() + 20_000;
  const { id } = await player.ask('POST', '/api/v1/appointments', { whom, times: [soon], instance: 'shatranj', time_control: CLOCK });
  await page.goto(`${url}/`);
  await page.goto(`${url}/appointment/${id}`);
  await other.page.goto(`${url}/appointment/${id}`);
  await other.page.locator(TIMES).first().click();
  await page.waitForURL('**/game/*', { timeout: 60_000 });
  await other.page.waitForURL('**/game/*', { timeout: 60_000 });
  await player.board();
  await other.board();
  expect(player.path()).toBe(other.path());

  // The first page lists what is open, and only to those who were here before.
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Your appointments' }).waitFor();
  await expect(page.locator('section[aria-labelledby="meet-own"] li')).toHaveCount(1);
  await checkPage('home-appointments');
});

test('follower_sees_who_is_online_and_challenges', { tag: '@phone' }, async ({ player, newPlayer, checkPage }) => {
  const { page, url } = player;
  const other = await newPlayer();
  await other.page.goto(`${url}/`);
  await other.ask('POST', '/api/v1/me', { name: 'Bekele' });
  const { id: whom } = await other.ask('GET', '/api/v1/me');
  await page.goto(`${url}/people`);
  await player.ask('GET', '/api/v1/me');
  await player.ask('POST', `/api/v1/follows/${String(whom)}`, {});
  await page.reload();
  await page.getByRole('link', { name: 'Bekele' }).waitFor();
  // Nodes tell every twenty seconds who is here.
  await page.locator('.who strong').waitFor({ timeout: 60_000 });
  await checkPage('people');
  await page.getByRole('link', { name: 'Challenge' }).click();
  await player.waitForText('You ask Bekele for a game.');
  await page.locator('main form select').selectOption('shatranj');
  await page.getByRole('button', { name: 'Challenge' }).click();
  await page.waitForURL('**/appointment/*');
  await other.page.goto(`${url}${player.path()}`);
  await other.waitForText('Play now?');
  await checkPage('challenge-asked', other.page);
  await other.clickButton('Play now');
  await page.waitForURL('**/game/*', { timeout: 30_000 });
  await other.page.waitForURL('**/game/*', { timeout: 30_000 });
  await player.board();
});

test('appointment_is_declined_or_called_off', { tag: '@phone' }, async ({ player, newPlayer }) => {
  const { page, url } = player;
  const other = await newPlayer();
  await other.page.goto(`${url}/`);
  const { id: whom } = await other.ask('GET', '/api/v1/me');
  const propose = async () => {
    const times = [Date.now() + 3_600_000];
    const { id } = await player.ask('POST', '/api/v1/appointments', { whom, times, instance: 'shatranj', time_control: CLOCK });
    return `${url}/appointment/${String(id)}`;
  };
  await page.goto(`${url}/`);
  await player.ask('GET', '/api/v1/me');
  const first = await propose();
  await other.page.goto(first);
  await other.clickButton('Decline');
  await other.clickButton('Really decline?');
  await other.waitForText('Declined');
  await page.goto(await propose());
  await player.clickButton('Call it off');
  await player.clickButton('Really call it off?');
  await player.waitForText('Called off');
});
