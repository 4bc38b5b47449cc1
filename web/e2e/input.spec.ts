import { expect, test } from './fixtures.ts';
import { boxOf, ignoringIsolation, type PlayerPage } from './player.ts';

/** A small position with pieces on both sides. */
const MIXED = 'r3k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1';

/** A whole game by keyboard: placing, retracting, offers, premoves, resigning. */
test('keyboard_alone_plays_a_whole_game', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'senterej' });
  const { keyboard: keys } = player.page;
  const walk = async (...names: string[]) => {
    for (const name of names) await keys.press(name);
  };
  await tabTo(player, '[data-cell]');
  await focusCell(player, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.waitForPiece('e3', /Gold/);
  await player.waitUntilMovable('e3');
  await walk('Delete');
  await other.waitForPiece('e2', /Gold/);
  await player.waitUntilMovable('e2');
  await focusCell(player, 'e2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await player.waitUntilMovable('e3');
  await player.until(async () => /e2 to e3/.test(await player.spoken()), 'the move to be spoken');
  await other.clickButton('Offer to start turns');
  await player.waitForText('Green offers to start turns.');
  await tabTo(player, 'button', 'Accept');
  await walk('Enter');
  await player.page
    .locator('.status .line')
    .getByText(/to move|Your turn/)
    .waitFor();
  if (await player.page.getByText(ignoringIsolation('Green to move')).isVisible()) await other.click('a7', 'a6');
  await player.waitForText('Your turn');
  await tabTo(player, '[data-cell]');
  await focusCell(player, 'a2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await other.waitForPiece('a3', /Gold/);
  await player.waitForText('Green to move');
  await focusCell(player, 'b2');
  await walk('Enter', 'ArrowUp', 'Enter');
  await player.waitForText('Next: b2–b3');
  await checkPage('keyboard');
  await walk('Escape');
  await player.until(async () => !(await player.page.locator('.arrows g').count()), 'the premove to be withdrawn');
  await tabToAction(player, 'Offer a draw');
  await walk('Enter');
  await other.waitForText('Gold offers a draw.');
  await other.clickButton('Decline');
  await tabToAction(player, 'Resign');
  await walk('Enter');
  await tabTo(player, '.ask button', 'Resign');
  await walk('Enter');
  await player.page.waitForSelector('.outcome');
  await tabTo(player, 'button', 'Rematch');
  await player.clickButton('Flip board');
  const [a1, h8] = [await boxOf(player.cell('a1')), await boxOf(player.cell('h8'))];
  expect(a1.y, 'the board is turned').toBeLessThan(h8.y);
});

/** Typed moves and typed premoves. */
test('typed_moves_and_premoves_are_played', { tag: '@desk' }, async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'shatranj', fen: MIXED });
  const write = async (one: PlayerPage, text: string) => {
    await one.pane('moves');
    await one.page.getByLabel('Type a move').fill(text);
    await one.page.keyboard.press('Enter');
  };
  await player.turn();
  await write(player, 'e2e5');
  await player.waitForText('There is no piece on e2.');
  await write(player, 'a3');
  await other.waitForPiece('a3', /White/);
  await write(player, 'b2-b3');
  await player.waitForText('Next: b2–b3');
  await checkPage('typed');
  await other.turn();
  await write(other, 'a7a6');
  await player.waitForPiece('b3', /White/);
  expect(await player.page.getByLabel('Type a move').inputValue()).toBe('');
});

/** Illegal moves are explained with the server's reason, without covering controls. */
test('illegal_move_is_explained_without_covering_controls', async ({ player, checkPage }) => {
  const { other } = await player.startGame({ instance: 'shatranj', fen: '3kr3/8/8/8/8/8/P3N3/4K3 w - - 0 1' });
  await player.turn();
  await player.cell('e2').click();
  await player.waitForText(/is pinned/);
  await expectToastCoversNothing(player);
  await checkPage('reason');
  await player.cell('d8').click();
  await player.waitForText('belongs to Black');
  await player.drag('a2', 'a5');
  await player.waitForText('does not move from a2 to a5');
  await player.pane('moves');
  await other.pane('moves');
  await player.page.getByLabel('Type a move').fill('Nc3');
  await player.page.keyboard.press('Enter');
  await player.until(async () => /is pinned/.test(await player.text('#typed-said')), 'the reason under what was typed');
  await other.page.getByLabel('Type a move').fill('zz');
  await player.click('a2', 'a3');
  await other.turn();
  await other.page.keyboard.press('Enter');
  await other.page
    .locator('#typed-said')
    .getByText(/is not a move here/)
    .waitFor();
  await other.cell('e8').click();
  await other.cell('d8').click();
  await player.cell('a3').click();
  await player.until(async () => (await player.spoken()).length > 0, 'something to be spoken');
});

/** The last move and the selected piece are visible and announced, in forced colours too. */
test('last_move_and_selection_are_visible_and_announced', async ({ player, checkPage, takePicture }) => {
  for (const instance of ['senterej', 'mideast', 'shatranj', 'oblong']) {
    for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      await player.page.emulateMedia({ colorScheme: null, forcedColors: null, ...media });
      await player.openSharedGame({ instance });
      const from = (await player.movable())[0];
      await player.moveAny();
      await player.until(async () => (await player.page.locator('.cell.last').count()) === 2, 'the last move to be marked');
      await player.page.mouse.move(1, 1);
      const ratio = await player.page.evaluate(signContrast);
      expect(ratio, `contrast of the last move from ${from} of ${instance} in ${JSON.stringify(media)}`).toBeGreaterThanOrEqual(3);
    }
    await player.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    // Axe ignores forced colours, so it is not run here.
    await takePicture(`forced-${instance}`);
    await player.page.emulateMedia({ colorScheme: null, forcedColors: null });
  }
  await player.openSharedGame({ instance: 'shatranj', fen: '4k3/8/8/8/1p6/2N5/8/4K3 w - - 0 1' });
  const bare = await colourShare(player, 'c3', [255, 250, 240]);
  await player.cell('c3').focus();
  await player.page.keyboard.press('Enter');
  await player.page.locator('[data-cell="c3"].selected').waitFor();
  const picked = await colourShare(player, 'c3', [255, 250, 240]);
  expect(bare, 'share of the cell in the colour of the piece').toBeGreaterThan(0.02);
  expect(picked, 'the same share when the piece is selected').toBeGreaterThan(bare * 0.9);
  await player.until(async () => / c3, \d moves\./.test(await player.spoken()), 'the selected piece to be announced');
  expect(await player.plainLabel('d5')).toMatch(/can be reached/);
  await checkPage('picked');
  await player.page.keyboard.press('Escape');
  expect(await player.plainLabel('d5')).not.toMatch(/can be reached/);
  await player.openSharedGame({ instance: 'shatranj', fen: '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1' });
  await player.cell('c3').click();
  await player.until(async () => / c3, \d moves, 1 capture\./.test(await player.spoken()), 'the capture to be spoken');
  expect(await player.plainLabel('d5')).toMatch(/can be captured/);
});

/** Presses Tab until an element is focused; the focus must be visible on the way. */
async function tabTo(player: PlayerPage, selector: string, name = ''): Promise<void> {
  for (let i = 0; i < 120; i++) {
    await player.page.keyboard.press('Tab');
    const at = await player.page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const frame = element.closest('label');
      const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      const isFramed = !!frame && getComputedStyle(frame).outlineStyle !== 'none';
      return { isPage: element !== document.body, isSeen: isSeen || isFramed, what: element.outerHTML.slice(0, 80) };
    });
    if (at.isPage) expect(at.isSeen, `the focus cannot be seen on ${at.what}`).toBe(true);
    const isThere = await player.page.evaluate(
      ({ selector, name }) => {
        const element = document.activeElement as HTMLElement;
        return element.matches(selector) && (!name || element.innerText === name);
      },
      { selector, name },
    );
    if (isThere) return;
  }
  throw new Error(`the keyboard never comes to ${name || selector}`);
}

/** Comes to an action by keyboard; on a small screen through the menu of the game. */
async function tabToAction(player: PlayerPage, name: string): Promise<void> {
  if (await player.isCompact()) {
    await tabTo(player, '#tab-menu');
    if ((await player.page.locator('#tab-menu').getAttribute('aria-expanded')) !== 'true') await player.page.keyboard.press('Enter');
  }
  await tabTo(player, 'button', name);
}

/** Moves the focus over the board with the arrow keys. */
async function focusCell(player: PlayerPage, cell: string): Promise<void> {
  const read = () => player.page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell ?? '');
  for (let i = 0; i < 30; i++) {
    const at = await read();
    if (at === cell) return;
    await player.page.keyboard.press(arrowTowards(at, cell));
  }
  throw new Error(`the arrows never come to ${cell}`);
}

/** The arrow key that leads from one cell towards another: along the rank first. */
function arrowTowards(at: string, cell: string): string {
  const [file, wantedFile] = [at.charCodeAt(0), cell.charCodeAt(0)];
  if (file !== wantedFile) return file < wantedFile ? 'ArrowRight' : 'ArrowLeft';
  return Number(at.slice(1)) < Number(cell.slice(1)) ? 'ArrowUp' : 'ArrowDown';
}

async function expectToastCoversNothing(player: PlayerPage): Promise<void> {
  const hidden = await player.page.evaluate(() => {
    const toast = document.querySelector('.toasts p')!.getBoundingClientRect();
    const meets = (box: DOMRect) => box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    return [...document.querySelectorAll('a, button, input, select, summary, [role=gridcell]')]
      .filter((one) => one.getClientRects().length && !one.matches('.skip') && meets(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 60));
  });
  expect(hidden, 'toasts cover no control').toEqual([]);
}

/** Share of a cell's pixels that have exactly this colour. */
async function colourShare(player: PlayerPage, cell: string, colour: number[]): Promise<number> {
  const png = (await player.cell(cell).screenshot()).toString('base64');
  const blank = await player.page.context().newPage();
  const share = await blank.evaluate(
    async ({ png, colour }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += colour.every((part, k) => data[i + k] === part) ? 1 : 0;
      return count / (data.length / 4);
    },
    { png, colour },
  );
  await blank.close();
  return share;
}

/** Minimum contrast of the last-move frame against the cells; runs in the page. */
function signContrast(): number {
  const luminance = (colour: string) => {
    const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const field = document.querySelector('.board > .field')!;
  const chequer = field.querySelector('path[fill="var(--dark)"]');
  const grounds = [getComputedStyle(field).backgroundColor, ...(chequer ? [getComputedStyle(chequer).fill] : [])];
  const sign = getComputedStyle(document.querySelector('.cell.last')!).boxShadow.match(/rgb\([^)]*\)/)?.[0];
  if (!sign) return 0;
  return Math.min(
    ...grounds.map((ground) => {
      const both = [luminance(ground), luminance(sign)];
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    }),
  );
}
