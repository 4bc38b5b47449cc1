// A player's actions in the page.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Server } from './server.ts';

const TIMEOUT = 30_000;
/** Several throws in a row may be unplayable, and each is shown for a while. */
const PASS_TIMEOUT = 30_000;

/** A side played by a person, in a request for a game. */
export const HUMAN = { kind: 'human' };

/** A pattern for text with Fluent's invisible isolation marks. */
export function ignoringIsolation(text: string): RegExp {
  const letters = [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(letters.join('[\\u2066-\\u2069]*'));
}

/** Actions that a small screen keeps in the menu of the game. */
const IN_MENU = /^(Undo move|Offer a draw|Draw|\+15 s for opponent|Abort game|More time for opponent|Resign|\S+ resigns|Flip board)$/;

/** Text without Fluent's invisible isolation marks. */
export const stripIsolation = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** What the server answers; scenes read a few fields of it, which the wire's own tests cover. */
type Answer = any;

export class PlayerPage {
  readonly url: string;

  constructor(
    readonly page: Page,
    readonly server: Server,
    /** Another player in a separate browser context. */
    readonly newPlayer: () => Promise<PlayerPage>,
  ) {
    this.url = server.url;
  }

  /** Path of the page's address. */
  path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Marks the document, so that `expectSameDocument` finds out if the page was loaded again. */
  markDocument(): Promise<void> {
    return this.page.evaluate(() => void (document.documentElement.dataset.marked = 'yes'));
  }

  async expectSameDocument(): Promise<void> {
    const marked = await this.page.evaluate(() => document.documentElement.dataset.marked);
    expect(marked, 'the page was not loaded again').toBe('yes');
  }

  /** Sends an API request with this page's cookie. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.page.request.fetch(`${this.url}${path}`, { method, ...(body === undefined ? {} : { data: body }) });
    const text = await response.text();
    expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
    return text ? JSON.parse(text) : null;
  }

  read(id: string): Promise<Answer> {
    return this.ask('GET', `/api/v1/games/${id}`);
  }

  /** Sets the player's name, which also creates the session cookie. */
  name(name: string): Promise<Answer> {
    return this.ask('POST', '/api/v1/me', { name });
  }

  /** Creates a game through the API and opens it. */
  async openNewGame(request: object): Promise<Answer> {
    await this.ask('GET', '/api/v1/me');
    const game = await this.ask('POST', '/api/v1/games', request);
    await this.open(game.id);
    return game;
  }

  /** Creates a game for two people at this screen and opens it. */
  openSharedGame(request: object): Promise<Answer> {
    return this.openNewGame({ white: HUMAN, black: HUMAN, ...request });
  }

  /** Starts a game between two browsers; the other player has Black. */
  async startGame(request: object): Promise<{ other: PlayerPage; game: Answer }> {
    const other = await this.newPlayer();
    await this.name('Almaz');
    await other.name('Bekele');
    const seek = await this.ask('POST', '/api/v1/seeks', { colour: 'white', private: true, ...request });
    const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
    await this.open(game.id);
    await other.open(game.id);
    return { other, game };
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.url}/game/${id}`);
    await this.board();
  }

  /** Places a piece in the werera through the API. */
  async answer(id: string, from: string, to: string): Promise<Answer> {
    const { view } = await this.read(id);
    const piece = view.pieces.find((one: Answer) => one.cell === from);
    const data = { kind: 'place', side: piece.side, piece_id: piece.id, from, to };
    return this.act(id, data, view.seq);
  }

  act(id: string, data: object, base = 0): Promise<Answer> {
    return this.ask('POST', `/api/v1/games/${id}/intents`, { id: crypto.randomUUID(), base, data });
  }

  /** Creates a game without a clock through the page; plays White against the computer. */
  async create(ruleset: string, opponent: string): Promise<void> {
    const colour = opponent === 'engine' ? '&colour=white' : '';
    await this.page.goto(`${this.url}/play/${ruleset}?with=${opponent}${colour}`);
    await this.clickButton('Start game');
    await this.page.waitForURL('**/game/*');
    await this.board();
  }

  /** Sets the level of the computer. */
  async setLevel(level: number, label = 'Level'): Promise<void> {
    await this.page.getByRole('slider', { name: new RegExp(`^${ignoringIsolation(label).source}[\\u2066-\\u2069]*$`) }).fill(String(level));
  }

  choose(name: string, value: string): Promise<void> {
    return this.page.locator(`input[name="${name}"][value="${value}"]`).check();
  }

  /** Waits for the board; the analysis board is drawn before the rules have come. */
  async board(): Promise<void> {
    await this.page.waitForSelector('main:not(:has([aria-busy="true"])) .cells .cell', { timeout: TIMEOUT });
  }

  cell(name: string): Locator {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  async click(from: string, to: string): Promise<void> {
    await this.cell(from).click();
    await this.cell(to).click();
  }

  /** Presses a finger on a piece and holds it. */
  async holdDown(cell: string): Promise<void> {
    const box = await boxOf(this.cell(cell));
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 7, pointerType: 'touch', bubbles: true };
    await this.cell(cell).dispatchEvent('pointerdown', at);
    await this.page.waitForTimeout(700);
    await this.cell(cell).dispatchEvent('pointerup', at);
  }

  /** Opens moves, chat, rules or (on a small screen) the menu of the game, if it is not open. */
  async pane(name: 'moves' | 'chat' | 'rules' | 'menu'): Promise<void> {
    const tab = this.page.locator(`#tab-${name}`);
    await tab.waitFor();
    const isOpen = (await tab.getAttribute('aria-expanded')) === 'true' || (await tab.getAttribute('aria-selected')) === 'true';
    if (!isOpen) await tab.click();
  }

  /** Opens what the analysis board keeps folded on a small screen. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('.panel > details:not([open]) > summary');
    while (await folded.count()) await folded.first().click();
  }

  /** Whether the game is shown with a bar of buttons instead of tabs. */
  async isCompact(): Promise<boolean> {
    return (await this.page.locator('.play.compact').count()) > 0;
  }

  /** Stores settings for the pages that are opened from now on. */
  async preset(settings: object): Promise<void> {
    await this.page.addInitScript((text) => localStorage.setItem('rukh-settings', text), JSON.stringify(settings));
  }

  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await boxOf(this.cell(from)), await boxOf(this.cell(to))];
    const { mouse } = this.page;
    await mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await mouse.down();
    await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    await mouse.up();
  }

  /** Accessible name of a cell. */
  label(cell: string): Promise<string | null> {
    return this.cell(cell).getAttribute('aria-label');
  }

  /** Accessible name of a cell without isolation marks. */
  async plainLabel(cell: string): Promise<string> {
    return stripIsolation((await this.label(cell)) ?? '');
  }

  /** What a screen reader was told last. */
  async spoken(): Promise<string> {
    return stripIsolation(await this.page.locator('#app > [aria-live]').innerText());
  }

  waitForPiece(cell: string, pattern: RegExp): Promise<void> {
    return this.until(async () => pattern.test((await this.label(cell)) ?? ''), `${cell} to match ${pattern}`);
  }

  waitForEmpty(cell: string): Promise<void> {
    return this.until(async () => (await this.label(cell)) === cell, `${cell} to be empty`);
  }

  async until(condition: () => boolean | Promise<boolean>, what: string, timeout = TIMEOUT): Promise<void> {
    const end = Date.now() + timeout;
    while (Date.now() < end) {
      if (await condition()) return;
      await this.page.waitForTimeout(60);
    }
    throw new Error(`timed out waiting for ${what}`);
  }

  waitForText(text: string | RegExp): Promise<void> {
    return this.page
      .getByText(typeof text === 'string' ? ignoringIsolation(text) : text)
      .first()
      .waitFor({ timeout: TIMEOUT });
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).innerText();
  }

  movable(): Promise<string[]> {
    return this.page.locator('.cell.movable').evaluateAll(cellNames);
  }

  /** Waits until the piece on the cell can move. */
  waitUntilMovable(cell: string): Promise<void> {
    return this.until(async () => (await this.movable()).includes(cell), `the piece on ${cell} to be movable`);
  }

  isOver(): Promise<boolean> {
    return this.page.locator('.outcome').isVisible();
  }

  async clickButton(name: string): Promise<void> {
    if (IN_MENU.test(name) && (await this.isCompact())) await this.pane('menu');
    await this.page.getByRole('button', { name, exact: true }).first().click();
  }

  /** Plays a random legal move; returns false if there is none. */
  async moveAny(): Promise<boolean> {
    for (const from of await this.movable()) {
      await this.cell(from).click();
      const targets = await this.page.locator('.cell:is(.target, .capture)').evaluateAll(cellNames);
      if (!targets.length) continue;
      await this.cell(targets[Math.floor(Math.random() * targets.length)]!).click();
      const chooser = this.page.locator('[data-promotion]').first();
      if (await chooser.isVisible()) await chooser.click();
      return true;
    }
    return false;
  }

  moves(): Promise<string[]> {
    return this.page
      .locator('.moves tbody td:not(.n)')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).innerText.trim()).filter(Boolean));
  }

  /** Waits until this player can move or pass, or the game is over. */
  async turn(): Promise<void> {
    await this.until(
      async () => (await this.movable()).length > 0 || (await this.isOver()) || (await this.passButton().isVisible()),
      'a turn',
      PASS_TIMEOUT,
    );
  }

  passButton(): Locator {
    return this.page.locator('.status').getByRole('button', { name: 'Pass', exact: true });
  }

  async resign(): Promise<void> {
    if (await this.isCompact()) await this.pane('menu');
    await this.page
      .getByRole('button', { name: /resign/i })
      .first()
      .click();
    await this.page.locator('.ask').getByRole('button', { name: 'Resign', exact: true }).click();
    await this.page.waitForSelector('.outcome', { timeout: TIMEOUT });
  }
}

/** Names of cells; runs in the page. */
const cellNames = (cells: Element[]): string[] => cells.map((cell) => (cell as HTMLElement).dataset.cell ?? '');

/** Bounding box of an element that is visible. */
export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not visible`);
  return box;
}
