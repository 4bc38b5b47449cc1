// Order: a report, a moderator who gives a time-out, and the answer to it; blocks, and the pages in Arabic.
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { textOf } from './messages.ts';
import type { PlayerPage } from './player.ts';

// A message that is refused is one on purpose.
test.use({ allowedErrors: /status of (?:403|404|409|401)/ });

/** Two guests in a game, the second of whom has written something. */
async function quarrel(victim: PlayerPage, rude: PlayerPage, words: string): Promise<string> {
  await victim.name('Sara');
  await rude.name('Rude Player');
  const seek = await victim.ask('POST', '/api/v1/seeks', { instance: 'shatranj', colour: 'white', private: true });
  const game = await rude.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
  await rude.ask('POST', `/api/v1/games/${game.id}/chat`, { text: words });
  return game.id;
}

test('report_leads_to_a_timeout_and_the_answer_lifts_it', async ({ here, another, checkPage }) => {
  test.skip(!here.server.admin, 'the server is not ours');
  const moderator = newName();
  await giveAuthenticator(here.page);
  await register(here, moderator);
  const [victim, rude] = [await another(), await another()];
  const game = await quarrel(victim, rude, 'You are a nuisance');

  await victim.open(game);
  if (await victim.isCompact()) await victim.pane('menu');
  else await victim.clickButton(textOf('en', 'game-menu'));
  await victim.page.getByRole('link', { name: 'Report' }).click();
  await victim.page.getByRole('heading', { level: 1, name: 'Report to moderators' }).waitFor();
  await victim.page.getByRole('radio', { name: /You are a nuisance/ }).check();
  await victim.page.getByLabel('More about it (optional)').fill('He would not stop.');
  await checkPage('report', victim.page);
  await victim.clickButton('Send report');
  await victim.waitForText('Thank you. A moderator will look at it.');
  await victim.page.getByRole('button', { name: /^Block/ }).click();
  await victim.page.getByRole('button', { name: /^Unblock/ }).waitFor();
  await checkPage('report-sent', victim.page);

  // Nobody else sees the page of moderators.
  await here.page.goto(`${here.url}/moderation`);
  await here.waitForText('This page is for moderators.');
  expect(here.server.admin!('role', moderator, 'moderator')).toContain('moderator');
  await here.page.goto(`${here.url}/account`);
  await here.page.getByRole('link', { name: 'Moderation' }).click();
  await here.waitForText('You are a nuisance');
  await here.waitForText('He would not stop.');
  await checkPage('moderation');
  await here.clickButton('I take care of it');
  await here.page
    .getByText(/takes care of it/)
    .first()
    .waitFor();
  const card = here.page.getByRole('article');
  await card.getByLabel('Decision').selectOption('chat');
  await card.getByLabel('How long?').selectOption('24');
  await card.getByLabel('What the person is told').fill('Please be kind.');
  await checkPage('moderation-decision');
  await here.clickButton('Resolve report');
  await here.waitForText('Nothing is waiting.');

  await rude.page.goto(`${rude.url}/account`);
  await rude.waitForText('Time-out from chat');
  await rude.page.getByLabel('Your answer').fill('I am sorry.');
  await checkPage('decisions', rude.page);
  await rude.clickButton('Send answer');
  await rude.waitForText('A moderator will decide about it.');

  await here.page.reload();
  await here.waitForText('I am sorry.');
  await here.page.getByLabel('What the person is told').fill('All right then.');
  await checkPage('moderation-appeal');
  await here.clickButton('Lift the decision');
  await here.waitForText('Nothing is waiting.');
  await here.clickButton('Log');
  await here.waitForText('Answer accepted');
  await checkPage('moderation-log');

  await rude.page.reload();
  await rude.waitForText('All right then.');
  await rude.ask('POST', `/api/v1/games/${game}/chat`, { text: 'Good game.' });
});

test('people_are_blocked_on_their_page_and_freed_in_the_settings', async ({ here, another, checkPage }) => {
  const rude = await another();
  const game = await quarrel(here, rude, 'Hello');
  await rude.ask('POST', `/api/v1/games/${game}/intents`, { id: 'r', base: 0, data: { kind: 'resign', side: 'black' } });
  const { id } = await rude.ask('GET', '/api/v1/me');
  const listed = await here.ask('POST', '/api/v1/seeks', { instance: 'shatranj', colour: 'white' });
  await rude.ask('POST', `/api/v1/seeks/${listed.id}/accept`, {});
  await here.page.goto(`${here.url}/player/${id}`);
  await here.page.getByRole('button', { name: /^Block/ }).click();
  await here.page.getByRole('button', { name: /^Unblock/ }).waitFor();
  await checkPage('player-blocked');
  await here.page.goto(`${here.url}/settings`);
  await here.page.getByRole('region', { name: 'Blocked people' }).getByText('Rude Player').waitFor();
  await checkPage('settings-blocks');
  await here.page.getByRole('button', { name: /^Unblock/ }).click();
  await here.waitForText('You block nobody.');
});

test('terms_are_said_in_every_language', async ({ player, checkPage }) => {
  for (const tag of ['en', 'am', 'ar', 'fa'] as const) {
    await player.preset({ language: tag });
    await player.page.goto(`${player.url}/terms`);
    await player.page.getByRole('heading', { level: 1, name: textOf(tag, 'terms-title') }).waitFor();
    await checkPage(`terms-${tag}`);
  }
});

test('queue_and_report_fit_in_arabic', async ({ here, another, checkPage }) => {
  test.skip(!here.server.admin, 'the server is not ours');
  const moderator = newName();
  await giveAuthenticator(here.page);
  await register(here, moderator);
  here.server.admin!('role', moderator, 'admin');
  const [victim, rude] = [await another(), await another()];
  const game = await quarrel(victim, rude, 'كلام');
  await victim.ask('POST', '/api/v1/reports', { about: { kind: 'chat', game, number: 1 }, reason: 'insult', text: 'انظر' });
  for (const one of [here, victim]) await one.preset({ language: 'ar' });
  await victim.page.goto(`${victim.url}/report?game=${game}`);
  await victim.page.getByRole('heading', { level: 1, name: textOf('ar', 'report-title') }).waitFor();
  await checkPage('report-ar', victim.page);
  await here.page.goto(`${here.url}/moderation`);
  await here.waitForText('كلام');
  await here.page.getByRole('button', { name: textOf('ar', 'report-take') }).waitFor();
  await checkPage('moderation-ar');
});
