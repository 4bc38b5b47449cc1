import { expect, test } from './fixtures.ts';

/** A reload keeps the player; the game of an absent player can be claimed. */
test('game_of_an_absent_player_is_claimed', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({
    instance: 'senterej',
    time_control: { kind: 'fischer', initial: 600, increment: 0, werera: 600 },
  });
  await player.page.reload();
  await player.board();
  await player.turn();
  await player.click('a2', 'a3');
  await other.waitForPiece('a3', /Gold/);
  await other.page.goto(`${player.url}/library/shatranj`);
  await player.waitForText(/left \W*\d+\W+s\W+ago/);
  await player.waitForText('Your opponent left.');
  await checkPage('gone');
  await player.page.getByRole('button', { name: 'Claim victory' }).click({ timeout: 70_000 });
  await player.page.waitForSelector('.outcome');
  expect(await player.text('.outcome h2')).toMatch(/^You won: /);
});

test('clock_at_zero_loses_the_game', { tag: '@phone' }, async ({ player, checkPage }) => {
  // The werera clock runs while both pages load, which is slow on a busy machine.
  const { other } = await player.startGame({
    instance: 'senterej',
    time_control: { kind: 'fischer', initial: 9, increment: 0, werera: 25 },
  });
  const running = () => player.page.locator('.player .clock.running .text').innerText();
  await player.click('e2', 'e3');
  await other.clickButton('I’m ready');
  await player.page.locator('.marshal .clock').waitFor();
  await checkPage('marshal');
  await player.page.locator('.player .clock.low.running').waitFor({ timeout: 40_000 });
  await player.waitForText('Your turn');
  const before = await running();
  await player.until(async () => (await running()) !== before, 'the clock to run');
  await other.clickButton('+15 s for opponent');
  await player.waitForText('Gold gets 15 seconds.');
  await player.until(async () => parseInt((await running()).slice(2), 10) > 14, 'the time to be given');
  await checkPage('clocks');
  await player.turn();
  await player.moveAny();
  await player.page.locator('.outcome').waitFor({ timeout: 15_000 });
  expect(await player.text('.outcome h2')).toMatch(/^You won: /);
  await other.page.locator('.outcome').waitFor();
  await checkPage('time-out');
});

test('byoyomi_shows_the_period_and_how_many_are_left', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({
    instance: 'shatranj',
    time_control: { kind: 'byoyomi', initial: 0, period: 40, periods: 2 },
  });
  await player.click('e2', 'e3');
  await other.turn();
  await other.click('e7', 'e6');
  await player.turn();
  const clock = player.page.locator('.player .clock.running');
  await clock.getByText('× 2', { exact: true }).waitFor();
  await checkPage('byoyomi');
  await other.clickButton('More time for opponent');
  await player.waitForText(/gets \W*40\W+ seconds/);
});

test('correspondence_clock_counts_days', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'senterej', time_control: { kind: 'days', days: 3, werera_days: 2 } });
  await player.click('e2', 'e3');
  await other.waitForPiece('e3', /Gold/);
  await player.page
    .locator('.marshal')
    .getByText(/[12]\W* d/)
    .waitFor();
  await other.clickButton('Offer to start turns');
  await player.clickButton('Accept');
  await player.page
    .locator('.player .clock.running')
    .getByText(/[23]\W* d/)
    .waitFor();
  await checkPage('days');
});

/** Whoever goes on vacation in the settings has the clock of the game wait, and the opponent sees it. */
test('vacation_stops_the_clock_of_days', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'shatranj', time_control: { kind: 'days', days: 3 } });
  await player.page.goto(`${player.url}/settings`);
  await player.page.getByRole('spinbutton', { name: /Days, of \W*30\W* that are left/ }).fill('5');
  await player.page.getByRole('button', { name: 'Begin now' }).click();
  await player.waitForText('You are on vacation until');
  await other.waitForText(/on vacation, \W*4\W+d/);
  await checkPage('vacation');
  await player.page.getByRole('button', { name: 'End the vacation' }).click();
  await player.waitForText('Your clocks run again.');
  const seen = () => other.page.locator('.player').allInnerTexts();
  await other.until(async () => !(await seen()).join(' ').includes('vacation'), 'the vacation to be over');
});

/** Whoever has Black prepares answers two moves deep; they are made the moment White plays what was foreseen. */
test('conditional_moves_answer_by_themselves', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'shatranj', time_control: { kind: 'days', days: 3 } });
  await other.clickButton('Conditional moves');
  const dialog = other.page.getByRole('dialog');
  const cell = (name: string) => dialog.locator(`[data-cell="${name}"]`);
  const play = async (from: string, to: string) => {
    await cell(from).click();
    await cell(to).click();
  };
  await dialog.locator('.cells .cell').first().waitFor();
  await play('e2', 'e3');
  await dialog.getByText('Now your answer to it.').waitFor();
  await checkPage('conditional-answer', other.page);
  await play('e7', 'e6');
  await play('d2', 'd3');
  await play('d7', 'd6');
  // Another line from the start.
  await dialog.getByRole('button', { name: 'Position now' }).click();
  await play('c2', 'c3');
  await play('c7', 'c6');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await checkPage('conditional', other.page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await other.page.getByRole('button', { name: /2\W* conditional lines/ }).waitFor();

  await player.click('e2', 'e3');
  await player.waitForPiece('e6', /Black|Red|Green|pawn/i);
  await other.page.getByRole('button', { name: /1\W* conditional line/ }).waitFor();
  // Not what was foreseen: the rest is forgotten, and it is Black's turn.
  await player.click('a2', 'a3');
  await other.turn();
  const { view } = await other.read(game.id);
  expect(view.turn).toBe('black');
});
