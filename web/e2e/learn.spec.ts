import { expect, test, type CheckPage } from './fixtures.ts';
import { ignoringIsolation, type PlayerPage } from './player.ts';

/** What a reader does in a step: moves one after the other, or something of its own. */
type Doing = [from: string, to: string][] | ((player: PlayerPage) => Promise<void>);

const read: Doing = [];

async function openCourse(player: PlayerPage, course: string): Promise<void> {
  await player.page.goto(`${player.url}/learn/${course}`);
  // A debug build computes the courses when the first is asked for.
  await player.page.waitForSelector('.cells .cell', { timeout: 60_000 });
}

/** Makes a move of a lesson, once the piece can be picked up. */
async function make(player: PlayerPage, from: string, to: string): Promise<void> {
  await player.waitUntilMovable(from);
  await player.click(from, to);
}

/** Takes a course from its first step to the end. */
async function take(player: PlayerPage, checkPage: CheckPage, course: string, steps: Doing[]): Promise<void> {
  await openCourse(player, course);
  const dots = player.page.getByRole('navigation', { name: 'Steps' }).getByRole('button');
  expect(await dots.count(), 'a dot for each step and one for the first game').toBe(steps.length + 1);
  for (const [index, doing] of steps.entries()) {
    await expect(dots.nth(index)).toHaveAttribute('aria-current', 'step');
    if (typeof doing === 'function') await doing(player);
    else for (const [from, to] of doing) await make(player, from, to);
    const next = player.page.getByRole('button', { name: 'Next', exact: true });
    await next.waitFor();
    if (index % 4 === 1) await checkPage(`learn-${course}-${index}`);
    await next.click();
  }
  await player.page.getByRole('heading', { name: 'Now play!' }).waitFor();
  await checkPage(`learn-${course}-end`);
}

/** Plays the first game of a course, which has a guide beside the board. */
async function beginFirstGame(player: PlayerPage, hint: string): Promise<void> {
  await player.clickButton('Play your first game');
  await player.page.waitForURL('**/game/*');
  await player.board();
  await player.page.locator('.guide').getByText(hint).waitFor();
}

test('senterej_course_leads_to_a_guided_game', async ({ player, checkPage }) => {
  await take(player, checkPage, 'senterej', [
    read,
    async () => {
      for (const [from, to] of [['b1', 'c3'], ['g1', 'f3'], ['e2', 'e3']] as const) await player.click(from, to);
    },
    async () => {
      await player.page.getByRole('button', { name: /^Undo/ }).click();
      await make(player, 'b1', 'c3');
    },
    [['d4', 'e5']],
    [['b3', 'b4'], ['b4', 'c5']],
    [['d2', 'c3'], ['c3', 'd4'], ['d4', 'e5']],
    [['c1', 'e3'], ['e3', 'c5']],
    [['f1', 'd3'], ['d3', 'b5']],
    [['a1', 'a6'], ['e1', 'd3'], ['g1', 'f1']],
    [['b7', 'b8']],
    async () => {
      await make(player, 'g6', 'g7');
      await player.waitForText('Finest style by custom');
    },
    async () => {
      await make(player, 'e3', 'd4');
      await player.waitForText('a bare negus cannot be checkmated');
    },
    [['e2', 'd4']],
    [['c1', 'b1']],
  ]);
  await beginFirstGame(player, 'This is the werera');
  await checkPage('learn-first-game');
  await player.click('e2', 'e3');
  await player.page.locator('.guide').getByText('Keep going.').waitFor();
});

test('shatranj_course_is_taken_to_the_end', async ({ player, checkPage }) => {
  await take(player, checkPage, 'shatranj', [
    read,
    [['a1', 'a6'], ['e1', 'd3'], ['g1', 'f1']],
    [['e2', 'e3']],
    [['b3', 'b4'], ['b4', 'c5']],
    [['d2', 'c3'], ['c3', 'd4'], ['d4', 'e5']],
    [['c1', 'e3'], ['e3', 'c5']],
    [['f1', 'd3'], ['d3', 'b5']],
    [['b7', 'b8']],
    [['e1', 'e8']],
    [['g3', 'b3']],
    [['e3', 'd4']],
    [['e3', 'd4']],
  ]);
  await beginFirstGame(player, 'You play White');
});

test('oblong_course_is_taken_to_the_end', async ({ player, checkPage }) => {
  await take(player, checkPage, 'oblong', [
    read,
    [['a1', 'a6'], ['d1', 'c3'], ['c1', 'b1']],
    [['b5', 'b6'], ['b6', 'c7']],
    [['d1', 'c2'], ['c2', 'b3'], ['b3', 'a4']],
    [['a1', 'c3'], ['c3', 'a5']],
    [['a1', 'c3'], ['c3', 'a5'], ['a5', 'c7']],
    [['a15', 'a16']],
    [['c13', 'c16']],
    [['c5', 'b5']],
    [['d7', 'c8']],
    [['b2', 'a3']],
  ]);
});

test('oblong_dice_course_is_taken_to_the_end', async ({ player, checkPage }) => {
  await take(player, checkPage, 'oblong-dice', [
    read,
    async () => {
      await player.cell('c1').click();
      await player.waitForText(/you may move only the/);
      await make(player, 'b2', 'a4');
    },
    [['b5', 'b6'], ['b6', 'c7']],
    [['b1', 'a1'], ['b1', 'b4']],
    [['a1', 'c3'], ['c3', 'a5']],
    [['d1', 'c2'], ['c2', 'b3'], ['b3', 'a4']],
    [['c1', 'd2']],
    () => player.clickButton('Pass'),
    () => player.clickButton('Pass'),
    [['a15', 'a16']],
    [['d5', 'd6'], ['b2', 'b16']],
  ]);
  await beginFirstGame(player, 'Your first roll');
});

test('mideast_course_is_taken_to_the_end', async ({ player, checkPage }) => {
  await take(player, checkPage, 'mideast', [
    read,
    [['a2', 'a7'], ['b2', 'c4'], ['c1', 'f4'], ['e2', 'e7'], ['h1', 'g1']],
    [['e6', 'f7']],
    [['e4', 'g7'], ['e4', 'b6'], ['e4', 'c1']],
    [['e4', 'f7'], ['e4', 'b5'], ['e4', 'd1']],
    [['e4', 'e6'], ['e4', 'g5'], ['e4', 'c2']],
    [['d2', 'e6'], ['d2', 'h3'], ['d2', 'f5']],
    [['d2', 'f5']],
    [['c2', 'e5']],
    async () => {
      await make(player, 'b9', 'b10');
      await player.page.locator('[data-promotion="q"]').click();
    },
    [['i5', 'g8']],
    read,
  ]);
});

/** A wrong try is answered with the rules' reason; after two of them the right cells are named. */
test('wrong_try_is_answered_with_the_reason', async ({ player, checkPage }) => {
  await openCourse(player, 'senterej');
  await player.page.getByRole('button', { name: ignoringIsolation('Step 7 of 14') }).click();
  await player.waitForText('The saba (elephant) jumps exactly two squares');
  await player.click('c1', 'b2');
  await player.waitForText(/does not move from .*c1.* to .*b2/);
  await expect(player.page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await player.drag('c1', 'd3');
  await player.waitForText(/Try .*c1.* to .*e3/);
  await player.waitForPiece('c1', /saba/);
  await checkPage('learn-wrong');
  // A piece that is not asked for.
  await player.cell('h1').click();
  await player.waitForText('not the one we want here');
  await make(player, 'c1', 'e3');
  expect(await player.page.locator('.wrong').count(), 'a right move ends the answer').toBe(0);
});

/** With the keyboard alone, and the long press that undoes. */
test('lesson_is_played_with_the_keyboard', async ({ player }) => {
  await openCourse(player, 'senterej');
  await player.page.getByRole('button', { name: ignoringIsolation('Step 3 of 14') }).click();
  await player.cell('a3').focus();
  await player.page.keyboard.press('Delete');
  await player.waitForPiece('b1', /feresenya/);
  await player.cell('b1').focus();
  await player.page.keyboard.press('Enter');
  await player.cell('c3').focus();
  await player.page.keyboard.press('Enter');
  await player.page.getByRole('button', { name: 'Next', exact: true }).waitFor();
});

/** What is done is kept in the browser, and shown beside the courses. */
test('progress_is_kept_over_a_reload', async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/learn`);
  await player.page.locator('li a').first().waitFor();
  expect(await player.page.locator('main li a').count()).toBe(5);
  await checkPage('learn');
  await player.page.getByRole('link', { name: /Senterej/ }).click();
  await player.page.waitForURL('**/learn/senterej');
  await player.board();
  await player.clickButton('Next');
  await player.page.reload();
  await player.board();
  const steps = player.page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('button', { name: ignoringIsolation('Step 1 of 14, done') })).toBeVisible();
  await expect(steps.getByRole('button', { name: ignoringIsolation('Step 2 of 14') })).toHaveAttribute('aria-current', 'step');
  await player.page.goto(`${player.url}/learn`);
  await player.waitForText('1 of 14 steps done');
  await player.page.getByRole('link', { name: /Continue/ }).click();
  await player.waitForText('There are no turns yet!');
});

test.describe('unknown course', () => {
  test.use({ allowedErrors: /404/ });

  test('unknown_course_leads_to_the_others', async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/learn/checkers`);
    await player.waitForText('There is no course');
    await checkPage('learn-unknown');
    await player.page.getByRole('link', { name: 'Other courses' }).click();
    await player.page.getByRole('heading', { name: 'Learn historic chess' }).waitFor();
  });
});
