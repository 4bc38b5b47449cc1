// Puzzles: ten of all families solved on a wide screen in English, some on a phone in Arabic; wrong
// tries, the die, an old problem, the keyboard.
import { expect, test, type CheckPage } from './fixtures.ts';
import { textOf, type Tag } from './messages.ts';
import { ignoringIsolation, type PlayerPage } from './player.ts';

interface Move {
  from: string;
  to: string;
  promotion?: string;
  isRight: boolean;
}

/** The moves of a position of a puzzle, of which one is right. */
function movesOf(state: any): Move[] {
  return Object.entries<any[]>(state.moves ?? {}).flatMap(([from, list]) =>
    list.map(({ to, promotion, state: next }) => ({ from, to, promotion, isRight: next !== undefined })),
  );
}

/** Makes a move once its piece can be picked up, with the keyboard or by clicks. */
async function make(player: PlayerPage, { from, to, promotion }: Move, byKeyboard = false): Promise<void> {
  await player.waitUntilMovable(from);
  if (byKeyboard) {
    for (const cell of [from, to]) {
      await player.cell(cell).focus();
      await player.page.keyboard.press('Enter');
    }
  } else await player.click(from, to);
  if (promotion) await player.page.locator(`[data-promotion="${promotion}"]`).click();
}

/** A wrong move: it is refuted on the board and taken back. */
async function fail(player: PlayerPage, tag: Tag, moves: Move[]): Promise<void> {
  const targets = new Set(moves.filter((one) => one.promotion).map((one) => one.from + one.to));
  const wrong = moves.find((one) => !one.isRight && !targets.has(one.from + one.to))!;
  const answered = player.page.waitForResponse(/\/refut/);
  await make(player, wrong);
  const { line } = await (await answered).json();
  expect(line.length, 'the move and an answer to it').toBeGreaterThan(1);
  await player.page
    .locator('.words .wrong')
    .getByText(ignoringIsolation(line.join(' ')))
    .waitFor();
  await expect(player.page.locator('.cells .movable')).toHaveCount(0);
  await player.page.getByRole('button', { name: textOf(tag, 'puzzle-again') }).click();
  await player.waitUntilMovable(wrong.from);
}

/** Solves the puzzle whose page is shown. */
async function solve(player: PlayerPage, tag: Tag, id: string, how: 'fails first' | 'keyboard' | null = null): Promise<void> {
  await player.page.waitForURL(`**/puzzles/${id}`);
  await player.board();
  const { course } = await player.ask('GET', `/api/v1/puzzles/${id}`);
  const { states } = course.steps[0];
  if (how === 'fails first') await fail(player, tag, movesOf(states[0]));
  for (let at = 0; !states[at].goal;) {
    const right = movesOf(states[at]).find((one) => one.isRight)!;
    await make(player, right, how === 'keyboard');
    at = states[at].moves[right.from].find((one: any) => one.state !== undefined).state;
    at = states[at].next ?? at;
  }
  await player.page
    .getByText(textOf(tag, how === 'fails first' ? 'puzzle-solution' : 'puzzle-solved'))
    .first()
    .waitFor();
}

/** Goes from the list to each puzzle, solves it and goes back. */
async function solveAll(player: PlayerPage, checkPage: CheckPage, tag: Tag, ids: string[], wrong: number): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await player.page.locator(`main :is(ol, .mansubat) a[href="/puzzles/${id}"]`).click();
    await solve(player, tag, id, index === wrong ? 'fails first' : index === wrong - 1 ? 'keyboard' : null);
    if (index === wrong || index === 0) await checkPage(`puzzle-${tag}-${index}`);
    await player.page.locator('main .about a[href="/puzzles"]').click();
    await player.page.waitForURL('**/puzzles');
  }
}

/** Puzzles that a filter of the API finds, in their order. */
async function find(player: PlayerPage, query: string, count: number): Promise<string[]> {
  const { puzzles } = await player.ask('GET', `/api/v1/puzzles?${query}`);
  return puzzles.slice(0, count).map((one: any) => one.id);
}

test('ten_puzzles_of_all_families_are_solved', { tag: '@desk' }, async ({ player, checkPage }) => {
  const found = await Promise.all([
    find(player, 'theme=mansuba', 1),
    find(player, 'family=shatranj&theme=fork', 2),
    find(player, 'family=senterej', 3),
    find(player, 'family=oblong', 1),
    find(player, 'ruleset=oblong-dice', 2),
    find(player, 'family=mideast', 3),
  ]);
  const ids = [...new Set(found.flat())];
  expect(ids.length).toBeGreaterThanOrEqual(10);
  await player.page.goto(`${player.url}/puzzles`);
  await player.page.getByRole('heading', { level: 1, name: textOf('en', 'puzzles-title') }).waitFor();
  await player.markDocument();
  await checkPage('puzzles-en');
  await solveAll(player, checkPage, 'en', ids, 3);
  await player.expectSameDocument();
  // What was solved is kept over a reload; the puzzle with a wrong try does not count.
  await player.page.reload();
  const all = (await find(player, '', 1_000)).length;
  await player.page
    .locator('.top')
    .getByText(ignoringIsolation(textOf('en', 'puzzles-progress', { done: ids.length - 1, all })))
    .waitFor();
  // By theme; then the solution is shown, which leads to the analysis board.
  await player.page.getByLabel(textOf('en', 'puzzles-theme')).selectOption('mate');
  const mates = await find(player, 'theme=mate', 1_000);
  await expect(player.page.locator('main ol a, main .mansubat a')).toHaveCount(mates.length);
  await player.page.locator(`main :is(ol, .mansubat) a[href="/puzzles/${mates.at(-1)}"]`).click();
  await player.board();
  await player.clickButton(textOf('en', 'puzzle-show'));
  await player.page.getByText(textOf('en', 'puzzle-solution')).first().waitFor();
  await player.page.getByRole('link', { name: textOf('en', 'puzzle-next') }).waitFor();
});

test('puzzles_are_solved_on_a_phone_in_arabic', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.preset({ language: 'ar' });
  const ids = (
    await Promise.all([find(player, 'theme=mansuba', 1), find(player, 'ruleset=oblong-dice', 1), find(player, 'family=senterej', 1)])
  ).flat();
  await player.page.goto(`${player.url}/puzzles`);
  await player.page.getByRole('heading', { level: 1, name: textOf('ar', 'puzzles-title') }).waitFor();
  await checkPage('puzzles-ar');
  await solveAll(player, checkPage, 'ar', ids, 2);
  await player.page.locator(`main :is(ol, .mansubat) a[href="/puzzles/${ids[0]}"]`).click();
  const { summary } = await player.ask('GET', `/api/v1/puzzles/${ids[0]}`);
  await player.page.getByRole('heading', { level: 1, name: textOf('ar', `mansuba-${summary.name}`) }).waitFor();
  await player.page
    .locator('.story')
    .getByText(textOf('ar', `mansuba-${summary.name}-story`))
    .waitFor();
});

/** Won endings: a win that is thrown away is said and taken back, a slower move counted. */
test('won_ending_is_practised_against_the_best_defence', { tag: '@phone' }, async ({ player, checkPage }) => {
  const { page } = player;
  const words = page.locator('.words');
  await page.goto(`${player.url}/puzzles`);
  await page.getByRole('link', { name: textOf('en', 'puzzles-endings-start') }).click();
  await page.locator('.trainer .numbers').waitFor({ timeout: 60_000 });
  const open = async (fen: string) => {
    await page.goto(`${player.url}/puzzles?${new URLSearchParams({ ending: 'mideast', fen }).toString()}`);
    await page.locator('.trainer .numbers').waitFor({ timeout: 60_000 });
  };
  await open('10/10/10/10/10/10/3k6/10/2R7/K9 w - - 0 1');
  await player.click('c2', 'c3');
  await words.getByText(textOf('en', 'trainer-thrown', { is: 'drawn' })).waitFor();
  await page.getByRole('button', { name: textOf('en', 'trainer-back') }).click();
  await player.waitUntilMovable('c2');
  await player.click('c2', 'c10');
  await words.getByText(/later than it could/).waitFor();
  await player.waitUntilMovable('a1');
  await checkPage('trainer');

  await open('k9/2K7/10/10/10/10/10/10/10/7R2 w - - 0 1');
  await player.click('h1', 'a1');
  await words.getByText(ignoringIsolation(textOf('en', 'trainer-won', { n: 1, best: 1 }))).waitFor();
  await page.getByRole('button', { name: textOf('en', 'trainer-next') }).waitFor();
});
