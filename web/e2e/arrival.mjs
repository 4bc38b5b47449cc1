// Ways through the site and what is met on them: history, fonts, the first screen, reasons, signs, the tab's title.
import assert from 'node:assert/strict';

const human = { kind: 'human' };
const loose = (text) => text.replace(/[\u2066-\u2069]/g, '');

export const scenes = { historyAlone, historyFriend, historyLobby, historyPages, fonts, firstScreen, choices, reasons, signs, title };

const where = (table) => new URL(table.page.url()).pathname;

/** Goes back or forward and waits for the address. */
async function travel(table, way, path) {
  await (way === 'back' ? table.page.goBack() : table.page.goForward());
  await table.until(() => (path instanceof RegExp ? path.test(where(table)) : where(table) === path), `${way} to lead to ${path}, not ${where(table)}`);
}

async function reload(table, selector) {
  const path = where(table);
  await table.page.reload();
  await table.page.waitForSelector(selector);
  assert.equal(where(table), path, 'a reload stays where it is');
}

/** Home, a new game, the game, a rematch: each is one step back, and there again. */
async function historyAlone(table) {
  await table.page.goto(`${table.url}/`);
  await table.page.locator('.card', { hasText: 'Shatranj' }).first().click();
  await table.page.waitForURL('**/new/shatranj*');
  await table.choose('opponent', 'screen');
  await table.press('Start game');
  await table.page.waitForURL('**/game/*');
  await table.board();
  const first = where(table);
  await reload(table, '.cells .cell');
  await table.resign();
  await table.press('Rematch');
  await table.until(() => where(table) !== first, 'the rematch');
  await table.board();
  const second = where(table);
  await travel(table, 'back', first);
  await table.page.waitForSelector('.outcome');
  await travel(table, 'back', '/new/shatranj');
  await table.page.waitForSelector('input[name="opponent"][value="screen"]:checked');
  await travel(table, 'back', '/');
  await table.page.waitForSelector('.boards a');
  for (const path of ['/new/shatranj', first, second]) await travel(table, 'forward', path);
  await table.board();
}

/** A challenge is no place to come back to: Back from its game is where it was made. */
async function historyFriend(table) {
  await table.page.goto(`${table.url}/`);
  await table.page.waitForSelector('.boards a');
  await table.page.getByRole('combobox').selectOption('shatranj');
  await table.page.getByRole('link', { name: 'A friend' }).click();
  await table.page.waitForURL('**/new/shatranj*');
  await table.press('Create invite link');
  await table.page.waitForURL('**/challenge/*');
  const link = table.page.url();
  await reload(table, '#challenge-link');
  const friend = await table.neighbour();
  await friend.page.goto(`${table.url}/games`);
  await friend.page.goto(link);
  await friend.press('Accept and play');
  for (const one of [table, friend]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
  }
  const game = where(table);
  assert.equal(await table.page.locator('.called').count(), 0, 'nobody is called to the game he is at');
  await travel(friend, 'back', '/games');
  await travel(friend, 'forward', game);
  await travel(table, 'back', '/new/shatranj');
  await table.page.waitForSelector('input[name="opponent"][value="friend"]:checked');
  await travel(table, 'back', '/');
  await travel(table, 'forward', '/new/shatranj');
  await travel(table, 'forward', game);
  await reload(table, '.cells .cell');
  // The link still leads to the game, and again leaves no place of its own.
  await table.page.goto(`${table.url}/games`);
  await table.page.goto(link);
  await table.page.waitForURL('**/game/*');
  await travel(table, 'back', '/games');
  // A challenge taken back leads home, and Back to where it was made.
  await table.page.goto(`${table.url}/new/senterej?with=friend`);
  await table.press('Create invite link');
  await table.page.waitForURL('**/challenge/*');
  await table.press('Cancel invite');
  await table.until(() => where(table) === '/', 'the way home');
  await travel(table, 'back', '/new/senterej');
}

async function historyLobby(table) {
  await table.page.goto(`${table.url}/new/shatranj?with=open`);
  await table.press('Create open game');
  await table.says('waiting for an opponent');
  const other = await table.neighbour();
  await other.page.goto(`${table.url}/`);
  await other.page.getByRole('button', { name: /^Join / }).first().click();
  for (const one of [table, other]) {
    await one.page.waitForURL('**/game/*');
    await one.board();
    await travel(one, 'back', '/');
    await one.page.waitForSelector('.boards a');
    await travel(one, 'forward', /^\/game\//);
    await one.board();
  }
  await travel(table, 'back', '/');
  await travel(table, 'back', '/new/shatranj');
}

/** Links, filters, the same link twice, a jump within the page, and pages that do not exist. */
async function historyPages(table) {
  await table.sit({ instance: 'oblong-dice', white: human, black: human });
  const game = where(table);
  await table.resign();
  await table.page.locator('.outcome').getByRole('link', { name: 'Replay' }).click();
  await table.page.waitForURL('**/replay/*');
  await reload(table, '.cells .cell');
  await table.page.getByRole('link', { name: 'Rules' }).click();
  await table.page.waitForURL('**/rules/*');
  await travel(table, 'back', /^\/replay\//);
  await travel(table, 'back', game);
  await table.page.locator('.outcome').getByRole('link', { name: 'Verify dice' }).click();
  await table.page.waitForURL('**/verify/*');
  await reload(table, 'h1');
  await table.page.getByRole('link', { name: 'Games', exact: true }).click();
  await table.page.getByRole('link', { name: 'Games', exact: true }).click();
  await table.choose('whose', 'me');
  await table.choose('phase', 'over');
  await table.page.locator('.entry').first().waitFor();
  await reload(table, 'input[name="whose"][value="me"]:checked');
  await table.page.locator('.skip').focus();
  await table.page.keyboard.press('Enter');
  assert.equal(await table.page.evaluate(() => document.activeElement.id), 'main', 'the jump leads to the page');
  await table.page.locator('.entry').first().click();
  await table.page.waitForURL(`**${game}`);
  await travel(table, 'back', '/games');
  await table.page.waitForSelector('input[name="phase"][value="over"]:checked');
  await travel(table, 'back', /^\/verify\//);
  await travel(table, 'back', game);
  await table.page.goto(`${table.url}/nowhere/at/all`);
  await table.page.getByRole('link', { name: 'See all games' }).click();
  await table.page.waitForSelector('.boards a');
  await travel(table, 'back', '/nowhere/at/all');
  await table.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await travel(table, 'forward', '/');
}

/** Every script is set in its own face, and no face is loaded where its script is not. */
async function fonts(table, shoot) {
  await table.page.goto(`${table.url}/`);
  await table.page.waitForSelector('.boards a');
  await table.page.evaluate(() => document.fonts.ready);
  const faces = () => table.page.evaluate(() => [...document.fonts].map(({ unicodeRange, status, weight }) => ({ unicodeRange, status, weight })));
  const loaded = await faces();
  assert.ok(loaded.every((face) => face.weight === '400 700'), 'one range of weights, or Chromium loads only some');
  const status = (first) => loaded.find((face) => face.unicodeRange.toUpperCase().startsWith(first))?.status;
  const texts = await table.page.evaluate(() => document.body.innerText);
  for (const [first, script] of [['U+0-FF', /[a-z]/], ['U+1200', /\p{Script=Ethiopic}/u], ['U+600', /\p{Script=Arabic}/u]]) {
    assert.equal(status(first), script.test(texts) ? 'loaded' : 'unloaded', `the face of ${first}: ${JSON.stringify(loaded)}`);
  }
  const drawn = await table.page.context().newCDPSession(table.page);
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

/** Whatever is chosen, Start is on the first screen. */
async function firstScreen(table, shoot) {
  const { rulesets } = await table.ask('GET', '/api/v1/rulesets');
  const { width, height } = table.page.viewportSize();
  await table.page.setViewportSize({ width, height: width > 700 ? 850 : 844 });
  for (const { id, options } of rulesets) {
    const [option] = options;
    const other = option?.choices.find((choice) => choice.id !== option.default);
    await table.page.goto(`${table.url}/new/${id}?time=5-3`);
    await table.page.locator('.start').waitFor();
    for (const opponent of ['open', 'friend', 'engine', 'screen', 'watch']) {
      await table.choose('opponent', opponent);
      await startIsSeen(table, `${id} with ${opponent}`);
    }
    if (!other) continue;
    await table.page.goto(`${table.url}/new/${encodeURIComponent(`${id}[${option.key}=${other.id}]`)}?with=watch&time=5-3`);
    await table.page.locator('.start').waitFor();
    await startIsSeen(table, `${id} with other rules`);
  }
  await shoot('first-screen');
  await table.page.setViewportSize({ width, height });
}

async function startIsSeen(table, what) {
  const { box, space, isOnTop } = await table.page.locator('.start').evaluate((button) => {
    const box = button.getBoundingClientRect();
    const isOnTop = button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    return { box: { top: box.top, bottom: box.bottom }, space: scrollY === 0 ? innerHeight : -1, isOnTop };
  });
  assert.ok(box.top >= 0 && box.bottom <= space, `Start of ${what} is at ${JSON.stringify(box)} of ${space}`);
  assert.ok(isOnTop, `something lies over Start of ${what}`);
}

/** What is chosen stands in the address: a reload keeps it, Back and a friend find it. */
async function choices(table) {
  await table.page.goto(`${table.url}/new/senterej`);
  await table.choose('opponent', 'watch');
  await table.choose('level', '5');
  await table.choose('other-level', '7');
  await table.choose('time', '5+3');
  await table.page.getByText('Rule options').click();
  const option = table.page.locator('.folded details details').first();
  await option.locator('summary').click();
  const radio = option.locator('input:not(:checked)').first();
  await radio.check();
  await table.until(() => /\[/.test(decodeURIComponent(where(table))), 'the option in the address');
  const address = new URL(table.page.url());
  assert.equal(address.search, '?with=watch&level=5&other=7&time=5-3');
  const states = () => table.page.evaluate(() => [...document.querySelectorAll('form input:checked')].map((one) => `${one.name}=${one.value}`).sort());
  const before = await states();
  await table.page.reload();
  await table.page.waitForSelector('.start');
  assert.deepEqual(await states(), before, 'a reload keeps what was chosen');
  const friend = await table.neighbour();
  await friend.page.goto(address.href);
  await friend.page.waitForSelector('.start');
  assert.deepEqual(await friend.page.evaluate(() => [...document.querySelectorAll('form input:checked')].map((one) => `${one.name}=${one.value}`).sort()), before);
  await table.page.getByRole('link', { name: 'Read the rules' }).click();
  await table.page.waitForURL('**/rules/*');
  await table.page.goBack();
  await table.page.waitForSelector('.start');
  assert.equal(table.page.url(), address.href);
  assert.deepEqual(await states(), before, 'Back finds what was chosen');
}

/** What cannot be done is said with the core's reason, where it covers nothing. */
async function reasons(table, shoot) {
  const { other } = await table.meet({ instance: 'shatranj', fen: '3kr3/8/8/8/8/8/P3N3/4K3 w - - 0 1' });
  await table.turn();
  await table.cell('e2').click();
  await table.says(/is pinned/);
  await coversNothing(table);
  await shoot('reason');
  await table.cell('d8').click();
  await table.says(/belongs to Black/);
  await table.drag('a2', 'a5');
  await table.says(/does not move from a2 to a5/);
  await table.page.getByLabel('Type a move').fill('Nc3');
  await table.page.keyboard.press('Enter');
  await table.until(async () => /is pinned/.test(await table.text('#typed-said')), 'the reason under what was typed');
  await other.page.getByLabel('Type a move').fill('zz');
  await table.click('a2', 'a3');
  await other.turn();
  await other.page.keyboard.press('Enter');
  await other.page.locator('#typed-said').getByText(/is not a move here/).waitFor();
  await other.cell('e8').click();
  await other.cell('d8').click();
  await table.cell('a3').click();
  await table.until(async () => loose(await table.page.locator('#app > [aria-live]').innerText()).length > 0, 'something to be spoken');
}

/** The middle and the corners of every control belong to it, whatever is told. */
async function coversNothing(table) {
  const hidden = await table.page.evaluate(() => {
    const toast = document.querySelector('.toasts p').getBoundingClientRect();
    const meets = (box) => box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    return [...document.querySelectorAll('a, button, input, select, summary, [role=gridcell]')]
      .filter((one) => one.getClientRects().length && !one.matches('.skip') && meets(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 60));
  });
  assert.deepEqual(hidden, [], 'what is told covers no control');
}

/** The last move and the picked man are seen and spoken, in forced colours too. */
async function signs(table, shoot) {
  for (const instance of ['senterej', 'mideast', 'shatranj', 'oblong']) {
    for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
      await table.page.emulateMedia({ colorScheme: null, forcedColors: null, ...media });
      await table.sit({ instance, white: human, black: human });
      const from = (await table.movable())[0];
      await table.moveAny();
      await table.until(async () => (await table.page.locator('.cell.last').count()) === 2, 'the last move to be marked');
      await table.page.mouse.move(1, 1);
      const ratio = await table.page.evaluate(signContrast);
      assert.ok(ratio >= 3, `the last move of ${instance} has ${ratio} in ${JSON.stringify(media)} from ${from}`);
    }
    await table.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    // Axe reckons with colours that are not forced, so it does not look at this one.
    await shoot.plainly(`forced-${instance}`);
    await table.page.emulateMedia({ colorScheme: null, forcedColors: null });
  }
  await table.sit({ instance: 'shatranj', white: human, black: human, fen: '4k3/8/8/8/1p6/2N5/8/4K3 w - - 0 1' });
  const bare = await shareOf(table, 'c3', [255, 250, 240]);
  await table.cell('c3').focus();
  await table.page.keyboard.press('Enter');
  await table.page.locator('[data-cell="c3"].selected').waitFor();
  const picked = await shareOf(table, 'c3', [255, 250, 240]);
  assert.ok(bare > 0.02 && picked > bare * 0.9, `the man is covered: ${bare} of his cell had his colour, now ${picked}`);
  const spoken = () => table.page.locator('#app > [aria-live]').innerText();
  await table.until(async () => / c3, \d moves\./.test(loose(await spoken())), 'the picked man to be spoken');
  assert.match(loose(await table.label('d5')), /can be reached/);
  await shoot('picked');
  await table.page.keyboard.press('Escape');
  assert.doesNotMatch(loose(await table.label('d5')), /can be reached/);
  await table.sit({ instance: 'shatranj', white: human, black: human, fen: '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1' });
  await table.cell('c3').click();
  await table.until(async () => / c3, \d moves, 1 capture\./.test(loose(await spoken())), 'the capture to be spoken');
  assert.match(loose(await table.label('d5')), /can be captured/);
}

/** What part of a cell as it is drawn has exactly this colour. */
async function shareOf(table, cell, colour) {
  const png = (await table.cell(cell).screenshot()).toString('base64');
  const blank = await table.page.context().newPage();
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

/** The least contrast of the frame of the last move with the cells; runs in the page. */
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

/** The tab says whose turn it is: to the player, not to whoever watches. */
async function title(table) {
  const { other, game } = await table.meet({ instance: 'shatranj' });
  const bystander = await table.neighbour();
  await bystander.open(game.id);
  const says = (one, pattern) => one.until(async () => pattern.test(loose(await one.page.title())), `the title to match ${pattern}`);
  await says(table, /^Your turn/);
  await says(other, /^Shatranj/);
  await says(bystander, /^Shatranj/);
  await table.turn();
  await table.click('e2', 'e3');
  await says(other, /^Your turn/);
  await says(table, /^Shatranj/);
  await other.resign();
  await says(table, /^White wins/);
  const { other: rival } = await table.meet({ instance: 'senterej' });
  await says(table, /^Both players move/);
  await says(rival, /^Both players move/);
}
