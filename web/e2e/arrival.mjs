// Navigation and page details: history, fonts, first screen, reasons, markers, tab title.
import assert from 'node:assert/strict';

const human = { kind: 'human' };
const stripIsolation = (text) => text.replace(/[\u2066-\u2069]/g, '');

export const scenes = { historyAlone, historyFriend, historyLobby, historyPages, fonts, firstScreen, choices, reasons, signs, title };

const where = (player) => new URL(player.page.url()).pathname;

/** Goes back or forward and waits for the URL. */
async function travel(player, way, path) {
  await (way === 'back' ? player.page.goBack() : player.page.goForward());
  await player.until(() => (path instanceof RegExp ? path.test(where(player)) : where(player) === path), `${way} to lead to ${path}, not ${where(player)}`);
}

async function reload(player, selector) {
  const path = where(player);
  await player.page.reload();
  await player.page.waitForSelector(selector);
  assert.equal(where(player), path, 'a reload stays where it is');
}

/** Home, new game, game and rematch are one history entry each. */
async function historyAlone(player) {
  await player.page.goto(`${player.url}/`);
  await player.page.locator('.card', { hasText: 'Shatranj' }).first().click();
  await player.page.waitForURL('**/new/shatranj*');
  await player.choose('opponent', 'screen');
  await player.clickButton('Start game');
  await player.page.waitForURL('**/game/*');
  await player.board();
  const first = where(player);
  await reload(player, '.cells .cell');
  await player.resign();
  await player.clickButton('Rematch');
  await player.until(() => where(player) !== first, 'the rematch');
  await player.board();
  const second = where(player);
  await travel(player, 'back', first);
  await player.page.waitForSelector('.outcome');
  await travel(player, 'back', '/new/shatranj');
  await player.page.waitForSelector('input[name="opponent"][value="screen"]:checked');
  await travel(player, 'back', '/');
  await player.page.waitForSelector('.boards a');
  for (const path of ['/new/shatranj', first, second]) await travel(player, 'forward', path);
  await player.board();
}

/** A challenge leaves no history entry: Back from its game shows where it was created. */
async function historyFriend(player) {
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.boards a');
  await player.page.getByRole('combobox').selectOption('shatranj');
  await player.page.getByRole('link', { name: 'A friend' }).click();
  await player.page.waitForURL('**/new/shatranj*');
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  const link = player.page.url();
  await reload(player, '#challenge-link');
  const friend = await player.newPlayer();
  await friend.page.goto(`${player.url}/games`);
  await friend.page.goto(link);
  await friend.clickButton('Accept and play');
  for (const one of [player, friend]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
  }
  const game = where(player);
  assert.equal(await player.page.locator('.called').count(), 0, 'the game already shown gives no notice');
  await travel(friend, 'back', '/games');
  await travel(friend, 'forward', game);
  await travel(player, 'back', '/new/shatranj');
  await player.page.waitForSelector('input[name="opponent"][value="friend"]:checked');
  await travel(player, 'back', '/');
  await travel(player, 'forward', '/new/shatranj');
  await travel(player, 'forward', game);
  await reload(player, '.cells .cell');
  // The link still opens the game, again without a history entry of its own.
  await player.page.goto(`${player.url}/games`);
  await player.page.goto(link);
  await player.page.waitForURL('**/game/*');
  await travel(player, 'back', '/games');
  // A cancelled challenge leads home, and Back to where it was created.
  await player.page.goto(`${player.url}/new/senterej?with=friend`);
  await player.clickButton('Create invite link');
  await player.page.waitForURL('**/challenge/*');
  await player.clickButton('Cancel invite');
  await player.until(() => where(player) === '/', 'the way home');
  await travel(player, 'back', '/new/senterej');
}

async function historyLobby(player) {
  await player.page.goto(`${player.url}/new/shatranj?with=open`);
  await player.clickButton('Create open game');
  await player.waitForText('waiting for an opponent');
  const other = await player.newPlayer();
  await other.page.goto(`${player.url}/`);
  await other.page.getByRole('button', { name: /^Join / }).first().click();
  for (const one of [player, other]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
    await travel(one, 'back', '/');
    await one.page.waitForSelector('.boards a');
    await travel(one, 'forward', /^\/game\//);
    await one.board();
  }
  await travel(player, 'back', '/');
  await travel(player, 'back', '/new/shatranj');
}

/** Links, filters, the same link twice, a jump within the page, and pages that do not exist. */
async function historyPages(player) {
  await player.openNewGame({ instance: 'oblong-dice', white: human, black: human });
  const game = where(player);
  await player.resign();
  await player.page.locator('.outcome').getByRole('link', { name: 'Replay' }).click();
  await player.page.waitForURL('**/replay/*');
  await reload(player, '.cells .cell');
  await player.page.getByRole('link', { name: 'Rules' }).click();
  await player.page.waitForURL('**/rules/*');
  await travel(player, 'back', /^\/replay\//);
  await travel(player, 'back', game);
  await player.page.locator('.outcome').getByRole('link', { name: 'Verify dice' }).click();
  await player.page.waitForURL('**/verify/*');
  await reload(player, 'h1');
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.page.getByRole('link', { name: 'Games', exact: true }).click();
  await player.choose('whose', 'me');
  await player.choose('phase', 'over');
  await player.page.locator('.entry').first().waitFor();
  await reload(player, 'input[name="whose"][value="me"]:checked');
  await player.page.locator('.skip').focus();
  await player.page.keyboard.press('Enter');
  assert.equal(await player.page.evaluate(() => document.activeElement.id), 'main', 'the jump leads to the page');
  await player.page.locator('.entry').first().click();
  await player.page.waitForURL(`**${game}`);
  await travel(player, 'back', '/games');
  await player.page.waitForSelector('input[name="phase"][value="over"]:checked');
  await travel(player, 'back', /^\/verify\//);
  await travel(player, 'back', game);
  await player.page.goto(`${player.url}/nowhere/at/all`);
  await player.page.getByRole('link', { name: 'See all games' }).click();
  await player.page.waitForSelector('.boards a');
  await travel(player, 'back', '/nowhere/at/all');
  await player.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await travel(player, 'forward', '/');
}

/** Every script uses its own font face; unused faces are not loaded. */
async function fonts(player, shoot) {
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.boards a');
  await player.page.evaluate(() => document.fonts.ready);
  const faces = () => player.page.evaluate(() => [...document.fonts].map(({ unicodeRange, status, weight }) => ({ unicodeRange, status, weight })));
  const loaded = await faces();
  assert.ok(loaded.every((face) => face.weight === '400 700'), 'one range of weights, or Chromium loads only some');
  const status = (first) => loaded.find((face) => face.unicodeRange.toUpperCase().startsWith(first))?.status;
  const texts = await player.page.evaluate(() => document.body.innerText);
  for (const [first, script] of [['U+0-FF', /[a-z]/], ['U+1200', /\p{Script=Ethiopic}/u], ['U+600', /\p{Script=Arabic}/u]]) {
    assert.equal(status(first), script.test(texts) ? 'loaded' : 'unloaded', `the face of ${first}: ${JSON.stringify(loaded)}`);
  }
  const drawn = await player.page.context().newCDPSession(player.page);
  await drawn.send('DOM.enable');
  await drawn.send('CSS.enable');
  const { root } = await drawn.send('DOM.getDocument');
  const facesOf = async (selector) => {
    const { nodeIds } = await drawn.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    const all = await Promise.all(nodeIds.map((nodeId) => drawn.send('CSS.getPlatformFontsForNode', { nodeId })));
    return new Set(all.flatMap((one) => one.fonts.map((font) => `${font.familyName} ${font.isCustomFont}`)));
  };
  assert.deepEqual([...(await facesOf('.lead'))], ['Noto Serif true'], 'Latin letters');
  const native = await facesOf('.native');
  for (const family of ['Noto Serif Ethiopic', 'Noto Naskh Arabic']) assert.ok(native.has(`${family} true`), `${family}, not ${[...native]}`);
  await shoot('fonts');
}

/** The start button is visible without scrolling, whatever is selected. */
async function firstScreen(player, shoot) {
  const { rulesets } = await player.ask('GET', '/api/v1/rulesets');
  const { width, height } = player.page.viewportSize();
  await player.page.setViewportSize({ width, height: width > 700 ? 850 : 844 });
  for (const { id, options } of rulesets) {
    const [option] = options;
    const other = option?.choices.find((choice) => choice.id !== option.default);
    await player.page.goto(`${player.url}/new/${id}?time=5-3`);
    await player.page.locator('.start').waitFor();
    for (const opponent of ['open', 'friend', 'engine', 'screen', 'watch']) {
      await player.choose('opponent', opponent);
      await assertStartVisible(player, `${id} with ${opponent}`);
    }
    if (!other) continue;
    await player.page.goto(`${player.url}/new/${encodeURIComponent(`${id}[${option.key}=${other.id}]`)}?with=watch&time=5-3`);
    await player.page.locator('.start').waitFor();
    await assertStartVisible(player, `${id} with other rules`);
  }
  await shoot('first-screen');
  await player.page.setViewportSize({ width, height });
}

async function assertStartVisible(player, what) {
  const { box, space, isOnTop } = await player.page.locator('.start').evaluate((button) => {
    const box = button.getBoundingClientRect();
    const isOnTop = button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    return { box: { top: box.top, bottom: box.bottom }, space: scrollY === 0 ? innerHeight : -1, isOnTop };
  });
  assert.ok(box.top >= 0 && box.bottom <= space, `Start of ${what} is at ${JSON.stringify(box)} of ${space}`);
  assert.ok(isOnTop, `something lies over Start of ${what}`);
}

/** The setup is kept in the URL: reload, Back and sharing preserve it. */
async function choices(player) {
  await player.page.goto(`${player.url}/new/senterej`);
  await player.choose('opponent', 'watch');
  await player.choose('level', '5');
  await player.choose('other-level', '7');
  await player.choose('time', '5+3');
  await player.page.getByText('Rule options').click();
  const option = player.page.locator('.folded details details').first();
  await option.locator('summary').click();
  const radio = option.locator('input:not(:checked)').first();
  await radio.check();
  await player.until(() => /\[/.test(decodeURIComponent(where(player))), 'the option in the address');
  const address = new URL(player.page.url());
  assert.equal(address.search, '?with=watch&level=5&other=7&time=5-3');
  const states = () => player.page.evaluate(() => [...document.querySelectorAll('form input:checked')].map((one) => `${one.name}=${one.value}`).sort());
  const before = await states();
  await player.page.reload();
  await player.page.waitForSelector('.start');
  assert.deepEqual(await states(), before, 'a reload keeps what was chosen');
  const friend = await player.newPlayer();
  await friend.page.goto(address.href);
  await friend.page.waitForSelector('.start');
  assert.deepEqual(await friend.page.evaluate(() => [...document.querySelectorAll('form input:checked')].map((one) => `${one.name}=${one.value}`).sort()), before);
  await player.page.getByRole('link', { name: 'Read the rules' }).click();
  await player.page.waitForURL('**/rules/*');
  await player.page.goBack();
  await player.page.waitForSelector('.start');
  assert.equal(player.page.url(), address.href);
  assert.deepEqual(await states(), before, 'Back finds what was chosen');
}

/** Illegal moves are explained with the server's reason, without covering controls. */
async function reasons(player, shoot) {
  const { other } = await player.startGame({ instance: 'shatranj', fen: '3kr3/8/8/8/8/8/P3N3/4K3 w - - 0 1' });
  await player.turn();
  await player.cell('e2').click();
  await player.waitForText(/is pinned/);
  await assertToastCoversNothing(player);
  await shoot('reason');
  await player.cell('d8').click();
  await player.waitForText(/belongs to Black/);
  await player.drag('a2', 'a5');
  await player.waitForText(/does not move from a2 to a5/);
  await player.page.getByLabel('Type a move').fill('Nc3');
  await player.page.keyboard.press('Enter');
  await player.until(async () => /is pinned/.test(await player.text('#typed-said')), 'the reason under what was typed');
  await other.page.getByLabel('Type a move').fill('zz');
  await player.click('a2', 'a3');
  await other.turn();
  await other.page.keyboard.press('Enter');
  await other.page.locator('#typed-said').getByText(/is not a move here/).waitFor();
  await other.cell('e8').click();
  await other.cell('d8').click();
  await player.cell('a3').click();
  await player.until(async () => stripIsolation(await player.page.locator('#app > [aria-live]').innerText()).length > 0, 'something to be spoken');
}

/** Toasts cover no control. */
async function assertToastCoversNothing(player) {
  const hidden = await player.page.evaluate(() => {
    const toast = document.querySelector('.toasts p').getBoundingClientRect();
    const meets = (box) => box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    return [...document.querySelectorAll('a, button, input, select, summary, [role=gridcell]')]
      .filter((one) => one.getClientRects().length && !one.matches('.skip') && meets(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 60));
  });
  assert.deepEqual(hidden, [], 'toasts cover no control');
}

/** The last move and the selected piece are visible and announced, in forced colours too. */
async function signs(player, shoot) {
  for (const instance of ['senterej', 'mideast', 'shatranj', 'oblong']) {
    for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
      await player.page.emulateMedia({ colorScheme: null, forcedColors: null, ...media });
      await player.openNewGame({ instance, white: human, black: human });
      const from = (await player.movable())[0];
      await player.moveAny();
      await player.until(async () => (await player.page.locator('.cell.last').count()) === 2, 'the last move to be marked');
      await player.page.mouse.move(1, 1);
      const ratio = await player.page.evaluate(signContrast);
      assert.ok(ratio >= 3, `the last move of ${instance} has ${ratio} in ${JSON.stringify(media)} from ${from}`);
    }
    await player.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    // Axe ignores forced colours, so it is not run here.
    await shoot.plainly(`forced-${instance}`);
    await player.page.emulateMedia({ colorScheme: null, forcedColors: null });
  }
  await player.openNewGame({ instance: 'shatranj', white: human, black: human, fen: '4k3/8/8/8/1p6/2N5/8/4K3 w - - 0 1' });
  const bare = await colourShare(player, 'c3', [255, 250, 240]);
  await player.cell('c3').focus();
  await player.page.keyboard.press('Enter');
  await player.page.locator('[data-cell="c3"].selected').waitFor();
  const picked = await colourShare(player, 'c3', [255, 250, 240]);
  assert.ok(bare > 0.02 && picked > bare * 0.9, `the piece is covered: ${bare} of its cell had its colour, now ${picked}`);
  const spoken = () => player.page.locator('#app > [aria-live]').innerText();
  await player.until(async () => / c3, \d moves\./.test(stripIsolation(await spoken())), 'the selected piece to be announced');
  assert.match(stripIsolation(await player.label('d5')), /can be reached/);
  await shoot('picked');
  await player.page.keyboard.press('Escape');
  assert.doesNotMatch(stripIsolation(await player.label('d5')), /can be reached/);
  await player.openNewGame({ instance: 'shatranj', white: human, black: human, fen: '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1' });
  await player.cell('c3').click();
  await player.until(async () => / c3, \d moves, 1 capture\./.test(stripIsolation(await spoken())), 'the capture to be spoken');
  assert.match(stripIsolation(await player.label('d5')), /can be captured/);
}

/** Share of a cell's pixels that have exactly this colour. */
async function colourShare(player, cell, colour) {
  const png = (await player.cell(cell).screenshot()).toString('base64');
  const blank = await player.page.context().newPage();
  const share = await blank.evaluate(async ([text, wanted]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.every((part, k) => data[i + k] === part) ? 1 : 0;
    return count / (data.length / 4);
  }, [png, colour]);
  await blank.close();
  return share;
}

/** Minimum contrast of the last-move frame against the cells; runs in the page. */
function signContrast() {
  const luminance = (colour) => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const field = document.querySelector('.board > .field');
  const chequer = field.querySelector('path[fill="var(--dark)"]');
  const grounds = [getComputedStyle(field).backgroundColor, ...(chequer ? [getComputedStyle(chequer).fill] : [])];
  const sign = getComputedStyle(document.querySelector('.cell.last')).boxShadow.match(/rgb\([^)]*\)/)?.[0];
  if (!sign) return 0;
  return Math.min(...grounds.map((ground) => {
    const [low, high] = [luminance(ground), luminance(sign)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }));
}

/** The tab title shows the turn to players, not to spectators. */
async function title(player) {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const bystander = await player.newPlayer();
  await bystander.open(game.id);
  const says = (one, pattern) => one.until(async () => pattern.test(stripIsolation(await one.page.title())), `the title to match ${pattern}`);
  await says(player, /^Your turn/);
  await says(other, /^Shatranj/);
  await says(bystander, /^Shatranj/);
  await player.turn();
  await player.click('e2', 'e3');
  await says(other, /^Your turn/);
  await says(player, /^Shatranj/);
  await other.resign();
  await says(player, /^White wins/);
  const { other: rival } = await player.startGame({ instance: 'senterej' });
  await says(player, /^Both players move/);
  await says(rival, /^Both players move/);
}
