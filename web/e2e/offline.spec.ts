// Without a connection: what can be read, and what says so.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import type { PlayerPage } from './player.ts';

// Nothing answers for what is not kept, nor for courses on a server without any.
test.use({ serviceWorkers: 'allow', allowedErrors: /net::ERR_FAILED|status of 404/ });

/** Waits until the service worker rules the page, as on a second visit. */
async function ready(player: PlayerPage, url = player.url): Promise<void> {
  await player.page.goto(`${url}/`);
  await player.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

const cut = (player: PlayerPage, isCut: boolean) => player.page.context().setOffline(isCut);

test('rules_and_pages_can_be_read_offline', async ({ player, checkPage }) => {
  await ready(player);
  await player.page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage({ warm: 'en' }));
  const isKept = () => player.page.evaluate(async () => !!(await (await caches.open('rukh-reading')).match(`${location.origin}/library/mideast-greenwood?lang=en`)));
  // The courses are kept too, which a debug build computes when the first is asked for.
  await expect.poll(isKept, { message: 'every ruleset to be kept', timeout: 60_000 }).toBe(true);
  await cut(player, true);
  await player.page.goto(`${player.url}/library`);
  await player.waitForText('You’re offline.');
  await player.page.getByRole('link', { name: 'Senterej', exact: true }).click();
  await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  await checkPage('offline-rules');
  // Pages that were never shown here, loaded anew.
  for (const [path, heading] of [['/library/oblong-dice', 'Rules and sources'], ['/help', 'Fair dice'], ['/play', 'Choose a game']] as const) {
    await player.page.goto(player.url + path);
    await player.page.getByRole('heading', { name: heading }).waitFor();
  }
  await cut(player, false);
  await expect(player.page.getByText('You’re offline.')).toHaveCount(0);
});

test('game_for_days_is_read_offline_and_caught_up', async ({ player }) => {
  await ready(player);
  const { other, game } = await player.startGame({ instance: 'shatranj', time_control: { kind: 'days', days: 3 } });
  await player.waitUntilMovable('e2');
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /White/);
  const isKept = () =>
    player.page.evaluate(async (id) => {
      const kept = await (await caches.open('rukh-games')).match(`/kept/${id}`);
      return kept !== undefined && (await kept.json()).hello.view.pieces.some((piece: { cell: string }) => piece.cell === 'e3');
    }, game.id);
  await player.until(isKept, 'the game to be kept');
  await cut(player, true);
  await player.page.goto(`${player.url}/games?player=me&state=live`);
  await player.page.goto(`${player.url}/game/${game.id}`);
  await player.board();
  await player.waitForText('Last seen');
  await player.waitForPiece('e3', /White/);
  // Meanwhile the opponent moves.
  await other.act(game.id, { kind: 'move', move: 'e7e6' }, (await other.read(game.id)).view.seq);
  await cut(player, false);
  await player.waitForPiece('e6', /Black/);
  await expect(player.page.getByText('Last seen')).toHaveCount(0);
  // Games without days are nobody's to keep.
  expect(await player.page.evaluate(async () => (await (await caches.open('rukh-reading')).keys()).map((one) => new URL(one.url).pathname).filter((path) => path.startsWith('/api/v1/games/')))).toEqual([]);
});

/** A new version waits until the reader asks for it; then the page and all its files are of it. */
test('new_version_is_offered_and_replaces_the_old_one', async ({ player }) => {
  const site = await openUpdatedSite(player.url);
  await ready(player, site.url);
  const shells = () => player.page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('rukh-shell-')).sort().join());
  const before = await shells();
  site.update();
  await player.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await player.waitForText('A new version of Rukh is ready.');
  expect(await shells(), 'both are kept until then').toBe([before, NEXT].sort().join());
  await Promise.all([player.page.waitForEvent('load'), player.clickButton('Reload')]);
  await player.until(async () => (await shells()) === NEXT, 'the old version to be gone');
  await expect(player.page.getByText('A new version of Rukh is ready.')).toHaveCount(0);
  await player.page.goto('about:blank');
  await player.page.goto(`${player.url}/about`);
  site.close();
});

const NEXT = 'rukh-shell-ffffffffffff';

/** The site behind an address where it can become another version. */
async function openUpdatedSite(origin: string): Promise<{ url: string; update: () => void; close: () => void }> {
  let isUpdated = false;
  const server = createServer((asked, answer) => {
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = asked.headers;
    const passed = request(origin + asked.url!, { method: asked.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const isChanged = isUpdated && asked.url === '/sw.js';
        const sent = isChanged ? Buffer.from(body.toString().replace(/"?version"?:[`"]\w+[`"]/, 'version:"ffffffffffff"')) : body;
        answer.writeHead(isChanged ? 200 : response.statusCode!, { ...response.headers, ...(isChanged ? { 'content-length': sent.length, etag: '"next"' } : {}) });
        answer.end(sent);
      });
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, update: () => (isUpdated = true), close: () => server.close() };
}
