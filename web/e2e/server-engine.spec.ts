// The analysis board and reviews where the engine, or no WebAssembly at all, can run in the browser.
import { expect, test } from './fixtures.ts';
import { stripIsolation, type PlayerPage } from './player.ts';

// The blocked worker, and the server's refusals.
test.use({ allowedErrors: /Failed to load resource/ });

const button = (player: PlayerPage, name: string) => player.page.getByRole('button', { name, exact: true });
const lines = (player: PlayerPage) => player.page.locator('.engine ol li');
const firstLine = (player: PlayerPage) => lines(player).first().locator('[dir=ltr]').innerText();

test('engine_of_the_server_searches_where_the_worker_cannot_start', async ({ player, checkPage }) => {
  let asked = 0;
  let refusals = 1;
  await player.page.route(/worker-[^/]*\.js$/, (route) => route.abort());
  await player.page.route('**/api/v1/analysis', (route) => {
    asked++;
    if (refusals-- > 0) return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '{}' });
    return route.continue();
  });
  await player.page.goto(`${player.url}/analysis?ruleset=shatranj`);
  await player.board();
  await button(player, 'Start engine').click();
  await player.waitForText('Our engines are busy. Next try in 1 s.');
  await player.waitForText('The engine could not be started on this device, so our server searches.');
  await player.until(async () => (await lines(player).count()) === 3, 'three lines', 30_000);
  const place = player.page.getByLabel('Runs on');
  await expect(place).toHaveValue('server');
  await expect(place.locator('option:checked')).toHaveText(/our server, up to .?2,000,000.? positions/);
  await player.until(async () => (await player.page.locator('.board .arrows g').count()) >= 3, 'arrows');
  await player.page.getByLabel('Lines').selectOption('1');
  await player.until(async () => (await lines(player).count()) === 1, 'one line', 30_000);
  const before = asked;
  for (const [from, to] of [
    ['e2', 'e3'],
    ['e7', 'e6'],
    ['d2', 'd3'],
  ])
    await player.click(from!, to!);
  await player.until(async () => (await lines(player).count()) === 1, 'a line for the last position', 30_000);
  // A first move of Black is asked for.
  expect(await firstLine(player)).toMatch(/^\S*[a-h][5-8]/);
  expect(asked - before, 'positions that are stepped over are not searched').toBeLessThan(3 + 1);
  await checkPage('server-engine');

  await button(player, 'Stop engine').click();
  expect(await lines(player).count()).toBe(0);
  await player.page.unroute(/worker-[^/]*\.js$/);
  await button(player, 'Start engine').click();
  await place.selectOption('device');
  await expect(place).toHaveValue('device');
  await player.until(async () => (await lines(player).count()) === 1, 'a line of the device', 30_000);
  await place.selectOption('server');
  await player.page.reload();
  await player.board();
  await button(player, 'Start engine').click();
  await expect(place, 'the choice is kept').toHaveValue('server');

  await player.page.route('**/api/v1/analysis', (route) => route.abort());
  await player.click('d7', 'd6');
  await player.waitForText('Can’t reach the server.');
  await player.page.unroute('**/api/v1/analysis');
  await button(player, 'Try again').click();
  await player.until(async () => (await lines(player).count()) === 3, 'lines again', 30_000);
});

test('dice_are_valued_by_the_server', { tag: '@desk' }, async ({ player }) => {
  await player.preset({ engine: 'server' });
  await player.page.goto(`${player.url}/analysis?ruleset=oblong-dice`);
  await player.board();
  await button(player, 'Start engine').click();
  await player.until(async () => (await player.page.locator('.engine ul li').count()) === 6, 'a value for each face', 60_000);
  expect(stripIsolation(await player.text('.engine'))).toMatch(/Before the roll Red wins with \d\d(\.\d)?%/);
});

/** A finished game in which White gave a rook away. */
async function finishedGame(player: PlayerPage): Promise<string> {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const moves = ['a2a3', 'h7h6', 'a1a2', 'b8c6', 'a2a1', 'c6b4', 'a1a2', 'b4a2'];
  for (const [index, move] of moves.entries()) await (index % 2 ? other : player).act(game.id, { kind: 'move', move });
  await player.act(game.id, { kind: 'resign', side: 'white' });
  return game.id;
}

test('review_is_shown_without_web_assembly', async ({ player, checkPage }) => {
  await player.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  const id = await finishedGame(player);
  await player.page.goto(`${player.url}/game/${id}/review`);
  await player.board();
  const review = player.page.locator('.review');
  await review.getByText('Moments that mattered').waitFor({ timeout: 60_000 });
  expect(stripIsolation(await review.innerText())).toMatch(/White was winning until move 4\./);
  await expect(review.locator('svg')).toBeVisible();
  await review.getByRole('button', { name: 'Better' }).last().click();
  await expect(review.getByText(/Instead of/)).toBeVisible();
  expect(stripIsolation(await review.locator('[role=status]').innerText())).toMatch(/Instead of R?a2: [a-h]\d–[a-h]\d/);
  await player.waitForPiece('a1', /rukh/);
  expect(await player.page.locator('.board .arrows g').count(), 'the better move is an arrow').toBeGreaterThan(0);
  await checkPage('review-of-the-server');
  await player.page.getByRole('button', { name: 'Next move' }).click();
  await player.waitForPiece('a2', /rukh/);
  await expect(review.getByText(/Instead of/)).toHaveCount(0);

  await player.page.goto(`${player.url}/analysis`);
  await player.waitForText('The analysis board needs WebAssembly');
  await checkPage('analysis-without-web-assembly');
  await player.page.getByRole('link', { name: 'Finished games' }).click();
  await player.page.waitForURL('**/games');

  await player.preset({ language: 'ar' });
  await player.page.goto(`${player.url}/game/${id}/review`);
  await player.board();
  await review.locator('svg').waitFor();
  await checkPage('review-of-the-server-ar');
});
