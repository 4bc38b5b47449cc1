// Readers who enlarge pages or choose their own colours: 200 % zoom, 320 px, forced colours, more contrast.
import { expect, test } from './fixtures.ts';
import { boxOf, type PlayerPage } from './player.ts';

/** A window of 1280x800 at 200 %, and the narrowest phone; neither is another at the desk and on the phone. */
const SMALL = [{ width: 640, height: 400 }, { width: 320, height: 640 }];
const PAGES = [
  '/', '/learn', '/learn/senterej', '/play/oblong?with=watch', '/library', '/library/senterej', '/map', '/timeline', '/compare/oblong/shatranj', '/disputes',
  '/settings', '/games', '/about',
];

for (const viewport of SMALL) {
  test(`pages_fit_${viewport.width}_pixels`, { tag: '@desk' }, async ({ player, checkPage }) => {
    await player.page.setViewportSize(viewport);
    for (const path of PAGES) {
      await player.page.goto(player.url + path);
      await player.page.locator('main :is(h1, h2)').first().waitFor();
      await checkPage(`${viewport.width}-${path.replace(/\W+/g, '-')}`);
    }
  });

  test(`boards_fit_${viewport.width}_pixels`, { tag: '@desk' }, async ({ player, checkPage }) => {
    await player.page.setViewportSize(viewport);
    for (const instance of ['senterej', 'mideast', 'oblong-dice']) {
      await player.openSharedGame({ instance });
      await expectBoardInWindow(player, instance);
      await checkPage(`${viewport.width}-${instance}`);
      for (const path of [`/learn/${instance}`, `/analysis?ruleset=${instance}`]) {
        await player.page.goto(player.url + path);
        await player.board();
        await expectBoardInWindow(player, path);
      }
    }
  });
}

/** The whole board is in the window, and its cells can be told apart. */
async function expectBoardInWindow(player: PlayerPage, what: string): Promise<void> {
  const { width, height } = player.page.viewportSize()!;
  const board = await boxOf(player.page.locator('.board').first());
  expect(board.x, what).toBeGreaterThanOrEqual(0);
  expect(board.x + board.width, what).toBeLessThanOrEqual(width);
  expect(board.y + board.height, what).toBeLessThanOrEqual(height);
  const cell = await boxOf(player.page.locator('.board .cell').first());
  expect(cell.width, `${what}: pixels of a cell`).toBeGreaterThanOrEqual(16);
}

const colourOf = (player: PlayerPage, selector: string, property: string) =>
  player.page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('forced_colours_keep_what_a_ground_tells', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await player.openSharedGame({ instance: 'oblong-dice' });
  const paper = await colourOf(player, 'body', 'background-color');
  await player.page.locator('.tray .side').first().waitFor();
  expect(await colourOf(player, '.tray .side', 'background-color'), 'the bone of the die').not.toBe(paper);
  expect(await colourOf(player, '.player .piece-icon', 'background-color'), 'the ground of an icon').not.toBe(paper);
  const borders = await player.page.locator('.player').evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomColor));
  expect(new Set(borders).size, 'only the side to move is underlined').toBe(2);
  await checkPage('game');
  await player.page.goto(`${player.url}/play/senterej`);
  await player.page.locator('.start').waitFor();
  expect(await colourOf(player, '.start', 'background-color'), 'the main action').not.toBe(paper);
  expect(await colourOf(player, '.segments .on', 'background-color'), 'what is chosen').not.toBe(paper);
  await checkPage('new');
});

test('more_contrast_is_given_where_it_is_asked_for', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/play/senterej`);
  await player.page.locator('.start').waitFor();
  const tokens = () => player.page.evaluate(() => ['--faint', '--rule', '--paper'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
  for (const colorScheme of ['light', 'dark'] as const) {
    await player.page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await tokens();
    await player.page.emulateMedia({ colorScheme, contrast: 'more' });
    const strong = await tokens();
    expect(strong.filter((one, index) => one === usual[index]), colorScheme).toEqual([]);
    await checkPage(`more-contrast-${colorScheme}`);
  }
});
