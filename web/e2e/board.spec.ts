// The game page: cards of pieces, the rules beside the board, reasons, marks, links to moves, signals, settings.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf, stripIsolation, type PlayerPage } from './player.ts';

/** A cell with any piece; the names of the sides are those of each game. */
const PIECE = /, /;

const isSmall = (player: PlayerPage) => player.page.viewportSize()!.width < 700;

test('piece_card_opens_by_hold_key_and_rest', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'shatranj' });
  const card = player.page.locator('.card-place .card');
  await player.holdDown('b8');
  await card.getByRole('img', { name: /^How the/ }).waitFor();
  expect(await card.innerText()).toMatch(/faras|horse|knight/i);
  await player.waitForPiece('b8', PIECE);
  await checkPage('card');
  await player.page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await player.cell('c1').focus();
  await player.page.keyboard.press('i');
  await card.waitFor();
  await player.until(async () => /jumps two squares/.test(await player.spoken()), 'the card to be spoken');
  await card.getByRole('button', { name: 'All rules' }).click();
  await card.waitFor({ state: 'detached' });
  await player.page.locator('#pane-rules').getByRole('heading', { name: 'Rules in detail' }).waitFor();
  if (isSmall(player)) return;
  const king = await boxOf(player.cell('e8'));
  await player.page.mouse.move(king.x + 20, king.y + 20);
  await card.waitFor();
  await player.page.mouse.move(king.x + 20, king.y + king.height * 3.5);
  await card.waitFor({ state: 'detached' });
});

test('rules_of_this_game_open_beside_the_board', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'shatranj[bare=loss-at-once]' });
  const path = player.path();
  await player.pane('rules');
  const drawer = player.page.locator('#pane-rules');
  await drawer
    .getByRole('list', { name: 'Rules changed for this game' })
    .getByText(/loses at once/)
    .waitFor();
  expect(await drawer.locator('.men li').count(), 'every kind of piece').toBe(6);
  expect(await drawer.locator('.men svg[role=img]').count(), 'diagrams').toBe(6);
  expect(await drawer.getByRole('link', { name: 'Learn in 3 minutes' }).getAttribute('href')).toBe('/learn/shatranj');
  expect(await drawer.getByRole('link', { name: 'Rules and sources' }).getAttribute('href')).toContain('/library/shatranj');
  expect(player.path()).toBe(path);
  await player.waitForPiece('e1', PIECE);
  await checkPage('rules-drawer');
});

test('impossible_moves_say_why', { tag: '@desk' }, async ({ player }) => {
  const { other } = await player.startGame({ instance: 'shatranj' });
  await player.turn();
  await player.click('a2', 'a5');
  await player.page
    .locator('.toasts p')
    .getByText(/does not move from \W*a2\W* to \W*a5/)
    .waitFor();
  expect(await player.spoken()).toMatch(/does not move from a2 to a5/);
  await player.waitForPiece('a2', PIECE);
  await player.drag('a1', 'a3');
  await player.page
    .locator('.toasts p')
    .getByText(/a piece stands in the way on \W*a2/)
    .waitFor();
  // Out of turn a move is planned, or it is said that it cannot be.
  await other.click('b8', 'b5');
  await other.page
    .locator('.toasts p')
    .getByText(/can’t be planned/)
    .waitFor();
  await other.click('b8', 'c6');
  await other.page.locator('.arrows g.premove').waitFor();
});

test('marks_are_drawn_and_cleared_on_this_screen_only', async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'senterej' });
  const marks = player.page.locator('.arrows .mark');
  const rightDrag = async (from: string, to: string) => {
    const [start, end] = [await boxOf(player.cell(from)), await boxOf(player.cell(to))];
    await player.page.mouse.move(start.x + 10, start.y + 10);
    await player.page.mouse.down({ button: 'right' });
    await player.page.mouse.move(end.x + 10, end.y + 10);
    await player.page.mouse.up({ button: 'right' });
  };
  await rightDrag('e2', 'e4');
  await rightDrag('d4', 'd4');
  expect(await marks.count()).toBe(2);
  expect(await player.page.locator('.arrows .mark circle').count()).toBe(1);
  await checkPage('marks');
  expect(await other.page.locator('.arrows .mark').count()).toBe(0);
  await player.cell('d5').click();
  expect(await marks.count(), 'a left click clears them').toBe(0);
  if (await player.isCompact()) await player.pane('menu');
  else await player.clickButton('Game menu');
  await player.clickButton('Draw circles and arrows');
  await player.drag('e2', 'e4');
  expect(await marks.count(), 'drawn with the first button').toBe(1);
  await player.waitForPiece('e2', PIECE);
});

test('address_names_the_move_that_is_looked_at', { tag: '@desk' }, async ({ player, checkPage }) => {
  const game = await player.openSharedGame({ instance: 'shatranj' });
  for (const [from, to] of [
    ['e2', 'e3'],
    ['d7', 'd6'],
    ['d2', 'd3'],
    ['e7', 'e6'],
  ] as const) {
    await player.turn();
    await player.click(from, to);
    await player.waitForPiece(to, PIECE);
  }
  await player.until(async () => (await player.moves()).length === 4, 'four moves');
  const hash = () => new URL(player.page.url()).hash;
  expect(hash()).toBe('');
  await player.page.goto(`${player.url}/games`);
  await player.page.goto(`${player.url}/game/${game.id}#2`);
  await player.board();
  await player.waitForText('Viewing move 2');
  await player.waitForPiece('d2', PIECE);
  await player.waitForPiece('d6', PIECE);
  expect(hash()).toBe('#2');
  await player.clickButton('Next move');
  await player.waitForPiece('d3', PIECE);
  await player.until(() => hash() === '#3', 'the address to follow');
  await player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await player.page.keyboard.press('Home');
  await player.waitForPiece('e2', PIECE);
  await player.until(() => hash() === '#0', 'the start in the address');
  expect(await player.page.getByRole('button', { name: 'Previous move' }).isDisabled()).toBe(true);
  await checkPage('start-of-game');
  await player.page.keyboard.press('ArrowRight');
  await player.until(() => hash() === '#1', 'the first move');
  await player.page.keyboard.press('End');
  await player.waitForPiece('e6', PIECE);
  await player.until(() => hash() === '', 'the address of the game itself');
  await player.clickButton('Start of the game');
  await player.until(() => hash() === '#0', 'the start by its button');
  await player.clickButton('Current position');
  await player.until(() => hash() === '', 'the current position by its button');
  await player.page.evaluate(() => (location.hash = '#1'));
  await player.waitForText('Viewing move 1');
});

/** Every signal is an event; sounds follow the one control of the header. */
test('signals_of_a_whole_game_are_heard_and_can_be_muted', { tag: '@desk' }, async ({ player, checkPage }) => {
  await recordSignals(player.page);
  const { other } = await player.startGame({ instance: 'shatranj', fen: 'k7/7p/1K6/8/8/8/n7/R6R w - - 0 1' });
  const sound = player.page.getByRole('button', { name: 'Sound' });
  if ((await sound.getAttribute('aria-pressed')) === 'false') await sound.click();
  await player.turn();
  await player.click('a1', 'a2');
  await player.until(async () => (await heard(player, 'rukh-signal')).includes('check'), 'the check to be signalled');
  await player.until(async () => (await heard(player, 'rukh-sound')).includes('capture'), 'the capture to be heard');
  await other.turn();
  await other.moveAny();
  await player.until(async () => (await heard(player, 'rukh-signal')).includes('your-turn'), 'the turn to be signalled');
  expect(
    (await heard(player, 'rukh-signal')).filter((kind) => kind === 'capture'),
    'an own move sounds once',
  ).toEqual(['capture']);
  await sound.click();
  await checkPage('muted');
  const before = (await heard(player, 'rukh-sound')).length;
  await other.resign();
  await player.until(async () => (await heard(player, 'rukh-signal')).includes('end'), 'the end to be signalled');
  expect((await heard(player, 'rukh-signal')).includes('move'), 'the move of the other side').toBe(true);
  expect((await heard(player, 'rukh-sound')).length, 'nothing is heard').toBe(before);
});

/** A hidden tab notifies of the turn; the browser is asked for permission only by the press that wants it. */
test('hidden_tab_notifies_of_the_turn', { tag: '@desk' }, async ({ player }) => {
  await player.page.addInitScript(() => {
    const shown: string[] = [];
    let asked = 0;
    class Stub {
      static permission = 'granted';
      static requestPermission = () => Promise.resolve((asked++, 'granted'));
      constructor(_: string, { body }: { body: string }) {
        shown.push(body);
      }
    }
    Object.assign(window, { Notification: Stub, notices: () => ({ shown, asked }) });
    Object.defineProperty(document, 'hidden', { get: () => location.pathname.startsWith('/game/') });
  });
  const notices = () => player.page.evaluate(() => (window as unknown as { notices: () => { shown: string[]; asked: number } }).notices());
  await player.page.goto(`${player.url}/settings`);
  const box = player.page.getByLabel('Notify me when it’s my turn');
  await box.waitFor();
  expect((await notices()).asked).toBe(0);
  await box.check();
  await player.until(async () => (await notices()).asked === 1, 'the browser to be asked');
  const { other } = await player.startGame({ instance: 'shatranj' });
  await player.turn();
  await player.click('e2', 'e3');
  await other.turn();
  await other.click('e7', 'e6');
  await player.until(async () => (await notices()).shown.length > 0, 'the notification');
  expect((await notices()).shown.map(stripIsolation)).toEqual(['It’s your turn in Shatranj.']);
});

test('low_time_is_signalled', { tag: '@phone' }, async ({ player }) => {
  await recordSignals(player.page);
  const { other } = await player.startGame({ instance: 'shatranj', time_control: { kind: 'fischer', initial: 22, increment: 0 } });
  await player.turn();
  await player.click('e2', 'e3');
  await other.turn();
  await other.click('e7', 'e6');
  await player.until(async () => (await heard(player, 'rukh-signal')).includes('low-time'), 'the low time', 20_000);
});

/** The own die waits for a tap; its number is told only when it rests. */
test('own_die_is_thrown_by_a_tap', async ({ player, checkPage }) => {
  await recordSignals(player.page);
  await player.openSharedGame({ instance: 'oblong-dice' });
  const told = player.page.locator('.throw .told');
  await told.waitFor();
  for (let i = 0; i < 3; i++) {
    if ((await player.movable()).length) await player.moveAny();
    else await player.passButton().click();
    const roll = player.page.getByRole('button', { name: 'Roll the die' });
    await roll.waitFor();
    expect(await player.page.evaluate(secretsOfTheDie), 'neither its number nor its moves are shown yet').toEqual([0, 0]);
    // It rolls by itself if the tap comes too late.
    await roll.click({ timeout: 1500 }).catch(() => {});
    await told.waitFor();
  }
  await checkPage('die-rests');
  expect(await heard(player, 'rukh-signal')).toContain('roll');
  await player.until(async () => /rolled \d/.test(await player.spoken()), 'the roll to be spoken');
  await player.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await player.page.locator('.flight').evaluate((die) => getComputedStyle(die).animationName), 'no motion').toBe('none');
});

test('settings_hold_at_once_and_without_leaving_the_game', async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'shatranj' });
  await player.turn();
  await player.click('b1', 'c3');
  await other.waitForPiece('c3', PIECE);
  if (await player.isCompact()) await player.pane('menu');
  else await player.clickButton('Game menu');
  await player.page.locator('.game-menu').getByRole('button', { name: 'Settings' }).click();
  const dialog = player.page.getByRole('dialog');
  await dialog.getByLabel('Show coordinates').uncheck();
  await player.page.locator('.board.bare').waitFor();
  await dialog.getByLabel('figurines').check();
  await expect(player.page.locator('.moves .figurine')).toHaveCount(1);
  await dialog.getByLabel('Confirm each move').check();
  await checkPage('game-settings');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await other.turn();
  await other.click('a7', 'a6');
  await player.turn();
  await player.click('e2', 'e3');
  await player.waitForPiece('e3', PIECE);
  await player.page.getByRole('group', { name: /^Play/ }).waitFor();
  await checkPage('confirm');
  await player.clickButton('Cancel');
  await player.waitForPiece('e2', PIECE);
  expect((await player.moves()).length, 'nothing was sent').toBe(2);
  await player.turn();
  await player.click('e2', 'e3');
  await player.clickButton('Play');
  await other.waitForPiece('e3', PIECE);
});

test('settings_page_keeps_what_is_chosen', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/settings`);
  await player.page.getByRole('heading', { name: 'Settings' }).waitFor();
  await player.page.getByLabel('Dark', { exact: true }).check();
  expect(await player.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await player.page.getByLabel('In my language').check();
  await checkPage('settings-page');
  await player.openSharedGame({ instance: 'senterej' });
  expect(await player.plainLabel('d1')).toMatch(/counsellor|king/);
  await player.page.goto(`${player.url}/settings`);
  expect(await player.page.getByLabel('In my language').isChecked()).toBe(true);
});

/** What each side has lost, and the numbers that decide, stand beside the players. */
test('counters_and_captured_pieces_stand_beside_the_players', async ({ player, checkPage }) => {
  await player.openSharedGame({ instance: 'senterej', fen: '4k3/8/8/3n4/8/2N5/PP6/R3K2R w - - 0 1' });
  const white = player.page.locator('.near .player');
  const black = player.page.locator('.far .player');
  await player.click('c3', 'd5');
  await white.getByRole('img', { name: /^Captured/ }).waitFor();
  expect(stripIsolation((await white.getByRole('img', { name: /^Captured/ }).getAttribute('aria-label')) ?? '')).toMatch(
    /^Captured: 1 × \w+/,
  );
  await checkPage('captured');
  await player.openSharedGame({ instance: 'senterej', fen: '4k3/8/8/3r4/8/p7/P7/R3K2R w - - 0 1' });
  await player.turn();
  await player.until(async () => /1\W* left/.test(await black.innerText()), 'the last piece that counts');
  await player.click('h1', 'h2');
  await player.turn();
  await player.click('d5', 'd6');
  await black.getByText('1/7').waitFor();
  await player.until(async () => /one piece left/.test(await player.spoken()), 'the counter to be spoken');
  await checkPage('lone-piece');
});

/** Nothing overflows on the smallest screens, on a phone on its side, and at 200 % zoom. */
test.describe('layouts', { tag: '@phone' }, () => {
  for (const [name, width, height] of [
    ['small', 320, 568],
    ['phone-on-its-side', 844, 390],
    ['zoomed', 640, 425],
  ] as const) {
    test(`layout_fits_a_${name.replaceAll('-', '_')}_screen`, async ({ player, checkPage }) => {
      await player.page.setViewportSize({ width, height });
      for (const instance of ['senterej', 'oblong-dice', 'mideast']) {
        await player.openSharedGame({ instance });
        await player.page.locator('.player').first().waitFor();
        const board = await boxOf(player.page.locator('.board'));
        expect(board.x, `${instance}: the board begins in the window`).toBeGreaterThanOrEqual(0);
        expect(board.x + board.width, `${instance}: the board ends in the window`).toBeLessThanOrEqual(width);
        await checkPage(`${name}-${instance}`);
        for (const pane of ['moves', 'rules', 'menu'] as const) {
          await player.pane(pane);
          const sheet = await boxOf(player.page.locator(`#pane-${pane}`));
          expect(sheet.y, `${instance}: ${pane} begins in the window`).toBeGreaterThanOrEqual(0);
        }
        await player.page.keyboard.press('Escape');
      }
    });
  }
});

/** A tall phone shows the moves under the status, and nothing moves when they grow. */
test('moves_stand_under_the_board_of_a_tall_phone', { tag: '@phone' }, async ({ player }) => {
  await player.openSharedGame({ instance: 'shatranj' });
  const places = async () => {
    const boxes: number[][] = [];
    await player.page.evaluate(() => scrollTo(0, 0));
    for (const selector of ['.board', '.near', '.status', '.moves', '.stepper', '.bottom > .bar'])
      boxes.push(Object.values(await boxOf(player.page.locator(selector))).map(Math.round));
    return boxes;
  };
  const before = await places();
  const [, , , [, y, , height], [, stepper]] = before as [number[], number[], number[], number[], number[]];
  expect(height!, 'room for moves').toBeGreaterThan(80);
  expect(y! + height!, 'over the buttons to step').toBeLessThanOrEqual(stepper!);
  for (const [from, to] of [
    ['e2', 'e3'],
    ['d7', 'd6'],
    ['d2', 'd3'],
    ['e7', 'e6'],
    ['a2', 'a3'],
    ['a7', 'a6'],
    ['b2', 'b3'],
    ['b7', 'b6'],
    ['h2', 'h3'],
    ['h7', 'h6'],
    ['g2', 'g3'],
    ['g7', 'g6'],
  ] as const) {
    await player.turn();
    await player.click(from, to);
    await player.waitForPiece(to, PIECE);
  }
  await expect(player.page.locator('.moves').getByRole('button', { name: 'g6' })).toBeInViewport();
  expect(await places()).toEqual(before);
  await player.pane('moves');
  await expect(player.page.locator('#pane-moves h2')).toBeVisible();
  await player.page.keyboard.press('Escape');
  await expect(player.page.locator('#pane-moves h2')).toBeHidden();
  expect(await places()).toEqual(before);
});

test.describe('on a wide screen', { tag: '@desk' }, () => {
  /** On a desk the board, both players and the actions are seen without scrolling, and stay where they are. */
  test('panel_stays_in_place_while_the_game_grows', async ({ player }) => {
    await player.openSharedGame({ instance: 'shatranj' });
    const places = async () => {
      const boxes: { x: number; y: number }[] = [];
      for (const selector of ['.board', '.near', '.far', '.acts', '.tabs', '.stepper'])
        boxes.push(await boxOf(player.page.locator(selector)));
      return boxes.map((box) => [Math.round(box.x), Math.round(box.y)]);
    };
    const before = await places();
    expect(Math.max(...before.map(([, y]) => y!))).toBeLessThan(800);
    for (let i = 0; i < 12; i++) {
      await player.turn();
      const count = (await player.moves()).length;
      await player.moveAny();
      await player.until(async () => (await player.moves()).length > count, 'the move');
    }
    expect(await places()).toEqual(before);
  });

  /** The tabs of the panel are walked by arrow keys. */
  test('tabs_are_walked_by_arrow_keys', async ({ player }) => {
    await player.openSharedGame({ instance: 'shatranj' });
    await player.page.locator('#tab-moves').focus();
    await player.page.keyboard.press('ArrowRight');
    expect(await player.page.locator('#tab-rules').getAttribute('aria-selected')).toBe('true');
    await player.page.locator('#pane-rules').getByRole('heading').first().waitFor();
    await player.page.keyboard.press('Home');
    expect(await player.page.locator('#tab-moves').getAttribute('aria-selected')).toBe('true');
  });
});

/** What would tell a roll too early: its text, and pieces that can move; runs in the page while the die waits. */
function secretsOfTheDie(): number[] {
  if (!document.querySelector('.throw button')) return [0, 0];
  return [document.querySelectorAll('.throw .told').length, document.querySelectorAll('.cell.movable').length];
}

type Recorded = Record<'rukh-signal' | 'rukh-sound', string[]>;

/** Keeps the kinds of all signals and sounds of a page from its next document on. */
async function recordSignals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: Recorded = { 'rukh-signal': [], 'rukh-sound': [] };
    Object.assign(window, { recorded });
    addEventListener('rukh-signal', (event) => recorded['rukh-signal'].push((event as CustomEvent<{ kind: string }>).detail.kind));
    addEventListener('rukh-sound', (event) => recorded['rukh-sound'].push((event as CustomEvent<string>).detail));
  });
}

function heard(player: PlayerPage, event: keyof Recorded): Promise<string[]> {
  return player.page.evaluate((event) => (window as unknown as { recorded: Recorded }).recorded[event], event);
}
