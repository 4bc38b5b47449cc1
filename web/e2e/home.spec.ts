import { expect, test } from './fixtures.ts';
import { boxOf, HUMAN, stripIsolation, type PlayerPage } from './player.ts';

const ENGINE = { kind: 'engine', level: 1 };

test('home_shows_families_with_their_readings', async ({ player, checkPage }) => {
  const { rulesets } = await player.ask('GET', '/api/v1/rulesets');
  const families = [...new Set(rulesets.map((one: { family: string }) => one.family))];
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.family');
  expect(await player.page.locator('.family').count()).toBe(families.length);
  expect(await player.page.locator('.family .board').count(), 'one board a family').toBe(families.length);
  expect(await player.page.locator('.family .chip').count(), 'every other ruleset is a chip').toBe(rulesets.length - families.length);
  await player.page.getByRole('heading', { name: /^Senterej/ }).waitFor();
  const learn = player.page.getByRole('link', { name: /^Learn \W*Senterej\W* in 3 minutes/ });
  expect(await learn.getAttribute('href')).toBe('/learn/senterej');
  const { puzzle } = await player.ask('GET', '/api/v1/puzzles/daily');
  const daily = player.page.getByRole('region', { name: 'Puzzle of the day' }).getByRole('link');
  expect(await daily.getAttribute('href')).toBe(`/puzzles/${puzzle.id}`);
  expect(await daily.textContent()).toMatch(/ to move: |: what is the best move\?/);
  expect(await daily.locator('.board .piece').count()).toBeGreaterThan(2);
  await checkPage('home');
  await player.page.getByRole('link', { name: 'with a die', exact: true }).click();
  await player.page.waitForURL('**/play/oblong-dice*');
});

/** Two presses lead from the first visit to a board with a gentle opponent. */
test('first_visit_plays_after_two_presses', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/`);
  await player.page.locator('.ways').getByRole('link', { name: 'Play', exact: true }).click();
  await player.waitForText('Level 1: Beginner');
  expect(await player.page.locator('input[name="opponent"]:checked').inputValue()).toBe('engine');
  expect(await player.page.locator('input[name="time"]:checked').inputValue()).toBe('none');
  await checkPage('first-game');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/*');
  await player.board();
  const { game } = await player.read(player.path().split('/').pop()!);
  expect([game.white, game.black].map(({ player }) => player.level).filter(Boolean)).toEqual([1]);
});

test('last_setup_is_proposed_again', { tag: '@phone' }, async ({ player }) => {
  await player.page.goto(`${player.url}/play/shatranj`);
  await player.waitForText('Level 1: Beginner');
  await player.setLevel(4);
  await player.waitForText('Level 4: Practised');
  await player.waitForText(/it scored .+ to .+ % against level \W*3/);
  await player.choose('time', '5+3');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/*');
  await player.page.goto(`${player.url}/play/mideast`);
  await player.waitForText('Level 4: Practised');
  expect(await player.page.locator('input[name="time"]:checked').inputValue()).toBe('5+3');
  // An address says all by itself.
  await player.page.goto(`${player.url}/play/mideast?with=screen`);
  await player.page.waitForSelector('input[name="opponent"][value="screen"]:checked');
  expect(await player.page.locator('input[name="time"]:checked').inputValue()).toBe('none');
});

test('own_games_have_boards_and_are_counted_in_the_title', async ({ player, checkPage }) => {
  await player.ask('GET', '/api/v1/me');
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.family');
  expect(await player.page.title()).toBe('Rukh – play historic chess');
  await player.ask('POST', '/api/v1/games', { instance: 'senterej', white: HUMAN, black: ENGINE });
  await player.ask('POST', '/api/v1/games', { instance: 'shatranj', white: HUMAN, black: ENGINE });
  await player.ask('POST', '/api/v1/games', { instance: 'oblong', white: HUMAN, black: ENGINE });
  await player.page.reload();
  const own = player.page.getByRole('region', { name: 'Your games' });
  await player.until(async () => (await own.locator('.board').count()) === 3, 'three boards');
  await player.until(async () => stripIsolation(await player.page.title()) === '(2) Rukh – play historic chess', 'the number in the title');
  const lines = await own.getByRole('listitem').allInnerTexts();
  expect(lines.map((line) => /Your turn/.test(line))).toEqual([true, true, false]);
  const [games, families] = [await boxOf(own), await boxOf(player.page.locator('.families'))];
  expect(games.y).toBeLessThan(families.y);
  await checkPage('home-games');
  await own.getByRole('link', { name: /Shatranj/ }).click();
  await player.page.waitForURL('**/game/*');
  await player.board();
});

/** What is below the first screen is loaded when it is nearly seen. */
test('home_shows_games_that_are_played_and_days_in_a_row', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'senterej', private: false });
  const watcher = await player.newPlayer();
  const { page } = watcher;
  await page.goto(`${player.url}/`);
  const daily = page.getByRole('region', { name: 'Puzzle of the day' });
  await daily.waitFor();
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('rukh-daily')!) as { shown: number };
    localStorage.setItem('rukh-daily', JSON.stringify({ ...stored, solved: stored.shown - 1, length: 3 }));
  });
  await page.reload();
  await daily.getByText(/3.? days in a row so far. One more/).waitFor();
  await daily.scrollIntoViewIfNeeded();
  const live = page.getByRole('region', { name: 'Live games' });
  const link = live.getByRole('link').filter({ has: page.locator('.board .piece') });
  await watcher.until(async () => (await link.count()) > 0, 'a board');
  await checkPage('home-live', page);
  expect(await live.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toContain(`/game/${game.id}`);
  await other.page.close();
});

/** An empty lobby offers the computer and a link for a friend. */
test('empty_lobby_offers_ways_to_play', { tag: '@phone' }, async ({ player }) => {
  await player.page.goto(`${player.url}/`);
  const offers = player.page.getByRole('region', { name: 'Open games' });
  for (const { seeks } of [await player.ask('GET', '/api/v1/seeks')])
    test.skip(seeks.length > 0, 'other scenes of this server left open games');
  await offers.getByRole('link', { name: 'Invite a friend' }).click();
  await player.page.waitForSelector('input[name="opponent"][value="friend"]:checked');
});

test('open_games_are_chips_that_name_the_colour', async ({ player, checkPage }) => {
  const other = await player.newPlayer();
  await other.name('Almaz');
  await other.ask('POST', '/api/v1/seeks', {
    instance: 'senterej',
    colour: 'white',
    time_control: { kind: 'fischer', initial: 300, increment: 3 },
  });
  await other.page.goto(`${player.url}/`);
  await player.page.goto(`${player.url}/`);
  const chip = player.page.locator('.chip', { hasText: 'Almaz' }).first();
  await chip.waitFor();
  expect(stripIsolation(await chip.innerText())).toMatch(/Almaz · Senterej · 5\+3 · (?:.* · )?you play Green/);
  await checkPage('open-games');
  await chip.getByRole('button', { name: /^Join / }).click();
  await player.page.waitForURL('**/game/*');
});

/** Sides are called after the pieces on the board, also by the server's sentences. */
test('sides_are_named_after_their_colours', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'senterej' });
  const watcher = await player.newPlayer();
  await watcher.open(game.id);
  expect(await player.plainLabel('e1')).toMatch(/Gold/);
  expect(await player.plainLabel('e8')).toMatch(/Green/);
  await player.resign();
  expect(stripIsolation(await player.text('.outcome h2'))).toBe('You lost: resignation');
  const heading = async (one: PlayerPage) => {
    await one.page.waitForSelector('.outcome');
    return stripIsolation(await one.text('.outcome h2'));
  };
  expect(await heading(other)).toBe('You won: resignation');
  expect(await heading(watcher)).toBe('Green won: resignation');
  expect(stripIsolation(await watcher.text('.outcome'))).toContain('Green wins: Gold resigned.');
  expect(await watcher.page.title()).toContain('Green');
  await checkPage('result-watched', watcher.page);
  // A reader who chooses another board sees, and reads, its colours.
  await watcher.page.evaluate(() => localStorage.setItem('rukh-settings', JSON.stringify({ skin: 'plain' })));
  await watcher.page.reload();
  expect(await heading(watcher)).toBe('Black won: resignation');
});

/** The computer answers a draw offer as a person does. */
test('computer_answers_a_draw_offer', { tag: '@desk' }, async ({ player }) => {
  const fen = '4k3/pp4pp/8/8/8/8/PP4PP/R3K3 b - - 0 30';
  await player.openNewGame({ instance: 'shatranj', fen, white: ENGINE, black: HUMAN });
  await player.clickButton('Offer a draw');
  await player.waitForText('White declined the draw.');
  await player.openNewGame({ instance: 'shatranj', fen: fen.replace(' b ', ' w '), white: HUMAN, black: ENGINE });
  await player.clickButton('Offer a draw');
  await player.page.waitForSelector('.outcome');
  expect(stripIsolation(await player.text('.outcome h2'))).toBe('Draw: by agreement');
});

/** The board of the opening phase moves, can be paused, and stands still where motion is unwanted. */
test.describe('the moving board', () => {
  test.use({ viewport: { width: 1280, height: 850 } });

  test('loop_plays_pauses_and_respects_reduced_motion', { tag: '@desk' }, async ({ player }) => {
    const places = () =>
      player.page.locator('.show .piece').evaluateAll((pieces) => pieces.map((piece) => (piece as HTMLElement).style.transform).join());
    await player.page.goto(`${player.url}/`);
    await player.page.locator('.show .piece').first().waitFor();
    const first = await places();
    await player.until(async () => (await places()) !== first, 'a piece to move');
    await player.clickButton('Pause the moving board');
    const paused = await places();
    await player.page.waitForTimeout(2500);
    expect(await places()).toBe(paused);
    await player.page.emulateMedia({ reducedMotion: 'reduce' });
    await player.page.reload();
    await player.page.locator('.show .piece').first().waitFor();
    const still = await places();
    await player.page.waitForTimeout(2500);
    expect(await places()).toBe(still);
    expect(await player.page.getByRole('button', { name: 'Pause the moving board' }).count()).toBe(0);
  });
});
