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
