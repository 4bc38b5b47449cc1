// The site in other languages: chosen by the browser or by hand, direction, names, refusals.
import { expect, test } from './fixtures.ts';
import { stripIsolation, type PlayerPage } from './player.ts';

const attributes = (player: PlayerPage) =>
  player.page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));
const chooser = (player: PlayerPage) => player.page.locator('.site > header select');

/** Horizontal centres of elements, in pixels. */
const centres = (player: PlayerPage, selectors: string[]) =>
  Promise.all(
    selectors.map((one) =>
      player.page
        .locator(one)
        .first()
        .evaluate((element) => {
          const box = element.getBoundingClientRect();
          return box.left + box.width / 2;
        }),
    ),
  );

test('language_is_chosen_by_hand_and_remembered', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/play/shatranj`);
  await player.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await attributes(player)).toEqual({ lang: 'en', dir: 'ltr' });
  await player.markDocument();
  await chooser(player).selectOption('ar');
  await player.page.getByRole('button', { name: 'ابدأ المباراة' }).waitFor();
  expect(await attributes(player)).toEqual({ lang: 'ar', dir: 'rtl' });
  await player.expectSameDocument();
  await checkPage('create-ar');
  await player.page.goto(`${player.url}/library`);
  await player.page.getByText('لم يراجع هذه الترجمة').waitFor();
  await checkPage('library-ar');
  await player.page.goBack();
  await player.page.getByRole('button', { name: 'ابدأ المباراة' }).waitFor();
  await chooser(player).selectOption('en');
  await player.page.getByRole('button', { name: 'Start game' }).waitFor();
  expect(await attributes(player)).toEqual({ lang: 'en', dir: 'ltr' });
  expect(await player.page.getByText('native reader').count(), 'a note about English').toBe(0);
});

/** A choice made is still there in another language. */
test('language_changes_and_what_was_chosen_stays', { tag: '@phone' }, async ({ player }) => {
  await player.page.goto(`${player.url}/play/shatranj`);
  await player.choose('opponent', 'friend');
  await chooser(player).selectOption('fa');
  await expect(player.page.locator('html')).toHaveAttribute('lang', 'fa');
  await expect(player.page.locator('input[name="opponent"][value="friend"]')).toBeChecked();
});

/** Every text of the page: what is written, labels, and the title. */
const allTexts = (player: PlayerPage) =>
  player.page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
    const labels = [...document.querySelectorAll('*')]
      .flatMap((one) => attributes.map((name) => one.getAttribute(name)))
      .filter((text): text is string => !!text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [document.title];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
    return [...texts, ...labels].filter((text) => text);
  });

/** The texts of the page once it is loaded and they change no more. */
async function settledTexts(player: PlayerPage): Promise<string[]> {
  await player.page.locator('main h1').first().waitFor({ state: 'attached' });
  let before: string[] = [];
  let now = await allTexts(player);
  while (before.join() !== now.join()) {
    await player.page.waitForTimeout(800);
    before = now;
    now = await allTexts(player);
  }
  return now;
}

/** What a language chosen by hand shows is what a page loaded in it shows. */
test('language_chosen_by_hand_reaches_every_text', { tag: '@phone' }, async ({ player }) => {
  test.setTimeout(240_000);
  const game = await player.openSharedGame({ instance: 'senterej' });
  const seek = await player.ask('POST', '/api/v1/seeks', { instance: 'shatranj', private: true });
  const plain = [
    '/',
    '/learn',
    '/learn/senterej',
    '/play',
    '/play/senterej?with=friend',
    '/analysis',
    '/puzzles',
    '/games',
    '/settings',
    '/sign-in',
    '/register',
    '/account',
    '/help',
    '/api',
    '/library',
  ];
  // A debug build computes the courses when they are first asked for.
  await player.page.request.get(`${player.url}/api/v1/lessons`, { timeout: 90_000 });
  // Chosen once, it holds for every page that is loaded.
  await chooser(player).selectOption('am');
  for (const path of [...plain, `/challenge/${seek.id}`, `/game/${game.id}`, `/replay/${game.id}`]) {
    // Anew where what the page tells has changed meanwhile, such as a game that has come into the archive.
    await expect(async () => {
      await player.page.goto(player.url + path);
      for (const tag of ['en', 'am']) {
        await chooser(player).selectOption(tag);
        await expect(player.page.locator('html')).toHaveAttribute('lang', tag);
      }
      const changed = await settledTexts(player);
      expect(changed.join(), path).toMatch(/\p{Script=Ethiopic}/u);
      await player.page.goto(player.url + path);
      await expect.poll(() => allTexts(player), { message: path, timeout: 10_000 }).toEqual(changed);
    }).toPass({ timeout: 60_000 });
  }
});

test('names_of_languages_are_in_their_own_script', { tag: '@phone' }, async ({ player }) => {
  await player.page.goto(`${player.url}/`);
  const options = await chooser(player)
    .locator('option')
    .evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).lang, one.textContent]));
  expect(options).toEqual([
    ['en', 'English'],
    ['am', 'አማርኛ'],
    ['ar', 'العربية'],
    ['fa', 'فارسی'],
  ]);
});

test('translations_page_searches_and_collects_corrections', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/languages`);
  await player.page.getByRole('heading', { name: 'Translations' }).waitFor();
  await player.page.locator('li code').first().waitFor();
  expect(await player.page.locator('.absent').count(), 'missing texts').toBe(0);
  await player.page.locator('input[type="text"]').fill('refusal-over');
  await player.page.getByText('انتهت المباراة.').waitFor();
  await player.page.getByText('ጨዋታው አብቅቷል።').waitFor();
  await checkPage('languages');
  await player.choose('shown-language', 'fa');
  await player.page.locator('textarea').first().fill('بازی پایان یافته است.');
  await player.page.getByRole('button', { name: 'Copy 1 correction' }).waitFor();
  await player.page.locator('input[type="text"]').fill('no such text anywhere');
  await player.page.getByText('No text matches.').waitFor();
  await checkPage('languages-none');
});

test.describe('arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('arabic_browser_gets_arabic_with_the_board_left_to_right', async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/`);
    await player.page.locator('.family a').first().waitFor();
    expect(await attributes(player)).toEqual({ lang: 'ar', dir: 'rtl' });
    await checkPage('home-ar');
    await player.openSharedGame({ instance: 'shatranj', time_control: { kind: 'fischer', initial: 300, increment: 3 } });
    const [left, right] = await centres(player, ['[data-cell="a1"]', '[data-cell="h1"]']);
    expect(left).toBeLessThan(right!);
    expect(await player.plainLabel('e2')).toMatch(/^e2، .*بيدق/);
    for (const [from, to] of [
      ['e2', 'e3'],
      ['d7', 'd6'],
      ['b1', 'c3'],
    ] as const) {
      await player.click(from, to);
      await player.waitForEmpty(from);
    }
    // The board shows a move before the server has answered, the list after it.
    await expect.poll(() => player.moves()).toEqual(['e3', 'd6', 'Nc3']);
    expect(await player.page.locator('.moves tbody').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    await player.page.locator('.status').getByText(/أسود/).first().waitFor();
    await checkPage('game-ar');
  });

  test('refusal_is_told_in_arabic', { tag: '@phone' }, async ({ player, checkPage }) => {
    await player.openSharedGame({ instance: 'shatranj' });
    await player.cell('a1').click();
    await player.waitForText(/محاصر/);
    await player.drag('e2', 'e5');
    await player.waitForText(/لا ينتقل من/);
    await checkPage('refusal-ar');
  });
});

test.describe('amharic', () => {
  test.use({ locale: 'am-ET' });

  test('senterej_is_played_in_amharic', { tag: '@phone' }, async ({ player, checkPage }) => {
    await player.openSharedGame({ instance: 'senterej' });
    expect(await attributes(player)).toEqual({ lang: 'am', dir: 'ltr' });
    await player.page.getByText('ወረራ').first().waitFor();
    await player.click('g1', 'f3');
    await player.waitForEmpty('g1');
    expect(await player.plainLabel('f3')).toMatch(/^f3፣ .*ፈረሰኛ/);
    await player.click('b8', 'c6');
    await player.waitForEmpty('b8');
    await player.cell('a1').click();
    await player.waitForText(/ተዘግቷል/);
    await checkPage('game-am');
    await player.page.goto(`${player.url}/library/senterej`);
    await player.page.getByRole('heading', { name: 'ደንቦችና ምንጮች' }).waitFor();
    expect(await player.page.locator('#story p').first().innerText()).toMatch(/\p{Script=Ethiopic}/u);
    await checkPage('rules-am');
  });

  test('analysis_board_gives_reasons_and_counters_in_amharic', { tag: '@phone' }, async ({ player, checkPage }) => {
    const fen = encodeURIComponent('3k4/7p/8/8/8/8/8/K3RR2 w - - 60 90');
    await player.page.goto(`${player.url}/analysis?ruleset=shatranj&fen=${fen}`);
    await player.board();
    const where = player.page.locator('.where');
    await expect(where.locator('small')).toHaveText(/\p{Script=Ethiopic}+ .*60\/140/u);
    expect(await where.locator('small').getAttribute('title')).toMatch(/^[^A-Za-z]*\p{Script=Ethiopic}[^A-Za-z]*$/u);
    await player.click('e1', 'd3');
    await expect(where).toHaveText(/\p{Script=Ethiopic}.*d3/u);
    expect(await where.innerText()).not.toMatch(/[A-Za-z]{3}/);
    await checkPage('analysis-am');
  });
});

test.describe('persian', () => {
  test.use({ locale: 'fa-IR' });

  test('persian_shows_its_names_digits_and_dates', { tag: '@desk' }, async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/library/shatranj`);
    await player.page.getByRole('heading', { name: 'فرزین' }).waitFor();
    for (const name of ['شاه', 'پیل', 'اسب', 'رخ', 'پیاده']) await player.page.getByRole('heading', { name }).first().waitFor();
    const text = stripIsolation(await player.page.locator('#law-move-limit p').first().innerText());
    expect(text).toContain('۷۰ حرکت');
    await checkPage('rules-fa');
    await player.openSharedGame({ instance: 'shatranj' });
    if (await player.isCompact()) await player.pane('menu');
    await player.page.getByRole('button', { name: /تسلیم/ }).first().click();
    await player.page.locator('.ask').getByRole('button', { name: 'تسلیم می‌شوم' }).click();
    await player.page.locator('.outcome').getByText(/سیاه/).first().waitFor();
    await checkPage('over-fa');
  });
});
