import { expect, test } from './fixtures.ts';
import { ignoringIsolation } from './player.ts';

test('engine_answers_every_move', async ({ player, checkPage }) => {
  await player.create('shatranj', 'engine');
  for (let i = 0; i < 4 && !(await player.isOver()); i++) {
    await player.turn();
    const before = (await player.moves()).length;
    await player.moveAny();
    await player.until(async () => (await player.moves()).length >= before + 2 || (await player.isOver()), 'the answer of the computer');
  }
  await checkPage('engine');
  if (!(await player.isOver())) await player.resign();
  expect(await player.text('.outcome h2')).toMatch(/^(You won|You lost|Draw): /);
});

test('game_in_two_tabs_accepts_moves_from_both', { tag: '@desk' }, async ({ player }) => {
  const game = await player.openSharedGame({ instance: 'senterej' });
  const other = await player.page.context().newPage();
  await other.goto(`${player.url}/game/${game.id}`);
  await other.waitForSelector('.cells .cell');
  await other.locator('[data-cell="a7"]').click();
  await other.locator('[data-cell="a6"]').click();
  await player.waitForPiece('a6', /Green/);
  await Promise.all([
    player.click('h2', 'h3'),
    other
      .locator('[data-cell="h7"]')
      .click()
      .then(() => other.locator('[data-cell="h6"]').click()),
  ]);
  await player.waitForPiece('h6', /Green/);
  await player.waitForPiece('h3', /Gold/);
  await other.waitForFunction(() => document.querySelector('[data-cell="h3"]')!.getAttribute('aria-label') !== 'h3');
  await other.close();
});

test('promotion_offers_each_piece_and_can_be_cancelled', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'mideast', fen: '9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1' });
  await player.click('a9', 'a10');
  await player.page.waitForSelector('[data-promotion]');
  expect(await player.page.locator('[data-promotion]').count(), 'eight promotion choices').toBe(8);
  await checkPage('promotion');
  await player.page.keyboard.press('Escape');
  await player.waitForPiece('a9', /White/);
  await player.click('a9', 'a10');
  await player.page.locator('[data-promotion="v"]').click();
  await player.waitForPiece('a10', /cavalier/i);
});

/** The style of a mate is shown with the result. */
test('mate_shows_its_style_and_the_downloads', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'senterej', fen: '7k/6pp/8/8/7n/7n/8/R3K3 w - - 0 1' });
  if (await player.page.getByRole('button', { name: 'Start taking turns' }).isVisible()) {
    await player.clickButton('Start taking turns');
    await player.clickButton('Start taking turns');
    await player.waitForText('Gold to move');
  }
  await player.click('a1', 'a8');
  await player.page.locator('.outcome .style').waitFor();
  for (const name of ['PGN', 'JSONL']) {
    const address = await player.page.locator('.outcome').getByRole('link', { name, exact: true }).getAttribute('href');
    expect((await player.page.request.get(new URL(address!, player.url).href)).ok(), `${name} to take away`).toBe(true);
  }
  await checkPage('mate');
});

test('offers_of_draw_undo_and_rematch_are_answered', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const bystander = await player.newPlayer();
  await bystander.open(game.id);
  const first = player.path();
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /White/);
  await other.turn();
  await other.clickButton('Offer a draw');
  await player.waitForText('Black offers a draw.');
  await player.until(async () => /draw/.test(await player.spoken()), 'the offer to be spoken');
  await checkPage('offer');
  await player.clickButton('Decline');
  await other.waitForText('White declined the draw.');
  await player.clickButton('Undo move');
  await other.waitForText('White asks to undo the last move.');
  await other.clickButton('Accept');
  await player.waitForPiece('e2', /White/);
  await other.waitForPiece('e2', /White/);
  expect(await player.moves()).toEqual([]);
  for (const [one, from, to] of [
    [player, 'd2', 'd3'],
    [other, 'd7', 'd6'],
    [player, 'c2', 'c3'],
  ] as const) {
    await one.turn();
    await one.click(from, to);
    await other.waitForPiece(to, /White|Black/);
  }
  // Browsing the history of a live game.
  await player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await player.page.keyboard.press('ArrowLeft');
  await player.waitForText('Viewing move 2');
  await player.waitForPiece('c2', /White/);
  await player.page.keyboard.press('ArrowLeft');
  await player.waitForPiece('d7', /Black/);
  await checkPage('looking');
  await player.clickButton('Back to current position');
  await player.waitForPiece('c3', /White/);
  await other.clickButton('Offer a draw');
  await player.clickButton('Accept');
  await player.page.getByRole('heading', { name: ignoringIsolation('Draw: by agreement') }).waitFor();
  await player.clickButton('Rematch');
  await other.waitForText('White wants a rematch.');
  await other.clickButton('Accept');
  for (const one of [player, other]) await one.page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== first);
  await player.board();
  await bystander.page.getByRole('link', { name: 'Go to rematch' }).click();
  await bystander.page.waitForURL(player.page.url());
});

test('premove_survives_a_reload_and_is_played', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'shatranj' });
  await other.click('e7', 'e6');
  await other.waitForText('Next: e7–e6');
  await checkPage('premove', other.page);
  await other.page.keyboard.press('Escape');
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await other.click('e7', 'e6');
  await other.page.locator('.arrows g.premove').waitFor();
  await other.page.reload();
  await other.waitForText('Next: e7–e6');
  await player.click('a2', 'a3');
  await player.waitForPiece('e6', /Black/);
  await other.waitForPiece('e6', /Black/);
  await other.until(async () => !(await other.page.locator('.arrows g').count()), 'the path to go with the move');
});
