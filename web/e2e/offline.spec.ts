// Without a connection: what can be read, and what says so.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { textOf } from './messages.ts';
import type { PlayerPage } from './player.ts';

// Nothing answers for what is not kept, nor for courses on a server without any.
test.use({ serviceWorkers: 'allow', allowedErrors: /net::ERR_FAILED|status of (404|50[234])/ });

/** Waits until the service worker rules the page, as on a second visit. */
async function ready(player: PlayerPage, url = player.url): Promise<void> {
  await player.page.goto(`${url}/`);
  await player.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

const cut = (player: PlayerPage, isCut: boolean) => player.page.context().setOffline(isCut);

test('rules_and_pages_can_be_read_offline', { tag: '@phone' }, async ({ player, checkPage }) => {
  await ready(player);
  await player.page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage({ warm: 'en' }));
  const isKept = () =>
    player.page.evaluate(
      async () => !!(await (await caches.open('rukh-reading')).match(`${location.origin}/library/mideast-greenwood?lang=en`)),
    );
  // The courses are kept too, which a debug build computes when the first is asked for.
  await expect.poll(isKept, { message: 'every ruleset to be kept', timeout: 60_000 }).toBe(true);
  await cut(player, true);
  await player.page.goto(`${player.url}/library`);
  await player.waitForText('You’re offline.');
  await player.page.getByRole('link', { name: 'Senterej', exact: true }).click();
  await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  await checkPage('offline-rules');
  // Pages that were never shown here, loaded anew.
  for (const [path, heading] of [
    ['/library/oblong-dice', 'Rules and sources'],
    ['/help', 'Fair dice'],
    ['/play', 'Choose a game'],
  ] as const) {
    await player.page.goto(player.url + path);
    await player.page.getByRole('heading', { name: heading }).waitFor();
  }
  await cut(player, false);
  await expect(player.page.getByText('You’re offline.')).toHaveCount(0);
});

/** What was opened by its address is there without a connection, on a line on which nothing else is kept. */
test('pages_opened_by_address_are_read_offline', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { page } = player;
  // Readers who save data have nothing else read ahead.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await ready(player);
  await page.locator('.families h3, .families h2').first().waitFor();
  const opened = [
    ['/learn/senterej', '.board'],
    ['/library/senterej', 'main .library h1'],
  ] as const;
  for (const [path, shown] of opened) {
    await page.goto(player.url + path);
    // A debug build computes a course when it is asked for.
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
  }
  const wanted = ['/api/v1/catalog', '/api/v1/lessons/senterej', '/library/senterej?lang=en'];
  const areKept = () =>
    page.evaluate(async (all) => {
      const reading = await caches.open('rukh-reading');
      return (await Promise.all(all.map((path) => reading.match(location.origin + path)))).every(Boolean);
    }, wanted);
  await expect.poll(areKept, { message: 'what was read to be kept', timeout: 30_000 }).toBe(true);
  await cut(player, true);
  for (const [path, shown] of [['/', '.families h3, .families h2'], ...opened] as const) {
    await page.goto(player.url + path);
    await page.locator(shown).first().waitFor();
    await player.waitForText('rules, lessons and puzzles you have opened');
  }
  // The rules and the engine were not kept, so nothing says that one can play.
  await expect(page.getByText('You can play')).toHaveCount(0);
  await checkPage('offline-opened');
  await cut(player, false);
});

test('proxy_that_does_not_reach_the_server_is_no_answer', { tag: '@desk' }, async ({ player }) => {
  const site = await openUpdatedSite(player.url);
  await ready(player, site.url);
  await player.page.goto(`${site.url}/library/senterej`);
  await player.page.locator('main .library h1').waitFor();
  const isKept = () =>
    player.page.evaluate(async () => !!(await (await caches.open('rukh-reading')).match(`${location.origin}/library/senterej?lang=en`)));
  await expect.poll(isKept, { message: 'the page to be kept', timeout: 30_000 }).toBe(true);
  for (const status of [502, 503, 504]) {
    site.answer(status);
    await player.page.goto(`${site.url}/library/senterej`);
    await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
    await expect(player.page.getByText('Bad gateway')).toHaveCount(0);
  }
  site.answer(null);
  site.close();
});

test('game_for_days_is_read_offline_and_caught_up', { tag: '@phone' }, async ({ player }) => {
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
  expect(
    await player.page.evaluate(async () =>
      (await (await caches.open('rukh-reading')).keys())
        .map((one) => new URL(one.url).pathname)
        .filter((path) => path.startsWith('/api/v1/games/')),
    ),
  ).toEqual([]);
});

/** A new version waits until the reader asks for it; then the page and all its files are of it. */
test('new_version_is_offered_and_replaces_the_old_one', { tag: '@desk' }, async ({ player }) => {
  const site = await openUpdatedSite(player.url);
  await ready(player, site.url);
  const shells = () =>
    player.page.evaluate(async () =>
      (await caches.keys())
        .filter((name) => name.startsWith('rukh-shell-'))
        .sort()
        .join(),
    );
  const before = await shells();
  // What the old version still reads ahead does not keep the new one waiting.
  await player.page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage({ warm: 'en' }));
  site.update();
  await player.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await player.waitForText('A new version of Rukh is ready.');
  expect(await shells(), 'both are kept until then').toBe([before, NEXT].sort().join());
  await Promise.all([player.page.waitForEvent('load', { timeout: 60_000 }), player.clickButton('Reload')]);
  await player.until(async () => (await shells()) === NEXT, 'the old version to be gone');
  await expect(player.page.getByText('A new version of Rukh is ready.')).toHaveCount(0);
  await player.page.goto('about:blank');
  await player.page.goto(`${player.url}/about`);
  site.close();
});

const NEXT = 'rukh-shell-ffffffffffff';

/** The site behind a proxy, where it can become another version or not be reached. */
async function openUpdatedSite(
  origin: string,
): Promise<{ url: string; update: () => void; answer: (status: number | null) => void; close: () => void }> {
  let isUpdated = false;
  let gateway: number | null = null;
  const server = createServer((asked, answer) => {
    if (gateway) {
      answer.writeHead(gateway, { 'content-type': 'text/html' });
      return void answer.end('<h1>Bad gateway</h1>');
    }
    // Modules never come.
    if (asked.url!.endsWith('.wasm')) return;
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = asked.headers;
    const passed = request(origin + asked.url!, { method: asked.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const isChanged = isUpdated && asked.url === '/sw.js';
        const sent = isChanged ? Buffer.from(body.toString().replace(/"?version"?:[`"]\w+[`"]/, 'version:"ffffffffffff"')) : body;
        answer.writeHead(isChanged ? 200 : response.statusCode!, {
          ...response.headers,
          ...(isChanged ? { 'content-length': sent.length, etag: '"next"' } : {}),
        });
        answer.end(sent);
      });
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    update: () => (isUpdated = true),
    answer: (status) => (gateway = status),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Has everything kept that plays without a server, and cuts the connection. */
async function cutWhenKept(player: PlayerPage): Promise<void> {
  await ready(player);
  const isKept = () =>
    player.page.evaluate(async () => {
      (await navigator.serviceWorker.ready).active!.postMessage({ warm: 'en' });
      const name = (await caches.keys()).find((one) => one.startsWith('rukh-shell-'));
      const files = name ? (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname) : [];
      const reading = await (await caches.open('rukh-reading')).keys();
      return (
        files.some((file) => /rules_bg.*wasm$/.test(file)) && files.some((file) => /engine_bg.*wasm$/.test(file)) && reading.length > 15
      );
    });
  await expect.poll(isKept, { message: 'rules, engine, rulesets and courses to be kept', timeout: 90_000, intervals: [2000] }).toBe(true);
  await cut(player, true);
}

/** Begins a game without a connection, through the pages. */
async function createHere(player: PlayerPage, ruleset: string, opponent: 'engine' | 'screen'): Promise<void> {
  await player.page.goto(`${player.url}/play/${ruleset}?with=${opponent}&level=1&colour=white`);
  await player.waitForText('this game is played on this device');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/local*');
  await player.board();
}

test('shatranj_here_against_the_computer_survives_reload_and_back', { tag: '@phone' }, async ({ player, checkPage }) => {
  await cutWhenKept(player);
  await player.page.goto(`${player.url}/play/shatranj?with=engine&level=1&colour=white`);
  await player.waitForText('this game is played on this device');
  await checkPage('local-new');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/local*');
  await player.board();
  const address = player.page.url();
  await player.waitUntilMovable('e2');
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /White/);
  await player.waitUntilMovable('d2');
  await player.click('d2', 'd3');
  await player.waitUntilMovable('a2');
  await checkPage('local-game');
  await player.page.reload();
  await player.board();
  await player.waitForPiece('d3', /White/);
  await player.waitUntilMovable('a2');
  await player.page.goto(`${player.url}/`);
  await player.waitForText('on this device');
  await checkPage('local-home');
  await player.page.goBack();
  await player.page.waitForURL(address);
  await player.waitForPiece('e3', /White/);
  // The connection comes back: the game stays here.
  await cut(player, false);
  await player.waitUntilMovable('a2');
  await player.click('a2', 'a3');
  await player.waitForPiece('a3', /White/);
});

/** The server says how options change the array; without it the rules on this device do. */
test('odds_here_follow_the_array_of_the_options', { tag: '@desk' }, async ({ player }) => {
  await cutWhenKept(player);
  const { page } = player;
  await page.goto(`${player.url}/play/senterej?with=screen`);
  await player.waitForText('this game is played on this device');
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
  await page.locator('.pieces input').first().check();
  const start = page.locator('.from bdi');
  await expect(start).toHaveText(/ \* /);
  // Without the opening phase the same piece is missing at the first turn, and from another array none is.
  await page.locator('input[name="option-werera"]').last().check();
  await expect(start).toHaveText(/ w /);
  await page.locator('input[name="option-array"]').last().check();
  await expect(start).toHaveCount(0);
  await player.clickButton('Start game');
  await page.waitForURL('**/game/local*');
  await player.board();
});

test('senterej_here_goes_from_the_werera_to_turns', { tag: '@desk' }, async ({ player, checkPage }) => {
  await cutWhenKept(player);
  await createHere(player, 'senterej', 'engine');
  await player.clickButton('I’m ready');
  await player.waitUntilMovable('e2');
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /Gold/);
  // The computer moves at its own pace meanwhile.
  const home = [...'abcdefgh'].flatMap((file) => [`${file}7`, `${file}8`]);
  await player.until(
    async () => (await Promise.all(home.map((cell) => player.label(cell)))).some((label) => !/Green/.test(label ?? '')),
    'the computer to move',
    60_000,
  );
  await checkPage('local-werera');
  await player.clickButton('Offer to start turns');
  await player.until(async () => (await player.movable()).length > 0, 'turns to begin', 30_000);
  await player.page.reload();
  await player.board();
  await player.until(async () => (await player.movable()).length > 0, 'the game to go on', 30_000);
});

test('oblong_here_is_thrown_for_and_two_share_the_screen', { tag: '@phone' }, async ({ player, checkPage }) => {
  await cutWhenKept(player);
  await createHere(player, 'oblong-dice', 'screen');
  await player.until(async () => (await player.movable()).length > 0, 'a throw that allows a move', 40_000);
  await checkPage('local-dice');
  await player.resign();
  await expect(player.page.getByRole('link', { name: 'Verify' })).toHaveCount(0);
  const download = player.page.waitForEvent('download');
  await player.page.locator('.outcome').getByRole('button', { name: 'PGN' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rukh-local.*\.pgn$/);
  const before = player.page.url();
  await player.clickButton('Rematch');
  await player.page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/game/local'));
  await player.board();
  // Both are on home, and can be removed.
  await player.page.goto(`${player.url}/`);
  const entries = player.page.locator('li', { hasText: 'on this device' });
  await expect(entries).toHaveCount(2);
  // The second press removes.
  for (const _ of [1, 2]) await entries.first().getByRole('button').click();
  await expect(entries).toHaveCount(1);
});

test('first_game_of_a_course_is_here_without_a_connection', { tag: '@desk' }, async ({ player, checkPage }) => {
  await cutWhenKept(player);
  const { page } = player;
  await page.goto(`${player.url}/learn/shatranj`);
  await page
    .getByRole('navigation', { name: textOf('en', 'learn-steps') })
    .getByRole('button')
    .last()
    .click();
  await player.clickButton(textOf('en', 'learn-end-play'));
  await page.waitForURL('**/game/local*');
  await player.board();
  await page.locator('.guide').waitFor();
  await checkPage('local-guide');
});
