// The library: what the server has written can be read without a script; with one the site takes it over.
// Pages are walked in English on the desk and in Arabic on the phone; that none is too wide is found out
// for both screens in either language.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { desk, phone } from './screens.ts';

const IDS = [
  'shatranj',
  'senterej',
  'senterej-ras-imru',
  'oblong',
  'oblong-dice',
  'oblong-dice-cazaux',
  'oblong-dice-winther',
  'mustatila-307',
  'mustatila-307-ludii',
  'mustatila-1140',
  'mideast',
  'mideast-gollon',
  'mideast-greenwood',
];
const PAGES = [
  '/library',
  '/sources',
  '/disputes',
  '/compare',
  '/compare/senterej/senterej-ras-imru',
  '/map',
  '/timeline',
  '/squares',
  '/downloads',
  '/laboratory',
  '/laboratory/stalemate',
  '/evidence/DLP.Evidence.1406',
  '/evidence/DLP.GameRulesets.307',
];
const WALKS = [
  { tag: 'en', locale: 'en-GB', screen: '@desk' },
  { tag: 'ar', locale: 'ar-EG', screen: '@phone' },
];

/** The text of the content, for comparisons of what is written and what is shown. */
const contentOf = (page: Page) => page.locator('main .library').innerText();

for (const { tag, locale, screen } of WALKS) {
  test.describe(`without_a_script_${tag}`, () => {
    test.use({ locale });

    test(`every_page_is_read_without_a_script_${tag}`, { tag: screen }, async ({ browser, server }, testInfo) => {
      test.setTimeout(240_000);
      const context = await browser.newContext({ javaScriptEnabled: false, locale, viewport: testInfo.project.use.viewport ?? null });
      const page = await context.newPage();
      for (const path of [...PAGES, ...IDS.map((id) => `/library/${id}`)]) {
        const answer = await page.goto(server.url + path);
        expect(answer?.status(), path).toBe(200);
        const html = await answer!.text();
        expect(html, path).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`);
        await expect(page.locator('main h1'), path).toHaveCount(1);
        await expect(page.locator('main h1'), path).toBeVisible();
        await expect(page.locator('noscript'), path).toHaveCount(0);
        expect(await page.locator('header.first nav a').count(), path).toBe(4);
        if (path.startsWith('/library/')) expect(await page.locator('main figure .board-picture').count(), path).toBeGreaterThan(3);
      }
      if (process.env.RUKH_PICTURES) await page.screenshot({ path: testInfo.outputPath('without-script.png'), fullPage: true });
      await context.close();
    });
  });

  test.describe(`with_a_script_${tag}`, () => {
    test.use({ locale });

    test(`pages_are_sound_${tag}`, { tag: screen }, async ({ player, checkPage }) => {
      test.setTimeout(300_000);
      const { page } = player;
      const own = page.viewportSize()!;
      const other = own.width === phone.viewport.width ? desk.viewport : phone.viewport;
      for (const path of [
        ...PAGES,
        '/library/senterej',
        '/library/oblong-dice',
        '/library/mideast-greenwood',
        '/library/shatranj/sheet',
        '/library/oblong-dice/endings',
        '/library/mideast/endings',
      ]) {
        await page.goto(player.url + path);
        await page.locator('main .library h1').waitFor();
        await checkPage(`${tag}${path.replaceAll('/', '-')}`);
        await page.setViewportSize(other);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(excess, `pixels by which ${path} is too wide for ${other.width}`).toBeLessThanOrEqual(0);
        await page.setViewportSize(own);
      }
    });
  });
}

test('navigation_shows_what_the_server_writes', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/library`);
  await page.locator('.family').first().waitFor();
  await player.markDocument();
  await page.getByRole('link', { name: 'Senterej', exact: true }).first().click();
  await page.locator('#law-opening').waitFor();
  await expect(page).toHaveTitle('Rules of Senterej – Rukh');
  const shown = await contentOf(page);
  await page.locator('#law-opening .source a').first().click();
  await page.waitForURL('**/sources#*');
  const key = new URL(page.url()).hash;
  await expect(page.locator(`${key} .work`)).toBeInViewport();
  await page.locator(`${key} details a`).first().click();
  await page.waitForURL('**/library/**');
  await player.expectSameDocument();
  // The page as it comes with the document says the same.
  await page.goto(`${player.url}/library/senterej`);
  await page.locator('header:not(.first)').waitFor();
  expect(await contentOf(page)).toBe(shown);
});

test('place_that_is_no_text_leads_nowhere', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${player.url}/library/shatranj#%`);
  await page.locator('header:not(.first)').waitFor();
  await page.evaluate(() => (location.hash = '#%E0%A4'));
  await page.evaluate(() => (location.hash = '#law-promotion'));
  await expect(page.locator('#law-promotion h3')).toBeInViewport();
  expect(errors).toEqual([]);
});

test(
  'sections_are_folded_on_a_phone_and_open_where_a_link_leads',
  { tag: '@phone' },
  async ({ player, browser, checkPage }, { project }) => {
    const { page } = player;
    const law = page.locator('#law-opening h3');
    await page.goto(`${player.url}/library/senterej`);
    await page.locator('header:not(.first)').waitFor();
    const titles = await page.locator('main section h2').allInnerTexts();
    expect(await page.locator('nav.contents a').allInnerTexts(), 'the contents lead to every section').toEqual(titles);
    await expect(law).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight), 'screens').toBeLessThan(5);
    await page.locator('nav.contents').getByRole('link', { name: 'Rules and sources' }).click();
    await expect(page.getByRole('heading', { name: 'Rules and sources' })).toBeInViewport();
    await expect(law).toBeVisible();
    await page.locator('#overview').getByRole('link', { name: 'Promotion' }).click();
    await expect(page.locator('#law-promotion h3')).toBeInViewport();
    await checkPage('unfolded');
    // Without a script a place opens what it stands in, and links keep the language.
    const context = await browser.newContext({ ...project.use, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${player.url}/library/senterej?lang=ar#law-opening`);
    await expect(plain.locator('#law-opening h3')).toBeInViewport();
    await plain.locator('#law-opening .source a').first().click();
    await expect(plain.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(plain).toHaveURL(/\/sources\?lang=ar#/);
    await context.close();
  },
);

test('pieces_of_the_library_move_where_they_are_sent', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/library/shatranj`);
  const picture = page.locator('#piece-n svg.moves');
  const piece = () => picture.locator('.piece').evaluate((element) => (element as SVGElement).style.translate);
  const square = picture.locator('circle').first();
  const [x, y] = await square.evaluate((circle: SVGCircleElement) => [circle.cx.baseVal.value, circle.cy.baseVal.value]);
  await square.hover();
  const [right, down] = (await piece()).split(' ').map(parseFloat);
  expect([Math.abs(right!), Math.abs(down!)].sort(), 'a move of the knight').toEqual([1, 2]);
  const middle = (await picture.evaluate((svg: SVGSVGElement) => svg.viewBox.baseVal.width - 0.2)) / 2;
  expect(middle + right!, 'on the square').toBeCloseTo(x!);
  expect(middle + down!, 'on the square').toBeCloseTo(y!);
  await expect.poll(piece, 'it comes back').toBe('0px');
  await page.mouse.move(0, 0);
  await picture.press('Enter');
  expect(await piece(), 'by keyboard').not.toBe('0px');
});

test('language_is_chosen_for_the_library_too', { tag: '@phone' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/sources`);
  await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fa');
  await page.getByRole('heading', { level: 1, name: 'منابع' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'منابع' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
});

test('options_lead_to_changed_rules_and_back', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/library/senterej`);
  await page.locator('#option-saba').getByRole('link', { name: 'to the third square on the diagonal' }).click();
  await page.waitForURL('**/library/senterej%5Bsaba%3DG%5D#option-saba');
  await page.getByText('One rule differs from the usual ones').waitFor();
  await page.getByRole('link', { name: 'Show the usual rules' }).click();
  await page.waitForURL('**/library/senterej');
  // Until the page has come, that of the changed rules is there.
  await page.getByText('One rule differs from the usual ones').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Play this game' }).click();
  await page.waitForURL('**/play/senterej*');
});

test('comparison_is_chosen_with_a_form', { tag: '@phone' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/compare`);
  await page.getByLabel('First').selectOption('oblong-dice');
  await page.getByLabel('Second').selectOption('mustatila-1140');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL('**/compare/oblong-dice/mustatila-1140');
  await page.getByText(/\d+ of \d+ points are the same/).waitFor();
  expect(await page.locator('.comparison tbody tr').count()).toBeGreaterThan(15);
  expect(await page.locator('.comparison tbody tr:not(.same)').count()).toBeGreaterThan(2);
});

test('sheets_fit_one_page_of_a4', { tag: '@desk' }, async ({ player }, testInfo) => {
  test.setTimeout(180_000);
  for (const id of IDS) {
    await player.page.goto(`${player.url}/library/${id}/sheet`);
    await player.page.locator('main .sheet h1').waitFor();
    const pdf = await player.page.pdf({ preferCSSPageSize: true, printBackground: true, path: testInfo.outputPath(`${id}.pdf`) });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;
    expect(pages, `pages of ${id}`).toBe(1);
  }
});

test('longest_win_of_an_ending_is_played_through', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  await page.goto(`${player.url}/library/senterej-ras-imru`);
  await page.getByRole('link', { name: 'Endings, solved' }).click();
  await page.waitForURL('**/endings');
  await page.locator('.endings tbody').nth(4).getByText('54.2').waitFor();
  const figure = page.locator('#longest figure').first();
  await figure.getByText('The line').click();
  const last = (await figure.locator('details p').textContent())!.trim().split(' ').at(-1)!;
  await figure.getByRole('link').click();
  await page.waitForURL('**/analysis#pgn=*');
  await page.getByText(last, { exact: true }).waitFor();
});

test('files_can_be_downloaded', { tag: '@desk' }, async ({ player }) => {
  await player.page.goto(`${player.url}/downloads`);
  await player.page.locator('#contribute').waitFor();
  for (const [name, part] of [
    ['senterej.toml', 'id = "senterej"'],
    ['senterej.md', '```evidence'],
    ['rulesets.json', '"shatranj"'],
    ['sources.json', 'DLP.Evidence.1406'],
  ] as const) {
    const answer = await player.page.request.get(`${player.url}/downloads/${name}`);
    expect(answer.status(), name).toBe(200);
    expect(await answer.text(), name).toContain(part);
  }
});

test('library_page_is_light', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  const session = await page.context().newCDPSession(page);
  const bytes = new Map<string, number>();
  const urls = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  for (const path of ['/library/senterej', '/sources', '/library/mideast-greenwood']) {
    bytes.clear();
    await page.context().clearCookies();
    await page.goto(player.url + path);
    await page.waitForLoadState('networkidle');
    const table = [...bytes].map(([id, size]) => ({ url: urls.get(id) ?? '', size }));
    // Fonts for names in their own scripts, and for transliterated ones, come later than all else and are
    // kept for a year.
    const counted = table.filter(
      (one) => !/\/(ethiopic|arabic|latin-ext)-|sw\.js/.test(one.url) && !/\/api\/v1\/(rulesets|lessons|catalog)/.test(one.url),
    );
    const total = counted.reduce((sum, one) => sum + one.size, 0);
    console.log(`${path}: ${total} bytes, the document ${table[0]?.size}`);
    for (const one of counted.sort((a, b) => b.size - a.size).slice(0, 8)) console.log(`  ${one.size} ${new URL(one.url).pathname}`);
    expect(total, path).toBeLessThanOrEqual(100_000);
  }
});

/** Sheets of earlier pages stay loaded: none of the library says anything about a game. */
test('game_after_the_library_keeps_its_looks', { tag: '@desk' }, async ({ player }) => {
  const { page } = player;
  const looks = async () => {
    await player.board();
    await player.waitUntilMovable('e2');
    return page.locator('.moves').evaluate((moves) => {
      const { width, height, display } = getComputedStyle(moves);
      return { width, height, display };
    });
  };
  await page.goto(`${player.url}/library/shatranj`);
  await page.locator('main .library h1').waitFor();
  await player.markDocument();
  await page.getByRole('link', { name: 'Play this game' }).click();
  await page.waitForURL('**/play/shatranj*');
  await player.choose('opponent', 'screen');
  await player.clickButton('Start game');
  await page.waitForURL('**/game/*');
  const after = await looks();
  await player.expectSameDocument();
  await page.reload();
  expect(after, 'as when the game is opened by address').toEqual(await looks());

  // A seek that is accepted while its owner reads the rules.
  await page.goto(`${player.url}/library/mideast`);
  await page.locator('main .library h1').waitFor();
  const seek = await player.ask('POST', '/api/v1/seeks', { instance: 'shatranj', colour: 'white' });
  await page.evaluate((id) => localStorage.setItem('rukh-seeks', JSON.stringify({ waiting: [id], called: [] })), seek.id);
  await page.reload();
  await player.markDocument();
  const other = await player.newPlayer();
  await other.name('Bekele');
  await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await page.waitForURL('**/game/*');
  expect(await looks(), 'after a call from the library').toEqual(after);
  await player.expectSameDocument();
});
