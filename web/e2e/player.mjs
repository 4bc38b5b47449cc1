// A player's actions in the page.
import assert from 'node:assert/strict';

const TIMEOUT = 8000;
/** Several throws in a row may be unplayable, and each is shown for a while. */
const PASS_TIMEOUT = 30_000;

/** A pattern for text with Fluent's invisible isolation marks. */
export function ignoringIsolation(text) {
  const letters = [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(letters.join('[\\u2066-\\u2069]*'));
}

export class PlayerPage {
  constructor(page, server, seat) {
    this.page = page;
    this.server = server;
    this.url = server.url;
    this.seat = seat;
  }

  /** Another player in a separate browser context. */
  newPlayer() {
    return this.seat();
  }

  /** Sends an API request with this page's cookie. */
  async ask(method, path, body) {
    const response = await this.page.request.fetch(`${this.url}${path}`, { method, ...(body === undefined ? {} : { data: body }) });
    const text = await response.text();
    assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  read(id) {
    return this.ask('GET', `/api/v1/games/${id}`);
  }

  /** Sets the player's name, which also creates the session cookie. */
  name(name) {
    return this.ask('POST', '/api/v1/me', { name });
  }

  /** Creates a game through the API and opens it. */
  async openNewGame(request) {
    await this.ask('GET', '/api/v1/me');
    const game = await this.ask('POST', '/api/v1/games', request);
    await this.open(game.id);
    return game;
  }

  /** Starts a game between two browsers; the other player has Black. */
  async startGame(request, names = ['Almaz', 'Bekele']) {
    const other = await this.newPlayer();
    await this.name(names[0]);
    await other.name(names[1]);
    const seek = await this.ask('POST', '/api/v1/seeks', { colour: 'white', private: true, ...request });
    const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
    await this.open(game.id);
    await other.open(game.id);
    return { other, game };
  }

  async open(id) {
    await this.page.goto(`${this.url}/game/${id}`);
    await this.board();
  }

  /** Places a piece in the werera through the API. */
  async answer(id, from, to) {
    const { view } = await this.read(id);
    const piece = view.pieces.find((one) => one.cell === from);
    const data = { kind: 'place', side: piece.side, piece_id: piece.id, from, to };
    return this.act(id, data, view.seq);
  }

  act(id, data, base = 0) {
    return this.ask('POST', `/api/v1/games/${id}/intents`, { id: crypto.randomUUID(), base, data });
  }

  /** Creates a game through the page; plays White if a colour is chosen. */
  async create(ruleset, opponent, time = 'none') {
    await this.page.goto(`${this.url}/new/${ruleset}`);
    await this.choose('opponent', opponent);
    await this.choose('time', time);
    if (opponent === 'engine') await this.choose('colour', 'white');
    await this.page.getByRole('button', { name: 'Start game' }).click();
    await this.page.waitForURL('**/game/*');
    await this.board();
  }

  choose(name, value) {
    return this.page.locator(`input[name="${name}"][value="${value}"]`).check();
  }

  board() {
    return this.page.waitForSelector('.cells .cell', { timeout: TIMEOUT });
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  async click(from, to) {
    await this.cell(from).click();
    await this.cell(to).click();
  }

  /** Long press on a piece, which retracts its move. */
  async holdDown(cell) {
    const box = await this.cell(cell).boundingBox();
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.page.waitForTimeout(700);
    await this.page.mouse.up();
  }

  async drag(from, to) {
    const [start, end] = [await this.cell(from).boundingBox(), await this.cell(to).boundingBox()];
    const { mouse } = this.page;
    await mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await mouse.down();
    await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    await mouse.up();
  }

  /** Accessible name of a cell. */
  label(cell) {
    return this.cell(cell).getAttribute('aria-label');
  }

  waitForPiece(cell, pattern) {
    return this.until(async () => pattern.test((await this.label(cell)) ?? ''), `${cell} to match ${pattern}`);
  }

  waitForEmpty(cell) {
    return this.until(async () => (await this.label(cell)) === cell, `${cell} to be empty`);
  }

  async until(condition, what, timeout = TIMEOUT) {
    const end = Date.now() + timeout;
    while (Date.now() < end) {
      if (await condition()) return;
      await this.page.waitForTimeout(60);
    }
    throw new Error(`timed out waiting for ${what}`);
  }

  waitForText(text) {
    return this.page.getByText(typeof text === 'string' ? ignoringIsolation(text) : text).first().waitFor({ timeout: TIMEOUT });
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  movable() {
    return this.page.locator('.cell.movable').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  }

  /** Waits until the piece on the cell can move. */
  waitUntilMovable(cell) {
    return this.until(async () => (await this.movable()).includes(cell), `the piece on ${cell} to be movable`);
  }

  isOver() {
    return this.page.locator('.outcome').isVisible();
  }

  clickButton(name) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Plays a random legal move; returns false if there is none. */
  async moveAny() {
    for (const from of await this.movable()) {
      await this.cell(from).click();
      const targets = await this.page.locator('.cell:is(.target, .capture)').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
      if (!targets.length) continue;
      await this.cell(targets[Math.floor(Math.random() * targets.length)]).click();
      const chooser = this.page.locator('[data-promotion]').first();
      if (await chooser.isVisible()) await chooser.click();
      return true;
    }
    return false;
  }

  moves() {
    return this.page.locator('.moves tbody td:not(.n)').evaluateAll((cells) => cells.map((cell) => cell.innerText.trim()).filter(Boolean));
  }

  /** Waits until this player can move or pass, or the game is over. */
  async turn() {
    await this.until(async () => (await this.movable()).length > 0 || (await this.isOver()) || (await this.passButton().isVisible()), 'a turn', PASS_TIMEOUT);
  }

  passButton() {
    return this.page.locator('.status').getByRole('button', { name: 'Pass', exact: true });
  }

  async resign() {
    await this.page.getByRole('button', { name: /resign/i }).first().click();
    await this.page.locator('.ask').getByRole('button', { name: 'Resign', exact: true }).click();
    await this.page.waitForSelector('.outcome', { timeout: TIMEOUT });
  }
}
