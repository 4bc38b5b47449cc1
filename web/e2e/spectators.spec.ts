import { expect, test } from './fixtures.ts';
import { ignoringIsolation, stripIsolation, type PlayerPage } from './player.ts';

test('demonstration_is_seen_by_all_and_can_be_muted', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'senterej' });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await player.pane('chat');
  await player.waitForText('1 spectator');
  await bystander.drag('e2', 'e4');
  await player.page.locator('[data-annotation="e4"]').waitFor();
  expect(await player.text('[data-annotation="e4"]')).toMatch(/Chaltu/);
  await other.page.locator('[data-annotation="e4"]').waitFor();
  await bystander.waitForPiece('e2', /Gold/);
  await bystander.waitForPiece('e4', ignoringIsolation('Chaltu suggests'));
  await checkPage('demo');
  await player.page.locator('.chat-panel details summary').click();
  await player.page
    .getByRole('button', { name: ignoringIsolation('Mute Chaltu') })
    .first()
    .click();
  await player.until(async () => !(await player.page.locator('.annotation').count()), 'the annotation to leave the player who muted');
  await bystander.click('d2', 'd4');
  await other.page.locator('[data-annotation="d4"]').waitFor();
  expect(await player.page.locator('.annotation').count(), 'the muted one shows nothing here').toBe(0);
  await checkPage('demo-bystander', bystander.page);
  await bystander.clickButton('Clear');
  await bystander.until(async () => !(await bystander.page.locator('.annotation').count()), 'nothing to be shown');
});

test('chat_of_spectators_is_hidden_from_a_match', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'shatranj', spectator_mode: 'match' });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  for (const one of [player, bystander]) await one.pane('chat');
  await player.page.getByLabel('Your message').fill('Selam');
  await player.clickButton('Send');
  await other.page.locator('#tab-chat .news').waitFor();
  await other.pane('chat');
  await other.page.locator('#tab-chat .news').waitFor({ state: 'detached' });
  await other.page.locator('.chat-messages').getByText('Selam').waitFor();
  await bystander.page.getByLabel('Your message').fill('Psst');
  await bystander.clickButton('Send');
  await bystander.page.locator('.chat-messages').getByText('Psst').waitFor();
  await other.page.getByRole('button', { name: 'Thank you!' }).click();
  await player.page.locator('.chat-messages').getByText('Thank you!').waitFor();
  expect(await player.page.locator('.chat-messages').getByText('Psst').count(), 'players at a match do not hear bystanders').toBe(0);
  await checkPage('chat');
});

test('replay_shows_retractions_chat_and_demonstrations', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({
    instance: 'senterej',
    time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 },
  });
  const bystander = await player.newPlayer();
  await bystander.name('Chaltu');
  await bystander.open(game.id);
  await player.answer(game.id, 'e2', 'e3');
  await other.answer(game.id, 'd7', 'd6');
  await bystander.drag('g2', 'g4');
  await player.page.locator('[data-annotation="g4"]').waitFor();
  const { seq } = (await player.read(game.id)).view.retractable.find((one: { from: string }) => one.from === 'e2');
  await player.act(game.id, { kind: 'retract', side: 'white', seq });
  for (const one of [player, other]) await one.pane('chat');
  await other.page.getByRole('button', { name: 'Hello!' }).click();
  await player.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await player.answer(game.id, 'c2', 'c3');
  await other.act(game.id, { kind: 'resign', side: 'black' });
  await player.page.waitForSelector('.outcome');
  await player.page.getByRole('link', { name: 'Replay' }).first().click();
  await player.page.waitForURL('**/replay/*');
  await player.board();
  await player.waitForPiece('e2', /Gold/);
  await player.clickButton('Next move');
  await player.waitForPiece('e3', /Gold/);
  await player.page.keyboard.press('ArrowRight');
  await player.waitForPiece('d6', /Green/);
  await player.page.keyboard.press('ArrowRight');
  await player.waitForPiece('e2', /Gold/);
  expect(await player.page.locator('.placed .retracted').count(), 'the retraction is in the list').toBe(1);
  await player.choose('speed', 'instant');
  await player.clickButton('Play');
  await player.waitForPiece('c3', /Gold/);
  await player.page.locator('.chat-messages').getByText('Hello!').waitFor();
  await player.choose('speed', '8');
  await player.page.getByLabel('Position in the game').fill('0');
  await player.clickButton('Play');
  await player.page.locator('[data-annotation="g4"]').waitFor();
  await checkPage('replay');
});

/** The tab title shows the turn to players, not to spectators. */
test('tab_title_shows_the_turn_to_players_only', { tag: '@desk' }, async ({ player }) => {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const bystander = await player.newPlayer();
  await bystander.open(game.id);
  const says = (one: PlayerPage, pattern: RegExp) =>
    one.until(async () => pattern.test(stripIsolation(await one.page.title())), `the title to match ${pattern}`);
  await says(player, /^Your turn/);
  await says(other, /^Shatranj/);
  await says(bystander, /^Shatranj/);
  await player.turn();
  await player.click('e2', 'e3');
  await says(other, /^Your turn/);
  await says(player, /^Shatranj/);
  await other.resign();
  await says(player, /^You won: resignation/);
  await says(other, /^You lost: resignation/);
  await says(bystander, /^White won: resignation/);
  const { other: rival } = await player.startGame({ instance: 'senterej' });
  await says(player, /^Both players move/);
  await says(rival, /^Both players move/);
});
