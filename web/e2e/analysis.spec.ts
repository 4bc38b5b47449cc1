// The analysis board: variations, files, the engine in the browser, positions.
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { fixedPartOf, textOf } from './messages.ts';
import { boxOf, ignoringIsolation, PlayerPage, stripIsolation } from './player.ts';

async function openBoard(player: PlayerPage, query: string): Promise<void> {
  await player.page.goto(`${player.url}/analysis${query}`);
  await player.board();
}

const tree = (player: PlayerPage) => player.page.locator('.tree');
/** The moves as they are printed, without the spaces between. */
const printed = async (player: PlayerPage) => (await tree(player).innerText()).replace(/\s+/g, ' ').trim();
const button = (player: PlayerPage, name: string | RegExp) => player.page.getByRole('button', { name, exact: true });

async function openText(player: PlayerPage, text: string): Promise<void> {
  await player.unfold();
  await button(player, 'Open a game').click();
  await player.page.getByLabel('FEN, PGN or JSON Lines').fill(text);
  await button(player, 'Open').click();
}

/** On a phone, board, moves and the buttons to step through them are on one screen. */
async function expectMovesInView(player: PlayerPage): Promise<void> {
  if (player.page.viewportSize()!.width > 700) return;
  const bar = await boxOf(player.page.locator('nav.bar'));
  for (const part of ['.board', '.tree', '.steps', '.engine']) {
    const box = await boxOf(player.page.locator(part));
    expect(box.y >= 0 && box.y + box.height <= bar.y, `${part} is in view`).toBe(true);
  }
}

/** The study goes home as a file, and comes back as it was. */
test('study_is_kept_exported_and_opened_again', async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=shatranj');
  await player.click('e2', 'e3');
  await player.click('e7', 'e6');
  await button(player, 'Previous move').click();
  await player.click('d7', 'd6');
  await expectMovesInView(player);
  await player.unfold();
  await button(player, '!?').click();
  await player.page.getByPlaceholder('Comment').fill('slower');
  await player.page.getByPlaceholder('Comment').blur();
  await player.click('d2', 'd3');
  expect(await printed(player)).toBe('1. e3 e6 1… d6!? slower 2. d3');
  await checkPage('study');

  await player.page.reload();
  await player.board();
  expect(await printed(player), 'a reload keeps the study').toBe('1. e3 e6 1… d6!? slower 2. d3');
  await player.unfold();

  const [download] = await Promise.all([player.page.waitForEvent('download'), button(player, 'Download PGN').click()]);
  const pgn = readFileSync(await download.path(), 'utf8');
  expect(pgn).toContain('1. e3 e6 (1... d6 $5 {slower} 2. d3) *');

  const other = await player.newPlayer();
  await openBoard(other, '');
  await openText(other, pgn);
  await tree(other).getByText('slower').waitFor();
  expect(await printed(other)).toBe('1. e3 e6 1… d6!? slower 2. d3');
  await other.page.getByRole('button', { name: 'd3' }).click();
  await other.unfold();
  await button(other, 'Make main line').click();
  expect(await printed(other)).toBe('1. e3 d6!? slower 1… e6 2. d3');
  await button(other, 'Delete from here').click();
  expect(await printed(other)).toBe('1. e3 d6!? slower 1… e6');
});

/** A second study, or a second tab, overwrites nothing; the list has all of them, and a deleted one comes back. */
test('studies_are_a_list_and_deletion_is_undone', async ({ player, checkPage }) => {
  const { page } = player;
  await openBoard(player, '?ruleset=shatranj');
  await player.click('e2', 'e3');
  await page.waitForURL('**/analysis?study=*');
  const first = page.url();
  const second = new PlayerPage(await page.context().newPage(), player.server, player.newPlayer);
  await openBoard(second, '?ruleset=senterej');
  await second.click('d2', 'd3');
  await second.page.waitForURL('**/analysis?study=*');
  expect(second.page.url()).not.toBe(first);
  await page.reload();
  await player.board();
  expect(await printed(player), 'each tab finds its own study again').toBe('1. e3');
  // The list of one tab follows what the other does.
  await player.unfold();
  await button(player, 'Studies').click();
  const list = page.getByRole('dialog', { name: 'Studies' });
  await expect(list.locator(':scope > ul li .open')).toHaveCount(2);
  await list.getByRole('button', { name: /^Rename .*Shatranj/ }).click();
  await list.getByRole('textbox').fill('The Dilaram problem');
  await list.getByRole('button', { name: 'Save' }).click();
  await list.getByRole('button', { name: /^The Dilaram problem/ }).waitFor();
  await checkPage('studies');
  await list.getByRole('button', { name: /^Delete .*Senterej/ }).click();
  await expect(list.getByText('is deleted.')).toBeVisible();
  await expect(second.page.locator('.kept'), 'the tab that shows it says so').toContainText('is deleted.');
  await expect(list.locator(':scope > ul li .open')).toHaveCount(1);
  await second.click('e2', 'e3');
  await expect(list.locator(':scope > ul li .open'), 'a change brings it back').toHaveCount(2);
  await list.getByRole('button', { name: /^Delete .*Senterej/ }).click();
  await list.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('button', { name: /^Senterej/ }).click();
  await player.until(async () => (await printed(player)).includes('Gold d3'), 'the other study');
  expect(new URL(page.url()).search).toBe(new URL(second.page.url()).search);
  // Both tabs show it now, and what either writes.
  await button(player, 'Current position').click();
  await player.click('h7', 'h6');
  await second.until(async () => (await printed(second)).includes('Green h6'), 'the move of the other tab');
  await second.unfold();
  await second.page.getByPlaceholder('Comment').fill('a quiet start');
  await tree(player).getByText('a quiet start').waitFor();
  await page.goto(first);
  await player.board();
  expect(await printed(player)).toBe('1. e3');
  await player.unfold();
  await expect(page.locator('.kept')).toHaveText('The Dilaram problem');
});

test('file_of_another_program_keeps_comments_variations_and_faults', { tag: '@desk' }, async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=senterej');
  await openText(
    player,
    '[Variant "shatranj"]\n[White "Almaz"]\n\n1. e3 {good} e6 (1... d6 $2) 2. Nf3 $14 *\n\n' +
      '[Variant "shatranj"]\n[White "Bekele"]\n\n1. d3 *',
  );
  await player.waitForText('The text has 2 games. Which one?');
  await button(player, /Almaz/).click();
  await tree(player).getByText('good').waitFor();
  expect(await printed(player)).toBe('1. e3 good 1… e6 1… d6? 2. Nf3+/=');
  await openText(player, '[Variant "shatranj"]\n\n1. e5 *');
  await player.page.locator('dialog .refusal').waitFor();
  expect(await player.text('dialog .refusal')).toMatch(/line 3.*e5/);
  await checkPage('refused');
  await player.page.keyboard.press('Escape');
  expect(await printed(player), 'a file that cannot be read changes nothing').toContain('Nf3');
});

test('ends_of_games_are_told_with_winner_and_reason', { tag: '@desk' }, async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=shatranj');
  for (const [end, told] of [
    ['1-0', 'White won'],
    ['1/2-1/2', 'Draw'],
    ['{[%end resign w]} 0-1', 'Black won: resignation'],
    ['{[%end flag b]} 1-0', 'White won: time ran out'],
    ['{[%end leave w]} 0-1', 'Black won: game abandoned'],
    ['{[%end leave w draw]} 1/2-1/2', 'Draw: game abandoned'],
    ['{[%end draw]} 1/2-1/2', 'Draw: by agreement'],
    ['{[%end abort]} *', 'Game aborted'],
  ] as const) {
    await openText(player, `[Variant "shatranj"]\n\n1. d3 d6 2. c3 b6 ${end}`);
    await player.until(async () => stripIsolation(await printed(player)) === `1. d3 d6 2. c3 b6 ${told}`, end);
    await button(player, 'Current position').click();
    expect(stripIsolation(await player.page.locator('.where strong').innerText())).toBe(told);
  }
  await checkPage('ended');
});

test('game_stays_the_main_line_and_keeps_its_end', async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=shatranj');
  await openText(player, '[Variant "shatranj"]\n[Result "1-0"]\n\n1. d3 (1. d3 d6 2. e3) 1... e6 2. c3 b6 1-0');
  const whole = '1. d3 e6 1… d6 2. e3 2. c3 b6 White won';
  await player.until(async () => stripIsolation(await printed(player)) === whole, 'the variation joins the game');
  await button(player, 'Current position').click();
  await button(player, 'Previous move').click();
  await player.click('e2', 'e3');
  await player.click('a7', 'a6');
  await player.unfold();
  await button(player, 'Make main line').click();
  await player.waitForText('The game ended here, and its end stays first.');
  const longer = `${whole} 3. e3 a6`;
  expect(stripIsolation(await printed(player))).toBe(longer);
  await checkPage('behind-the-end');
  await player.page.reload();
  await player.board();
  expect(stripIsolation(await printed(player)), 'a reload keeps the line behind the end').toBe(longer);
});

test('engine_thinks_in_the_browser_and_stops', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }));
  await openBoard(player, '?ruleset=shatranj&fen=7k/p7/8/8/8/8/R7/1R5K w - - 0 1');
  expect(await player.page.evaluate(() => crossOriginIsolated), 'a search can be stopped').toBe(true);
  await button(player, 'Start engine').click();
  const lines = player.page.locator('.engine ol li');
  await player.until(async () => (await lines.count()) === 3, 'three lines', 30_000);
  await player.until(async () => /^#\d/.test(await lines.first().innerText()), 'a mate', 30_000);
  const workers = () => player.page.workers().filter((worker) => worker.url().includes('worker')).length;
  await expect(player.page.getByLabel('Processors')).toHaveValue('3');
  expect(workers()).toBe(3);
  await player.page.getByLabel('Processors').selectOption('2');
  await player.until(async () => workers() === 2 && (await lines.count()) === 3, 'lines of two workers', 30_000);
  await player.page.getByLabel('Lines').selectOption('1');
  await player.until(async () => (await lines.count()) === 1, 'one line', 30_000);
  await checkPage('engine');
  await player.click('b1', 'c1');
  await player.until(async () => (await player.page.locator('.where').innerText()).includes('Black'), 'the next position');
  await player.until(async () => (await lines.count()) === 1, 'a line for the next position', 30_000);
  await button(player, 'Stop engine').click();
  expect(await lines.count()).toBe(0);
});

test('engine_says_why_in_the_language_of_the_page', { tag: '@both' }, async ({ player, checkPage }) => {
  // A rook is left to be taken.
  await openBoard(player, '?ruleset=shatranj&fen=r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1');
  await button(player, 'Start engine').click();
  await player.page.locator('.engine summary', { hasText: 'Why?' }).click();
  const here = player.page.locator('.engine details ul').first();
  await player.until(
    async () => /Black threatens Rxa1\+, which takes rukh on a1\./.test(stripIsolation(await here.innerText())),
    'the threat',
    30_000,
  );
  const move = player.page.locator('.engine details ul').nth(1);
  await player.until(async () => /material: White \+/.test(stripIsolation(await move.innerText())), 'what Rxa8 changes', 30_000);
  await checkPage('why');
  await player.preset({ language: 'ar' });
  await player.page.reload();
  await player.page.locator('.engine button').first().click();
  await player.page.locator('.engine summary', { hasText: 'لماذا؟' }).click();
  await player.page.locator('.engine details ul li', { hasText: 'الأسود' }).first().waitFor();
  await checkPage('why_arabic');
});

test('dice_are_valued_before_the_roll_and_chosen', { tag: '@desk' }, async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=oblong-dice');
  await button(player, 'Start engine').click();
  await player.until(async () => (await player.page.locator('.engine ul li').count()) === 6, 'a value for each face', 60_000);
  expect(stripIsolation(await player.text('.engine'))).toMatch(/Before the roll Red wins with (?:4[5-9]|5[0-5])(\.\d)?%/);
  await checkPage('dice');
  await button(player, '3').click();
  expect(await player.movable(), 'only knights may move').toEqual(['b2', 'c2']);
  await player.moveAny();
  expect(await printed(player)).toMatch(/^Die 3 1\. N/);
});

test('werera_is_studied_and_turns_begin', { tag: '@phone' }, async ({ player }) => {
  await openBoard(player, '?ruleset=senterej');
  await player.click('e2', 'e3');
  await player.click('b8', 'c6');
  await player.click('d2', 'd3');
  await button(player, 'Start engine').click();
  await player.waitForText('The engine judges the position as if turns began now.');
  await player.waitForText(/Green.*can capture with two moves: .*Nb4 Nxa2/);
  await player.page.locator('.engine ol li').first().waitFor({ timeout: 30_000 });
  await button(player, 'Start taking turns').click();
  await player.waitForText('Gold to move');
  await player.click('g2', 'g3');
  expect(await printed(player)).toBe('Gold e3 Green Nc6 Gold d3 Start taking turns 1. g3');
  await button(player, 'Start of the game').click();
  await player.click('a2', 'a3');
  await player.click('h7', 'h6');
  const whole = await printed(player);
  expect(whole).toContain('Gold a3 Green h6');
  await player.page.reload();
  await player.board();
  expect(await printed(player), 'variations of the werera are kept').toBe(whole);
});

test('position_is_edited_with_every_complaint', async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=shatranj');
  await player.unfold();
  await button(player, 'Edit position').click();
  await player.cell('d8').click();
  // The language is another one, what was done to the position stays.
  for (const tag of ['am', 'ar', 'fa', 'en'] as const) {
    await player.page.locator('.site > header select').selectOption(tag);
    await expect(player.page.locator('html')).toHaveAttribute('lang', tag);
    await player.waitForText(textOf(tag, 'edit-wrong'));
    const complaint = player.page.locator('.refusal li');
    await expect(complaint).toContainText(fixedPartOf(tag, 'setup-kings'));
    await expect(complaint).toHaveAttribute('lang', tag);
    await expect(button(player, textOf(tag, 'edit-go'))).toBeDisabled();
  }
  await player.page.getByRole('button', { name: 'Black shah' }).click();
  await player.cell('e5').focus();
  await player.page.keyboard.press('Enter');
  await player.waitForText('The rules allow this position.');
  await checkPage('editor');
  await button(player, 'Analyse this position').click();
  await player.waitForPiece('e5', /shah/);
  await player.unfold();
  await player.page.getByRole('link', { name: 'Play from here' }).click();
  await player.page.waitForURL('**/play/shatranj?**');
  await player.choose('opponent', 'screen');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await player.waitForPiece('e5', /shah/);
});

test('finished_game_and_shared_link_open_on_the_board', { tag: '@phone' }, async ({ player }) => {
  const game = await player.openSharedGame({ instance: 'shatranj' });
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', /./);
  await player.resign();
  const outcome = player.page.locator('.outcome');
  const isUncovered = (link: Element) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  expect(await outcome.getByRole('link').last().evaluate(isUncovered), 'the whole result is seen').toBe(true);
  // The server reviews the game once, for whoever asks.
  expect(stripIsolation(await outcome.locator('.sentence').innerText())).toMatch(/^Even until move 1\./);
  const engines: string[] = [];
  player.page.on('worker', (worker) => engines.push(worker.url()));
  await outcome.getByRole('link', { name: 'Review' }).first().click();
  await player.page.waitForURL(`**/game/${game.id}/review`);
  await player.board();
  await player.until(async () => (await printed(player)).startsWith('1. e3'), 'the game on the board');
  await player.page.locator('.review').getByText('Even until move').waitFor();
  expect(engines, 'the server has the review').toEqual([]);
  await player.unfold();
  await button(player, 'Copy link').click();
  await player.waitForText('The link is copied.');
  const other = await player.newPlayer();
  await other.page.goto(player.page.url());
  await other.board();
  await other.until(async () => (await printed(other)).startsWith('1. e3'), 'the study of the link');
});

/** Each move has its result, computed by a worker, or asked of the server; the review says which threw it away. */
test('solved_ending_tells_the_result_of_each_move', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { page } = player;
  const ending = page.locator('.ending');
  await openBoard(
    player,
    `?ruleset=${encodeURIComponent('shatranj[bare=ignored]')}&fen=${encodeURIComponent('8/8/8/8/3k4/8/2R5/K7 w - - 0 1')}`,
  );
  await ending.getByText(ignoringIsolation('White wins in 29 plies.')).waitFor();
  await checkPage('ending');
  await ending.getByRole('list', { name: 'Drawn' }).getByRole('button', { name: 'Rc3', exact: true }).click();
  await ending.getByText('Drawn.').waitFor();
  await ending
    .getByRole('list', { name: /^Losing/ })
    .getByRole('button', { name: /^Ke5 \d+$/ })
    .click();
  await ending.getByText(ignoringIsolation('White wins in')).waitFor();
  await player.unfold();
  await button(player, 'Review this line').click();
  const review = page.locator('.review');
  await review.getByText(ignoringIsolation('by White turned a won ending into a draw.')).waitFor({ timeout: 60_000 });

  await player.preset({ engine: 'server' });
  const asked = page.waitForRequest('**/api/v1/tables?*');
  await openBoard(player, `?ruleset=oblong-dice&fen=${encodeURIComponent('2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2 w - - 0 1')}`);
  await ending.getByText(ignoringIsolation('Red can expect 0.989 points')).waitFor({ timeout: 60_000 });
  await asked;
  await ending.getByRole('button', { name: /Ra2/ }).click();
  await ending
    .getByRole('button', { name: /^R\S+ 0\.\d{3} −0\.\d{3}$/ })
    .last()
    .click();
  await player.until(async () => (await printed(player)).includes('R'), 'the move is made');
});

/** Black gives a rook away; the review says so, shows the better move and keeps what it found. */
test('game_is_reviewed_with_the_better_move_on_the_board', async ({ player, checkPage }) => {
  await openBoard(player, '?ruleset=shatranj');
  await openText(player, '[Ruleset "shatranj"]\n[SetUp "1"]\n[FEN "r6k/pp6/8/8/8/8/6PP/K6R w - - 0 1"]\n\n1. Rd1 Rd8 2. Rxd8+ Kh7 *');
  await player.unfold();
  await button(player, 'Review this line').click();
  const review = player.page.locator('.review');
  await review.getByText('Moments that mattered').waitFor({ timeout: 60_000 });
  expect(stripIsolation(await review.innerText())).toMatch(/The costliest move: \d\. \S+ by Black gave away \d/);
  await checkPage('review');
  const before = await printed(player);
  await review.getByRole('button', { name: 'Better' }).first().click();
  expect((await printed(player)).length, 'the better line stands beside the game').toBeGreaterThan(before.length);
  await review.locator('svg').click({ position: { x: 3, y: 40 } });
  await expect(player.page.locator('.tree [aria-current]'), 'the graph goes to its first move').toHaveText(/^\s*Rd1/);
  await review.getByRole('button', { name: 'Close' }).click();
  const engines: string[] = [];
  player.page.on('worker', (worker) => engines.push(worker.url()));
  await button(player, 'Review this line').click();
  await review.getByText('Moments that mattered').waitFor();
  expect(engines, 'a kept review starts no engine').toEqual([]);
});
