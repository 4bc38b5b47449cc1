// What a player does at the table, in terms of the page.
import assert from 'node:assert/strict';

const PATIENCE = 8000;

export class Table {
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  /** Opens a game made through the interface for programs. */
  async sit(wish) {
    const response = await fetch(`${this.url}/api/v1/games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    });
    const game = await response.json();
    assert.equal(response.status, 201, JSON.stringify(game));
    await this.page.goto(`${this.url}/game/${game.id}`);
    await this.board();
    return game;
  }

  /** Moves a man in the werera by a plain request, as a program would. */
  async answer(id, from, to) {
    const address = `${this.url}/api/v1/games/${id}`;
    const { view } = await (await fetch(address)).json();
    const man = view.men.find((one) => one.cell === from);
    const d = { kind: 'place', side: man.side, id: man.id, from, to };
    const body = JSON.stringify({ id: crypto.randomUUID(), base: view.seq, d });
    const response = await fetch(`${address}/intents`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    assert.equal(response.status, 200, await response.text());
  }

  /** Makes a game through the create page. */
  async create(ruleset, white, black) {
    await this.page.goto(`${this.url}/new/${ruleset}`);
    for (const [side, kind] of [['white', white], ['black', black]]) {
      const group = this.page.locator(`input[name="seat-${side}"]`);
      await group.nth(kind === 'human' ? 0 : 1).check();
    }
    await this.page.getByRole('button', { name: 'Start the game' }).click();
    await this.page.waitForURL('**/game/*');
    await this.board();
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

  async until(question, wish) {
    const end = Date.now() + PATIENCE;
    while (Date.now() < end) {
      if (await question()) return;
      await this.page.waitForTimeout(60);
    }
    throw new Error(`waited in vain for ${wish}`);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  movable() {
    return this.page.locator('.cell.movable').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
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
    await this.until(async () => (await this.movable()).length > 0 || (await this.isOver()) || (await this.passButton().isVisible()), 'a turn');
  }

  passButton() {
    return this.page.getByRole('button', { name: 'Let the turn go by' });
  }

  async resign() {
    await this.page.getByRole('button', { name: /resign/i }).first().click();
    await this.press('Yes, give it up');
    await this.page.waitForSelector('.outcome', { timeout: PATIENCE });
  }
}
