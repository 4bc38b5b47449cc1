// What the first visit of a page costs: bytes as they come over the line, and round trips before the
// first paint. The times on a slow line are printed and not asserted, since they depend on the machine.
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** A slow mobile line: bytes per second and latency in milliseconds. */
const LINE = { downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400, offline: false };
const KB = 1000;

interface Loaded {
  url: string;
  type: string;
  /** Bytes over the line, head included. */
  bytes: number;
  /** Seconds since the navigation. */
  start: number;
}

/** Collects what a page loads, with an empty cache. */
async function record(page: Page): Promise<{ session: CDPSession; loaded: Map<string, Loaded> }> {
  const session = await page.context().newCDPSession(page);
  const loaded = new Map<string, Loaded>();
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    loaded.set(requestId, { url: new URL(request.url).pathname, type: type ?? 'Other', bytes: 0, start: timestamp });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return { session, loaded };
}

const sumOf = (all: Iterable<Loaded>, isCounted: (one: Loaded) => boolean) =>
  [...all].filter(isCounted).reduce((sum, one) => sum + one.bytes, 0);
const isScript = (one: Loaded) => one.type === 'Script';
/** Fonts for the games' names in their own scripts come later than all else and are kept for a year. */
const isNameFont = (one: Loaded) => /\/(ethiopic|arabic)-/.test(one.url);

const PAGES = [
  { name: 'home', path: '/', ready: 'main h1', script: 58 * KB, all: 115 * KB },
  { name: 'game', path: '', ready: '.cells .cell', script: 75 * KB, all: 120 * KB },
  { name: 'about', path: '/about', ready: '.article h1', script: 45 * KB, all: 80 * KB },
];

for (const { name, path, ready, script, all } of PAGES) {
  test(`first_load_of_${name}_is_light`, async ({ player }) => {
    const { page } = player;
    // The game of somebody else: this browser has loaded nothing yet.
    const address = path || `/game/${(await (await player.newPlayer()).openSharedGame({ instance: 'senterej' })).id}`;
    const { session, loaded } = await record(page);
    await page.goto(player.url + address);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    const table = [...loaded.values()].filter((one) => one.bytes).sort((a, b) => b.bytes - a.bytes);
    const scripts = sumOf(table, isScript);
    const total = sumOf(table, (one) => !isNameFont(one));
    console.log(`${name}: ${scripts} bytes of script, ${total} in all, and ${sumOf(table, isNameFont)} of fonts for names`);
    for (const one of table.slice(0, 12)) console.log(`  ${one.bytes} ${one.type} ${one.url}`);
    expect(scripts, 'bytes of script').toBeLessThanOrEqual(script);
    expect(total, 'bytes in all').toBeLessThanOrEqual(all);

    // Nothing stands in the way of the first paint but the page itself: one round trip.
    const blocking = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[])
        .filter((one) => one.renderBlockingStatus === 'blocking')
        .map((one) => new URL(one.name).pathname),
    );
    expect(blocking, 'what blocks the first paint').toEqual([]);
    expect(
      sumOf(table, (one) => one.type === 'Document'),
      'bytes of the page',
    ).toBeLessThanOrEqual(4 * KB);
    await session.detach();
  });
}

/** No script comes before the first paint, which a busy machine may be later with than the line with scripts. */
test('first_paint_on_a_slow_line_needs_no_script', { tag: '@phone' }, async ({ player }) => {
  const { page } = player;
  let isPainted = (): void => {};
  const painted = new Promise<void>((resolve) => (isPainted = resolve));
  await page.route(/\.js$/, async (route) => {
    await painted;
    await route.continue();
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await page.goto(`${player.url}/`, { waitUntil: 'commit', timeout: 30_000 });
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const found = list.getEntriesByName('first-contentful-paint')[0];
          if (found) resolve(found.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  console.log(`first paint after ${Math.round(paint)} ms at 400 kb/s and 400 ms`);
  isPainted();
  await page.locator('main h1').first().waitFor({ timeout: 60_000 });
  console.log(`usable after ${Math.round(await page.evaluate(() => performance.now()))} ms`);
  expect(await page.evaluate(() => document.querySelector('#app > .first')), 'the app replaces the first header').toBeNull();
});

/** The rules are four fifths of what the analysis board loads: the board does not wait for them. */
test('analysis_board_is_drawn_before_the_rules', { tag: '@phone' }, async ({ player }) => {
  const { page } = player;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await page.addInitScript(() => {
    const look = () => (document.querySelector('.cells .cell') ? performance.mark('board') : requestAnimationFrame(look));
    look();
  });
  await page.goto(`${player.url}/analysis`, { waitUntil: 'commit', timeout: 30_000 });
  await player.page.locator('.cells .cell').first().waitFor({ timeout: 60_000 });
  await player.page.locator('.tree').waitFor({ timeout: 60_000 });
  const { board, before, rules } = await page.evaluate(() => {
    const board = performance.getEntriesByName('board')[0]!.startTime;
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[];
    const isOfRules = (one: PerformanceResourceTiming) => one.name.endsWith('.wasm');
    const isFont = (one: PerformanceResourceTiming) => one.name.endsWith('.woff2');
    return {
      board,
      // The letters come beside it, sometimes before and sometimes after: the board waits for none.
      before: all.filter((one) => one.responseEnd <= board && !isFont(one)).reduce((sum, one) => sum + one.transferSize, 0),
      rules: all.filter(isOfRules).map((one) => one.startTime),
    };
  });
  console.log(`the analysis board is drawn after ${Math.round(board)} ms at 400 kb/s and 400 ms, and ${before} bytes`);
  expect(before, 'bytes before the board').toBeLessThanOrEqual(102 * KB);
  expect(rules.length, 'the rules come').toBeGreaterThan(0);
  expect(Math.min(...rules), 'the rules are asked for behind the board').toBeGreaterThan(board);
});

/** Greatest cumulative layout shift that counts as good. */
const MAX_SHIFT = 0.1;
/** How much later than asked for the Latin letters come, in milliseconds. */
const LATE = 1500;

for (const path of ['/', '/library', '/library/senterej', '/analysis']) {
  test(`layout_stays_where_it_is_on_${path.slice(1).replace('/', '_') || 'home'}`, async ({ player }) => {
    const { page } = player;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    // The names in other scripts may be there before the Latin letters beside them.
    if (path === '/' || path === '/library/senterej') {
      await page.route(/\/latin-[^/]*\.woff2/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATE));
        await route.continue();
      });
    }
    await page.addInitScript(() => {
      const shifts: string[] = [];
      let sum = 0;
      Object.assign(window, { shifted: () => ({ sum, shifts }) });
      new PerformanceObserver((list) => {
        for (const one of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
          sum += one.value;
          const moved = one.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 40)}`);
          shifts.push(`${Math.round(one.startTime)} ms: ${one.value.toFixed(3)} by ${moved.join(', ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(player.url + path, { waitUntil: 'commit', timeout: 60_000 });
    await page.locator('main :is(h1, .board)').first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle', { timeout: 60_000 });
    const { sum, shifts } = await page.evaluate(() =>
      (window as unknown as { shifted: () => { sum: number; shifts: string[] } }).shifted(),
    );
    console.log(`${path}: layout shift ${sum.toFixed(3)}`);
    expect(sum, shifts.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
  });
}
