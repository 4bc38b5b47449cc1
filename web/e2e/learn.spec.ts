// Courses from the first step to the first game. Senterej's is taken in English and Arabic on both
// screens and in the other languages on the phone, where long words have the least room; the other
// courses, whose steps are the same component, in English on the desk and in Arabic on the phone.
import { expect, test, type CheckPage } from './fixtures.ts';
import { fixedPartOf, textOf, type Tag } from './messages.ts';
import { boxOf, ignoringIsolation, type PlayerPage } from './player.ts';

/** What a reader does in a step: moves one after the other, or something of its own. */
type Doing = [from: string, to: string][] | ((player: PlayerPage, tag: Tag) => Promise<void>);

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

/** Labels of squares with a word in Latin letters, as no other language has. */
const latinLabels = (player: PlayerPage) =>
  player.page
    .locator('.cells .cell')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? '').filter((label) => /[A-Za-z]{3,}/.test(label)));

/** Takes a course from its first step to the end. */
async function take(player: PlayerPage, checkPage: CheckPage, tag: Tag, course: string): Promise<void> {
  await openCourse(player, course);
  const steps = COURSES[course]!;
  if (tag !== 'en') expect(await latinLabels(player), 'pieces with names in another language').toEqual([]);
  const button = (id: string) => player.page.getByRole('button', { name: textOf(tag, id), exact: true });
  const dots = player.page.getByRole('navigation', { name: textOf(tag, 'learn-steps') }).getByRole('button');
  expect(await dots.count(), 'a dot for each step and one for the first game').toBe(steps.length + 1);
  for (const [index, doing] of steps.entries()) {
    await expect(dots.nth(index)).toHaveAttribute('aria-current', 'step');
    if (typeof doing === 'function') await doing(player, tag);
    else for (const [from, to] of doing) await make(player, from, to);
    await button('learn-next').waitFor();
    if (index % 4 === 1) await checkPage(`learn-${course}-${tag}-${index}`);
    await button('learn-next').click();
  }
  await player.page.getByRole('heading', { name: textOf(tag, 'learn-end-title') }).waitFor();
  await checkPage(`learn-${course}-${tag}-end`);
}

/** Begins the first game of a course, which has a guide beside the board; its id. */
async function beginFirstGame(player: PlayerPage, tag: Tag, hint: string, colours: [own: string, other: string]): Promise<string> {
  await player.clickButton(textOf(tag, 'learn-end-play'));
  await player.page.waitForURL('**/game/*');
  await player.board();
  const [own, other] = colours.map((colour) => textOf(tag, `colour-${colour}`));
  await player.page
    .locator('.guide')
    .getByText(ignoringIsolation(textOf(tag, hint, { own: own!, other: other!, ready: textOf(tag, 'ready') })))
    .waitFor();
  return player.path().split('/')[2]!;
}

/** Makes an own move of the first game, a capture where there is one; false once the game is over. */
async function playOn(player: PlayerPage, id: string): Promise<boolean> {
  await player.turn();
  const { view } = await player.read(id);
  const moves = Object.entries<any[]>(view.legal_moves.white ?? {}).flatMap(([from, all]) => all.map((one) => ({ ...one, from })));
  const chosen = moves.find((move) => move.capture) ?? moves[view.seq % moves.length];
  if (view.phase === 'over' || !chosen) return false;
  await player.click(chosen.from, chosen.to);
  const chooser = player.page.locator('[data-promotion]').first();
  if (await chooser.isVisible()) await chooser.click();
  await player.until(async () => (await player.read(id)).view.seq > view.seq, 'the move to be played');
  return true;
}

const COURSES: Record<string, Doing[]> = {
  senterej: [
    read,
    [
      ['a1', 'a6'],
      ['g1', 'f1'],
    ],
    [
      ['e1', 'd3'],
      ['d3', 'e5'],
    ],
    [
      ['b3', 'b4'],
      ['b4', 'c5'],
    ],
    [
      ['d2', 'c3'],
      ['c3', 'd4'],
      ['d4', 'e5'],
    ],
    [
      ['c1', 'e3'],
      ['e3', 'c5'],
    ],
    [
      ['f1', 'd3'],
      ['d3', 'b5'],
    ],
    async (player) => {
      for (const [from, to] of [
        ['b1', 'c3'],
        ['g1', 'f3'],
        ['e2', 'e3'],
      ] as const)
        await player.click(from, to);
    },
    async (player) => {
      await player.page.locator('.acts button').click();
      await make(player, 'b1', 'c3');
    },
    [['d4', 'e5']],
    [['b7', 'b8']],
    async (player, tag) => {
      await make(player, 'g6', 'g7');
      await player.waitForText(fixedPartOf(tag, 'mate-style-praised'));
    },
    async (player, tag) => {
      await make(player, 'e3', 'd4');
      await player.waitForText(fixedPartOf(tag, 'outcome-bare-king-draw', { counts: 'men-but-pawns' }));
    },
    [['e2', 'd4']],
    [['c1', 'b1']],
  ],
  shatranj: [
    read,
    [
      ['a1', 'a6'],
      ['g1', 'f1'],
    ],
    [
      ['e1', 'd3'],
      ['d3', 'e5'],
    ],
    [
      ['b3', 'b4'],
      ['b4', 'c5'],
    ],
    [['e2', 'e3']],
    [
      ['d2', 'c3'],
      ['c3', 'd4'],
      ['d4', 'e5'],
    ],
    [
      ['c1', 'e3'],
      ['e3', 'c5'],
    ],
    [
      ['f1', 'd3'],
      ['d3', 'b5'],
    ],
    [['b7', 'b8']],
    [['e1', 'e8']],
    [['g3', 'b3']],
    [['e3', 'd4']],
    [['e3', 'd4']],
  ],
  oblong: [
    read,
    [
      ['a1', 'a6'],
      ['c1', 'b1'],
    ],
    [
      ['d1', 'c3'],
      ['c3', 'b5'],
    ],
    [
      ['b5', 'b6'],
      ['b6', 'c7'],
    ],
    [
      ['d1', 'c2'],
      ['c2', 'b3'],
      ['b3', 'a4'],
    ],
    [
      ['a1', 'c3'],
      ['c3', 'a5'],
    ],
    [
      ['a1', 'c3'],
      ['c3', 'a5'],
      ['a5', 'c7'],
    ],
    [['a15', 'a16']],
    [['c13', 'c16']],
    [['c5', 'b5']],
    [['d7', 'c8']],
    [['b2', 'a3']],
  ],
  'oblong-dice': [
    read,
    async (player, tag) => {
      await player.cell('c1').click();
      await player.page
        .locator('.wrong')
        .getByText(ignoringIsolation(fixedPartOf(tag, 'refusal-roll-excludes')))
        .waitFor();
      await make(player, 'b2', 'a4');
    },
    [
      ['b5', 'b6'],
      ['b6', 'c7'],
    ],
    [
      ['b1', 'a1'],
      ['b1', 'b4'],
    ],
    [
      ['a1', 'c3'],
      ['c3', 'a5'],
    ],
    [
      ['d1', 'c2'],
      ['c2', 'b3'],
      ['b3', 'a4'],
    ],
    [['c1', 'd2']],
    (player, tag) => player.clickButton(textOf(tag, 'pass')),
    (player, tag) => player.clickButton(textOf(tag, 'pass')),
    [['a15', 'a16']],
    [
      ['d5', 'd6'],
      ['b2', 'b16'],
    ],
  ],
  mideast: [
    read,
    [
      ['a2', 'a7'],
      ['c1', 'f4'],
      ['e2', 'e7'],
    ],
    [
      ['b2', 'c4'],
      ['h1', 'g1'],
    ],
    [
      ['c3', 'c4'],
      ['c3', 'c5'],
      ['c3', 'd4'],
    ],
    [['e6', 'f7']],
    [
      ['e4', 'g7'],
      ['e4', 'b6'],
      ['e4', 'c1'],
    ],
    [
      ['e4', 'f7'],
      ['e4', 'b5'],
      ['e4', 'd1'],
    ],
    [
      ['e4', 'e6'],
      ['e4', 'g5'],
      ['e4', 'c2'],
    ],
    [
      ['d2', 'e6'],
      ['d2', 'h3'],
      ['d2', 'f5'],
    ],
    [['d2', 'f5']],
    [['c2', 'e5']],
    async (player) => {
      await make(player, 'b9', 'b10');
      await player.page.locator('[data-promotion="q"]').click();
    },
    [['i5', 'g8']],
    read,
  ],
};

/** The first hint of the guided game after a course, and the colours of the sides. */
const FIRST_GAMES: Record<string, { hint: string; colours: [string, string] }> = {
  shatranj: { hint: 'learn-guide-start', colours: ['white', 'black'] },
  'oblong-dice': { hint: 'learn-guide-dice-throw', colours: ['white', 'black'] },
};

const LOCALES: Record<Tag, string> = { en: 'en-GB', am: 'am-ET', ar: 'ar-EG', fa: 'fa-IR' };

for (const tag of ['en', 'ar'] as const) {
  test.describe(`courses in ${tag}`, () => {
    test.use({ locale: LOCALES[tag] });

    for (const course of ['shatranj', 'oblong', 'oblong-dice', 'mideast']) {
      test(`${course}_course_is_taken_to_the_end_in_${tag}`, { tag: tag === 'en' ? '@desk' : '@phone' }, async ({ player, checkPage }) => {
        await take(player, checkPage, tag, course);
        const first = FIRST_GAMES[course];
        if (first) await beginFirstGame(player, tag, first.hint, first.colours);
      });
    }
  });
}

for (const tag of ['en', 'am', 'ar', 'fa'] as const) {
  test.describe(`Senterej in ${tag}`, () => {
    test.use({ locale: LOCALES[tag] });

    /** From the first sentence of the course to a game that lasts. */
    test(
      `senterej_is_learnt_and_played_in_${tag}`,
      { tag: tag === 'am' || tag === 'fa' ? '@phone' : [] },
      async ({ player, checkPage }) => {
        test.setTimeout(240_000);
        await take(player, checkPage, tag, 'senterej');
        const id = await beginFirstGame(player, tag, 'learn-guide-werera', ['gold', 'green']);
        await checkPage(`learn-first-game-${tag}`);
        if (await player.isCompact()) {
          const [ready, bar] = [await boxOf(player.page.locator('.ready')), await boxOf(player.page.locator('.play > .more'))];
          expect(ready.y + ready.height, 'the bar covers the button that begins').toBeLessThanOrEqual(bar.y);
        }
        await player.click('e2', 'e3');
        await player.page.locator('.guide').getByText(textOf(tag, 'learn-guide-werera-again')).waitFor();
        // The werera ends with the first capture, whoever makes it.
        const { view } = await player.read(id);
        for (let moves = 0; (await player.read(id)).view.phase === 'werera'; moves++) {
          expect(moves, 'moves without a capture').toBeLessThan(60);
          await playOn(player, id);
        }
        expect((await player.read(id)).view.seq).toBeGreaterThan(view.seq);
        const hints = ['turns', 'capture-spared', 'check', 'moved'].map((hint) => fixedPartOf(tag, `learn-guide-${hint}`));
        await player.page
          .locator('.guide')
          .getByText(new RegExp(hints.map((hint) => ignoringIsolation(hint).source).join('|')))
          .waitFor();
        let turns = 0;
        while (turns < 5 && (await playOn(player, id))) turns++;
        expect(turns === 5 || (await player.isOver()), 'five turns, or the end of the game').toBe(true);
        await checkPage(`learn-game-${tag}`);
      },
    );
  });
}

/** A wrong try is answered with the rules' reason; after two of them the right cells are named. */
test('wrong_try_is_answered_with_the_reason', { tag: '@desk' }, async ({ player, checkPage }) => {
  await openCourse(player, 'senterej');
  await player.page.getByRole('button', { name: ignoringIsolation('Step 6 of 15') }).click();
  await player.waitForText('The saba (elephant) jumps exactly two squares');
  // The piece is explained with a picture for those who know no chess.
  await player.page.getByRole('img', { name: /How the \W*saba\W* moves/ }).waitFor();
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
test('lesson_is_played_with_the_keyboard', { tag: '@desk' }, async ({ player }) => {
  await openCourse(player, 'senterej');
  await player.page.getByRole('button', { name: ignoringIsolation('Step 9 of 15') }).click();
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
test('progress_is_kept_over_a_reload', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/learn`);
  await player.page.locator('li a').first().waitFor();
  expect(await player.page.locator('main li a').count()).toBe(5);
  await expect(player.page.getByRole('link', { name: textOf('en', 'learn-puzzles') })).toHaveAttribute('href', '/puzzles');
  await checkPage('learn');
  await player.page.getByRole('link', { name: /Senterej/ }).click();
  await player.page.waitForURL('**/learn/senterej');
  await player.board();
  await player.clickButton('Next');
  await player.page.reload();
  await player.board();
  const steps = player.page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('button', { name: ignoringIsolation('Step 1 of 15, done') })).toBeVisible();
  await expect(steps.getByRole('button', { name: ignoringIsolation('Step 2 of 15') })).toHaveAttribute('aria-current', 'step');
  await player.page.goto(`${player.url}/learn`);
  await player.waitForText('1 of 15 steps done');
  await player.page.getByRole('link', { name: /Continue/ }).click();
  await player.waitForText('The negus goes one square any way.');
});

test.describe('unknown course', () => {
  test.use({ allowedErrors: /404/ });

  test('unknown_course_leads_to_the_others', { tag: '@phone' }, async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/learn/checkers`);
    await player.waitForText('We couldn’t find what this link leads to.');
    await checkPage('learn-unknown');
    await player.page.getByRole('link', { name: 'Other courses' }).click();
    await player.page.getByRole('heading', { name: 'Learn historic chess' }).waitFor();
  });
});
