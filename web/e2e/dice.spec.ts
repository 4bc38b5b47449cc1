import { expect, test } from './fixtures.ts';
import { boxOf, type PlayerPage } from './player.ts';

/** Oblong chess with few pieces, so most throws lead to a pass. */
const BARE = 'k3/4/4/4/4/p3/4/4/4/4/3P/4/4/4/4/3K w - - 0 1';

const mayMove = async (player: PlayerPage) => (await player.movable()).length > 0;

test('dice_game_shows_throws_and_passes', async ({ player, checkPage }) => {
  await player.preset({ throwByTap: false });
  await player.create('oblong-dice', 'screen');
  const box = await boxOf(player.page.locator('.cells'));
  const isWide = player.page.viewportSize()!.width > 700;
  expect(box.width > box.height, 'the long board lies on a desk and stands on a phone').toBe(isWide);
  let passes = 0;
  for (let turn = 0; turn < 24 && !(await player.isOver()); turn++) {
    await player.turn();
    if (await player.isOver()) break;
    const before = (await player.moves()).length;
    const mayPass = await player.passButton().isVisible();
    if (mayPass && (passes === 0 || !(await player.movable()).length)) {
      await player.passButton().click();
      passes++;
    } else await player.moveAny();
    await player.until(async () => (await player.moves()).length > before || (await player.isOver()), 'the turn in the list');
  }
  await checkPage('dice');
  const list = (await player.moves()).join(' ');
  expect(passes > 0 || /pass/i.test(list), 'there was a pass').toBe(true);
  expect(list).toMatch(/[1-6]/);
  await player.pane('moves');
  const held = await player.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.moves .visually-hidden')].map((word) => !!word.offsetParent?.closest('.moves')),
  );
  expect(held.length).toBeGreaterThan(0);
  expect(held, 'text for screen readers scrolls with the list').not.toContain(false);
  if (!(await player.isOver())) await player.resign();
});

test('dice_are_verified_after_the_game', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.preset({ throwByTap: false });
  const { other } = await player.startGame({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 12; i++) {
    const before = (await player.moves()).length;
    await player.until(async () => (await mayMove(player)) || mayMove(other), 'a side to be able to move', 30_000);
    await ((await mayMove(player)) ? player : other).moveAny();
    await player.until(async () => (await player.moves()).length > before, 'the move in the list');
    if (i > 2 && /pass/i.test((await player.moves()).join(' '))) break;
  }
  expect((await player.moves()).join(' '), 'a throw let the turn go by').toMatch(/pass/i);
  await other.page.goto(other.page.url().replace('/game/', '/verify/'));
  await other.waitForText('The secret is revealed after the game.');
  await checkPage('verify-live', other.page);
  await player.resign();
  await player.page.getByRole('link', { name: 'Verify dice' }).first().click();
  await player.page.locator('.verdict.good').waitFor();
  const cells = await player.page.locator('tbody td:last-child').allInnerTexts();
  expect(cells.length).toBeGreaterThan(3);
  expect(
    cells.filter((text) => !text.includes('✓')),
    'throws that are not verified',
  ).toEqual([]);
  await checkPage('verify');
});

test('premove_waits_for_its_throw', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'oblong-dice' });
  let [mover, waiter] = [player, other];
  await player.until(async () => (await mayMove(player)) || (await mayMove(other)), 'a throw', 30_000);
  if (!(await player.page.locator('.player.on').getByText('Red').count())) [mover, waiter] = [other, player];
  const [from, to] = waiter === player ? ['b5', 'b6'] : ['b12', 'b11'];
  expect(await waiter.movable(), 'nothing can be moved out of turn').toEqual([]);
  await waiter.click(from!, to!);
  await waiter.page
    .getByRole('button', { name: /^if I roll \W*\d/ })
    .first()
    .click();
  await waiter.waitForText(/^Next: .* if I roll \W*\d/);
  await checkPage('premove-dice', waiter.page);
  await waiter.clickButton('Cancel');
  await waiter.until(async () => !(await waiter.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await mover.turn();
});

/** Before the first throw both browsers add a seed; a missing one is not awaited for long. */
test('missing_seed_is_not_awaited_for_long', { tag: '@desk' }, async ({ player, checkPage }) => {
  const other = await player.newPlayer();
  await player.name('Almaz');
  await other.name('Bekele');
  const seek = await player.ask('POST', '/api/v1/seeks', { instance: 'oblong-dice', colour: 'white', private: true });
  // Waiting for seeds lasts five seconds; the page that is there already shows it in time.
  await player.page.goto(`${player.url}/challenge/${seek.id}`);
  await player.page.locator('#challenge-link').waitFor();
  await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await player.waitForText('Waiting for Black’s browser');
  await checkPage('seeds');
  await player.waitForText(/rolled \W*[1-6]/);
});

/** After an unplayable throw the pass is automatic, without a button. */
test('unplayable_throw_passes_without_a_button', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'oblong-dice[pass=forced]', fen: BARE });
  for (let i = 0; i < 20; i++) {
    const { view } = await player.read(game.id);
    if (view.pass?.forced) break;
    const [first] = Object.values<{ move: string }[]>(view.legal_moves[view.turn] ?? {}).flat();
    if (first) await (view.turn === 'white' ? player : other).act(game.id, { kind: 'move', move: first.move });
    await player.page.waitForTimeout(100);
  }
  await player.waitForText('No legal move with this roll.');
  expect(await player.passButton().count(), 'nothing to press').toBe(0);
  await checkPage('forced-pass');
  await player.until(async () => /pass/i.test((await player.moves()).join(' ')), 'the pass in the list');
});
