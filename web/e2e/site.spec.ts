// The frame of the site: addresses, navigation, pages of text, titles.
import { expect, test } from './fixtures.ts';

test('static_pages_are_sound_and_reached_from_the_footer', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/games`);
  for (const [name, path, title] of [
    ['About', '/about', 'About Rukh'],
    ['Help', '/help', 'Help – Rukh'],
    ['API', '/api', 'API – Rukh'],
    ['Privacy', '/privacy', 'Privacy – Rukh'],
  ] as const) {
    await player.page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await player.page.waitForURL(`**${path}`);
    await expect(player.page).toHaveTitle(title);
    await player.page.locator('.article h1').waitFor();
    await checkPage(path.slice(1));
    await player.page.reload();
    await expect(player.page).toHaveTitle(title);
    await player.page.locator('.article h1').waitFor();
  }
  for (const path of ['/api', '/help', '/about', '/games']) {
    await player.page.goBack();
    await player.page.waitForURL(`**${path}`);
  }
  await player.page.goForward();
  await expect(player.page).toHaveTitle('About Rukh');
});

test('navigation_leads_to_every_part', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/`);
  const navigation = player.page.getByRole('navigation', { name: 'Navigation' });
  for (const [name, path, heading] of [
    ['Play', '/play', 'Choose a game'],
    ['Library', '/library', 'Library'],
    ['Games', '/games', 'Games'],
  ] as const) {
    await navigation.getByRole('link', { name, exact: true }).click();
    await player.page.waitForURL(`**${path}`);
    await player.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  await player.page.goto(`${player.url}/library`);
  await player.page.locator('.family .board-picture').first().waitFor();
  await checkPage('library');
  await player.page.getByRole('link', { name: 'Shatranj', exact: true }).click();
  await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  await player.page.getByRole('link', { name: 'Play this game' }).click();
  await player.page.waitForURL('**/play/shatranj*');
  await player.page.goto(`${player.url}/play`);
  await player.page.getByRole('link', { name: 'Senterej', exact: true }).click();
  await player.page.waitForURL('**/play/senterej*');
  await player.page.goBack();
  await player.page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  await checkPage('choose');
});

/** The bar of a phone covers nothing for good, and leaves boards alone. */
test('bar_leaves_room_for_the_page_and_for_boards', async ({ player }) => {
  const isPhone = player.page.viewportSize()!.width <= 700;
  await player.page.goto(`${player.url}/help`);
  await player.page.locator('.article h1').waitFor();
  const bar = player.page.locator('nav.bar');
  expect(await bar.isVisible()).toBe(isPhone);
  await player.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = player.page.getByRole('contentinfo').getByRole('link').last();
  const isOnTop = await last.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop, 'the last link of the footer can be pressed').toBe(true);
  const game = await player.openSharedGame({ instance: 'shatranj' });
  for (const path of ['/play/shatranj', `/game/${game.id}`]) {
    await player.page.goto(player.url + path);
    await player.page.locator('.board').first().waitFor();
    expect(await bar.count(), path).toBe(0);
  }
});

test.describe(() => {
  test.use({ allowedErrors: /status of 404/ });

  test('unknown_games_and_rulesets_answer_404_with_a_page', { tag: '@desk' }, async ({ player }) => {
    for (const path of ['/game/nosuchgame', '/library/nosuchruleset', '/play/nosuchruleset', '/replay/nosuchgame', '/nowhere']) {
      const answer = await player.page.goto(player.url + path);
      expect(answer?.status(), path).toBe(404);
      await player.page
        .locator('main')
        .getByText(/There are no rules called|couldn’t find what this link leads to/)
        .first()
        .waitFor();
    }
  });
});

test.describe(() => {
  test.use({ allowedErrors: /Failed to load resource|ERR_FAILED/ });

  /** Pages, each with the answer it waits for. */
  const WAITING: [page: string, answer: string][] = [
    ['/', '/api/v1/catalog'],
    ['/learn', '/api/v1/lessons'],
    ['/learn/senterej', '/api/v1/lessons/senterej'],
    ['/play', '/api/v1/catalog'],
    ['/play/senterej', '/api/v1/rulesets/senterej'],
    ['/languages', '/api/v1/catalog'],
    ['/game/x', '/api/v1/games/x'],
    ['/replay/x', '/api/v1/games/x/replay'],
    ['/verify/x', '/api/v1/games/x/throws'],
    ['/embed/game/x', '/api/v1/games/x/replay'],
    ['/challenge/x', '/api/v1/seeks/x'],
    ['/games', '/api/v1/games?state=archived'],
    ['/games?state=live', '/api/v1/games?state=live'],
    ['/player/x', '/api/v1/players/x'],
    ['/puzzles', '/api/v1/puzzles'],
    ['/puzzles/x', '/api/v1/puzzles/x'],
  ];

  /** A promise, and what fulfils it. */
  function signal(): [Promise<void>, () => void] {
    let give = () => {};
    return [new Promise((done) => (give = done)), () => give()];
  }

  test('page_says_that_it_loads_and_that_it_failed', { tag: '@phone' }, async ({ player, checkPage }) => {
    const { page } = player;
    for (const [address, answer] of WAITING) {
      await test.step(address, async () => {
        const [isCut, cut] = signal();
        await page.routeWebSocket(/\/ws\//, (line) => void isCut.then(() => line.close()));
        await page.route(
          (url) => (url.pathname + url.search).startsWith(answer),
          (route) => isCut.then(() => route.abort()),
        );
        const asked = page.waitForRequest((request) => request.url().includes(answer));
        await page.goto(player.url + address);
        if (!address.startsWith('/game/')) await asked;
        await page.locator('.loading').waitFor();
        await checkPage(`loading${address.replace(/\W/g, '-')}`);
        cut();
        await page.locator('[role=alert]').waitFor();
        expect(await page.locator('.loading').count(), 'a page that failed').toBe(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });

  test('page_of_the_library_says_that_it_loads', { tag: '@phone' }, async ({ player }) => {
    const { page } = player;
    const [isCut, cut] = signal();
    await page.goto(`${player.url}/about`);
    await page.route(/\/library\?lang=/, (route) => isCut.then(() => route.abort()));
    await page.locator('nav a[href="/library"]:visible').click();
    await page.locator('.loading').waitFor();
    cut();
    await page.locator('[role=alert]').waitFor();
  });
});

test('every_request_of_the_interface_is_shown_with_its_types', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/api`);
  await player.page.getByRole('button', { name: 'Show them' }).click();
  const games = player.page.getByRole('region', { name: 'games', exact: true });
  await games.locator('summary', { hasText: /^GET \/api\/v1\/games$/ }).click();
  await games.getByText('A FEN: games that reached this position.').waitFor();
  await games.locator('summary', { hasText: /^GameList$/ }).click();
  await games.locator('summary', { hasText: /^ListedGame\[\]$/ }).click();
  await games.getByText('Ruleset with its options.').first().waitFor();
  await checkPage('requests');
});
