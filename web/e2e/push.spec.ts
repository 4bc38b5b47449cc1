// Messages while the site is closed: the switch, the line in a game of days, and the service worker.
import type { CDPSession } from '@playwright/test';
import { fullBrowser } from './browser.ts';
import { expect, test as base } from './fixtures.ts';
import type { PlayerPage } from './player.ts';
import { PushService } from './push-service.ts';
import { openServer, type Server } from './server.ts';

/** A key of its own; it signs nothing that leaves this machine. */
const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
const SWITCH = 'Tell me when it’s my turn in games of days, and before games and events, even if Rukh is closed';
const OFFER = 'Get a message when it’s your turn, even if Rukh is closed?';
const DAYS = { instance: 'shatranj', time_control: { kind: 'days', days: 3 } };

const test = base.extend<object, { server: Server; service: PushService }>({
  service: [
    async ({}, use) => {
      const service = await PushService.open();
      await use(service);
      service.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, use) => {
      const server = await openServer({
        RUKH_PUSH_KEY: KEY,
        RUKH_PUSH_CONTACT: 'mailto:chess@rukh.example',
        RUKH_PUSH_SERVICE: service.url,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ serviceWorkers: 'allow', launchOptions: fullBrowser });
test.skip(!!process.env.RUKH_URL, 'needs a server with a key for push messages');
test.beforeEach(({ service }) => void (service.messages.length = 0));

/** A player whose browser has the service worker, lets the site notify and subscribes at the stand-in. */
async function prepare(player: PlayerPage, service: PushService): Promise<void> {
  await service.standInFor(player.page);
  // Rulesets and courses are not read ahead, which a debug build computes first.
  await player.page.context().addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await player.page.context().grantPermissions(['notifications'], { origin: player.url });
  await player.page.goto(`${player.url}/help`);
  await player.page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Notifications that are shown: text by tag. */
const notifications = (player: PlayerPage) =>
  player.page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, lang }) => ({ title, body, tag, lang })),
  );

/** Delivers a message to the service worker, as the browser does when its push service has one. */
async function deliver(player: PlayerPage, data: string): Promise<void> {
  const session: CDPSession = await player.page.context().newCDPSession(player.page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL.startsWith(player.url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin: player.url, registrationId: await registered, data });
  await session.detach();
}

test('turn_is_told_while_the_game_is_closed', { tag: '@desk' }, async ({ player, service, checkPage }) => {
  await prepare(player, service);
  await player.page.goto(`${player.url}/settings`);
  const box = player.page.getByRole('checkbox', { name: SWITCH });
  await box.check();
  await expect(box).toBeEnabled({ timeout: 60_000 });
  await expect(box).toBeChecked();
  await checkPage('settings-push');
  const { other, game } = await player.startGame(DAYS);
  await player.waitUntilMovable('e2');
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /White/);
  await player.page.goto(`${player.url}/help`);
  await other.act(game.id, { kind: 'move', move: 'e7e6' }, (await other.read(game.id)).view.seq);
  // On a busy machine the board was opened so late that the begin of the game was told too.
  const ofTurn = () => service.messages.find((one) => JSON.parse(one).kind === 'turn');
  await expect.poll(ofTurn, { timeout: 20_000 }).toBeTruthy();
  const message = JSON.parse(ofTurn()!);
  expect(message).toMatchObject({ kind: 'turn', game: game.id, title: 'Shatranj', language: 'en' });

  await deliver(player, ofTurn()!);
  await expect.poll(() => notifications(player)).toEqual([{ title: 'Shatranj', body: message.text, tag: `rukh-${game.id}`, lang: 'en' }]);
  // A newer message takes the place of the older one.
  await deliver(player, JSON.stringify({ ...message, text: 'Bekele offers you a draw.' }));
  await expect.poll(async () => (await notifications(player)).map((one) => one.body)).toEqual(['Bekele offers you a draw.']);
  await deliver(player, 'not of this site');
  expect(await notifications(player)).toHaveLength(1);
});

test('message_about_the_game_in_view_is_not_shown', { tag: '@desk' }, async ({ player, service }) => {
  await prepare(player, service);
  const { game } = await player.startGame(DAYS);
  const message = { kind: 'turn', title: 'Shatranj', text: 'It is your turn.', language: 'en' };
  await deliver(player, JSON.stringify({ ...message, game: game.id, tag: `rukh-${game.id}` }));
  // A busy Chromium loses a message behind one that showed nothing.
  await expect(async () => {
    await deliver(player, JSON.stringify({ ...message, game: 'another', tag: 'rukh-another' }));
    await expect.poll(async () => (await notifications(player)).map((one) => one.tag), { timeout: 4000 }).toEqual(['rukh-another']);
  }).toPass({ timeout: 60_000 });
});

test('line_in_a_game_of_days_is_shown_once', async ({ player, service, checkPage }) => {
  await prepare(player, service);
  await player.startGame({ instance: 'shatranj' });
  await player.waitUntilMovable('e2');
  await expect(player.page.getByText(OFFER)).toHaveCount(0);
  await player.startGame(DAYS);
  await player.page.getByText(OFFER).waitFor();
  await checkPage('push-offer');
  await player.clickButton('Turn on');
  await player.page.getByText('You’ll get a message when it’s your turn.').waitFor();
  await player.startGame(DAYS);
  await player.waitUntilMovable('e2');
  await expect(player.page.getByText(OFFER)).toHaveCount(0);
  // Turned off, it is gone from the browser and from the server.
  await player.page.goto(`${player.url}/settings`);
  const box = player.page.getByRole('checkbox', { name: SWITCH });
  // The switch waits for the service worker, which comes after all else that a busy machine loads.
  await expect(box).toBeChecked({ timeout: 60_000 });
  await box.uncheck();
  await expect(box).toBeEnabled({ timeout: 60_000 });
  expect(await player.page.evaluate(() => [localStorage.getItem('rukh-push'), localStorage.getItem('stand-in-subscription')])).toEqual([
    null,
    null,
  ]);
});

test('language_chosen_later_is_that_of_messages', { tag: '@desk' }, async ({ player, service }) => {
  await prepare(player, service);
  await player.page.goto(`${player.url}/settings`);
  await player.page.getByRole('checkbox', { name: SWITCH }).check();
  const told = () => player.page.evaluate(() => JSON.parse(localStorage.getItem('rukh-push') ?? '{}').language as string);
  await expect.poll(told).toBe('en');
  await player.page.locator('header select').selectOption('fa');
  await expect.poll(told).toBe('fa');
});
