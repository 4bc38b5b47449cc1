// Readers who enlarge pages or choose their own colours: 200 % zoom, 320 px, forced colours, more contrast.
import { expect, test } from './fixtures.ts';
import { boxOf, type PlayerPage } from './player.ts';

/** A window of 1280x800 at 200 %, and the narrowest phone; neither is another at the desk and on the phone. */
const SMALL = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
];
const PAGES = [
  '/',
  '/learn',
  '/learn/senterej',
  '/play/oblong?with=watch',
  '/library',
  '/library/senterej',
  '/map',
  '/timeline',
  '/compare/oblong/shatranj',
  '/disputes',
  '/settings',
  '/sign-in',
  '/register',
  '/games',
  '/about',
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
  player.page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

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
  const tokens = () =>
    player.page.evaluate(() =>
      ['--faint', '--rule', '--paper'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
    );
  for (const colorScheme of ['light', 'dark'] as const) {
    await player.page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await tokens();
    await player.page.emulateMedia({ colorScheme, contrast: 'more' });
    const strong = await tokens();
    expect(
      strong.filter((one, index) => one === usual[index]),
      colorScheme,
    ).toEqual([]);
    await checkPage(`more-contrast-${colorScheme}`);
  }
});

/** Where a text of a button is on the page, in pixels. */
interface TextBox {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Least share of the pixels of a text's box that differ from its ground, and by which contrast. */
const LEAST_INK = 0.02;
const LEAST_CONTRAST = 4.5;

/** The texts of all buttons and links that can be seen, and of what is chosen. */
const buttonTexts = (player: PlayerPage): Promise<TextBox[]> =>
  player.page.evaluate(() => {
    const isDrawn = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(':disabled, .visually-hidden, .skip, .board');
    const all = [...document.querySelectorAll('button, a, .on')].filter(isDrawn);
    return all.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: TextBox[] = [];
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        if (!/\p{L}{2}/u.test(node.textContent ?? '') || !isDrawn(node.parentElement!)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const [box] = range.getClientRects();
        if (!box || box.width < 8) continue;
        // What a scrolled or cut off part of the page holds is not on the picture.
        const isCutOff = (around: Element): boolean => {
          const { left, right, top, bottom } = around.getBoundingClientRect();
          const isWithin =
            around === document.body ||
            getComputedStyle(around).overflow === 'visible' ||
            (box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom);
          return !isWithin || (around.parentElement !== null && isCutOff(around.parentElement));
        };
        if (isCutOff(node.parentElement!)) continue;
        found.push({ name: node.textContent!.trim(), x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height });
      }
      return found;
    });
  });

/** Names of the texts that cannot be told from their ground on a picture of the page. */
async function unseen(player: PlayerPage, boxes: TextBox[]): Promise<string[]> {
  const picture = (await player.page.screenshot({ fullPage: true, animations: 'disabled' })).toString('base64');
  // The site's own pages load no pictures of the scene's.
  const reader = await player.page.context().newPage();
  try {
    return await reader.evaluate(
      async ({ picture, boxes, ink, contrast }) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        canvas.drawImage(bitmap, 0, 0);
        const luminance = (rgb: number[]) =>
          rgb
            .map((part) => ((part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
        const isUnseen = (box: TextBox) => {
          const { data } = canvas.getImageData(box.x, box.y, box.width, box.height);
          const colours = new Map<string, number>();
          for (let at = 0; at < data.length; at += 4) {
            const colour = data.slice(at, at + 3).join();
            colours.set(colour, (colours.get(colour) ?? 0) + 1);
          }
          const light = (colour: string) => luminance(colour.split(',').map(Number));
          const ground = light([...colours].sort((one, other) => other[1] - one[1])[0]![0]);
          const contrastTo = (other: number) => (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05);
          const inked = [...colours].filter(([colour]) => contrastTo(light(colour)) >= contrast).reduce((sum, [, count]) => sum + count, 0);
          return inked < (ink * data.length) / 4;
        };
        return boxes.filter(isUnseen).map((box) => box.name);
      },
      { picture, boxes, ink: LEAST_INK, contrast: LEAST_CONTRAST },
    );
  } finally {
    await reader.close();
  }
}

const EVERY_PAGE = [
  '/',
  '/learn',
  '/learn/senterej',
  '/play',
  '/play/senterej',
  '/play/oblong?with=watch',
  '/analysis?ruleset=shatranj',
  '/analysis?ruleset=senterej',
  '/puzzles',
  '/library',
  '/library/senterej',
  '/library/senterej/sheet',
  '/compare',
  '/compare/oblong/shatranj',
  '/map',
  '/timeline',
  '/games',
  '/settings',
  '/sign-in',
  '/register',
  '/languages',
  '/help',
  '/about',
  '/privacy',
  '/api',
];

test('forced_colours_show_the_text_of_every_button', { tag: '@desk' }, async ({ player }) => {
  test.setTimeout(240_000);
  const { page } = player;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const expectSeen = async (what: string) => {
    let before: TextBox[] = [];
    let after: TextBox[] = [];
    let found: string[] = [];
    // Lists come after what is around them, and move it.
    await expect(async () => {
      before = await buttonTexts(player);
      found = await unseen(player, before);
      after = await buttonTexts(player);
      expect(after).toEqual(before);
    }, `${what} to come to rest`).toPass({ timeout: 30_000 });
    expect(after.length, what).toBeGreaterThan(2);
    expect(found, `texts of buttons that cannot be seen: ${what}`).toEqual([]);
  };
  for (const path of EVERY_PAGE) {
    await page.goto(player.url + path);
    await page.locator('main :is(h1, h2, button, a)').first().waitFor({ state: 'attached' });
    await expectSeen(path);
  }
  // A game, what is said of it, and its end; the moves of a study.
  await player.openSharedGame({ instance: 'shatranj' });
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /./);
  await expectSeen('a game');
  const id = player.path().split('/').at(-1)!;
  await player.resign();
  await expectSeen('a finished game');
  await page.goto(`${player.url}/replay/${id}`);
  await player.board();
  await expectSeen('a replay');
  await player.openSharedGame({ instance: 'senterej' });
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /./);
  await expectSeen('a werera');
  await page.goto(`${player.url}/analysis?ruleset=senterej`);
  await player.board();
  await player.click('b8', 'c6');
  await player.click('e2', 'e3');
  await player.page.getByRole('button', { name: '!?', exact: true }).click();
  await expectSeen('a study');
});
