// What a player does at the table, in terms of the page.
import assert from 'node:assert/strict';

const PATIENCE = 8000;
/** Several throws in a row may be of no use, and each is seen for a while. */
const PASSES = 30_000;

/** The text as the page has it: what is put into a sentence is isolated by marks nobody sees. */
export function loosely(text) {
  const letters = [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(letters.join('[\\u2066-\\u2069]*'));
}

export class Table {
  constructor(page, server, seat) {
    this.page = page;
    this.server = server;
    this.url = server.url;
    this.seat = seat;
  }

  /** Another person, with a browser of their own. */
  neighbour() {
    return this.seat();
  }

  /** Asks the server as the one who sits at this page, whose cookie the page has. */
  async ask(method, path, body) {
    const response = await this.page.request.fetch(`${this.url}${path}`, { method, ...(body === undefined ? {} : { data: body }) });
    const text = await response.text();
    assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  read(id) {
    return this.ask('GET', `/api/v1/games/${id}`);
  }

  /** Takes a name, and with it the cookie that says who this is. */
  name(name) {
    return this.ask('POST', '/api/v1/me', { name });
  }

  /** Opens a game made through the interface for programs. */
  async sit(wish) {
    await this.ask('GET', '/api/v1/me');
    const game = await this.ask('POST', '/api/v1/games', wish);
    await this.open(game.id);
    return game;
  }

  /** Two people at one board, each at a browser of their own; the neighbour plays Black. */
  async meet(wish, names = ['Almaz', 'Bekele']) {
    const other = await this.neighbour();
    await this.name(names[0]);
    await other.name(names[1]);
    const seek = await this.ask('POST', '/api/v1/seeks', { colour: 'white', private: true, ...wish });
    const game = await other.ask('POST', `/api/v1/seeks/${seek.id}/accept`, {});
    await this.open(game.id);
    await other.open(game.id);
    return { other, game };
  }

  async open(id) {
    await this.page.goto(`${this.url}/game/${id}`);
    await this.board();
  }

  /** Moves a man in the werera by a plain request, as a program would. */
  async answer(id, from, to) {
    const { view } = await this.read(id);
    const man = view.men.find((one) => one.cell === from);
    const d = { kind: 'place', side: man.side, id: man.id, from, to };
    return this.act(id, d, view.seq);
  }

  act(id, d, base = 0) {
    return this.ask('POST', `/api/v1/games/${id}/intents`, { id: crypto.randomUUID(), base, d });
  }

  /** Makes a game through the create page; where sides are chosen, White's. */
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
    return this.page.waitForSelector('.cells .cell', { timeout: PATIENCE });
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  async click(from, to) {
    await this.cell(from).click();
    await this.cell(to).click();
  }

  /** Holds a man down until his move is taken back. */
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

  /** What the cell says of itself to a screen reader. */
  label(cell) {
    return this.cell(cell).getAttribute('aria-label');
  }

  holds(cell, pattern) {
    return this.until(async () => pattern.test((await this.label(cell)) ?? ''), `${cell} to match ${pattern}`);
  }

  isEmpty(cell) {
    return this.until(async () => (await this.label(cell)) === cell, `${cell} to be empty`);
  }

  async until(question, wish, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      if (await question()) return;
      await this.page.waitForTimeout(60);
    }
    throw new Error(`waited in vain for ${wish}`);
  }

  says(text) {
    return this.page.getByText(typeof text === 'string' ? loosely(text) : text).first().waitFor({ timeout: PATIENCE });
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  movable() {
    return this.page.locator('.cell.movable').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  }

  /** Waits until the man who stands there is no more on his way. */
  free(cell) {
    return this.until(async () => (await this.movable()).includes(cell), `the man on ${cell} to be free`);
  }

  isOver() {
    return this.page.locator('.outcome').isVisible();
  }

  press(name) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Moves anything that may move; answers false when nothing can. */
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

  /** Waits until the side to move may act here, or the game is over. */
  async turn() {
    await this.until(async () => (await this.movable()).length > 0 || (await this.isOver()) || (await this.passButton().isVisible()), 'a turn', PASSES);
  }

  passButton() {
    return this.page.locator('.status').getByRole('button', { name: 'Pass', exact: true });
  }

  async resign() {
    await this.page.getByRole('button', { name: /resign/i }).first().click();
    await this.page.locator('.ask').getByRole('button', { name: 'Resign', exact: true }).click();
    await this.page.waitForSelector('.outcome', { timeout: PATIENCE });
  }
}
