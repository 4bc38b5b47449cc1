import { expect, test } from './fixtures.ts';
import type { PlayerPage } from './player.ts';

/** A first game proposes the weakest level, described in words. */
test('first_game_proposes_the_weakest_level', { tag: '@phone' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/play/senterej`);
  await player.waitForText('Level 1: Beginner');
  await player.waitForText('Makes mistakes a child would make.');
  expect(await player.page.getByRole('slider', { name: 'Level' }).inputValue()).toBe('1');
  await checkPage('newcomer');
});

/** The setup is kept in the URL: reload, Back and sharing preserve it. */
test('setup_is_kept_in_the_address', { tag: '@desk' }, async ({ player }) => {
  await player.page.goto(`${player.url}/play/senterej`);
  await player.page.locator('.folded summary', { hasText: 'Spectators' }).click();
  await player.clickButton('Watch the computer play itself.');
  await player.setLevel(5, 'Level for Gold');
  await player.setLevel(7, 'Level for Green');
  await player.choose('time', '5+3');
  await player.page.locator('.folded > details > summary', { hasText: 'Rules' }).click();
  const option = player.page.locator('.folded details details').first();
  await option.locator('summary').click();
  const radio = option.locator('input:not(:checked)').first();
  await radio.check();
  await player.until(() => /\[/.test(decodeURIComponent(player.path())), 'the option in the address');
  const address = new URL(player.page.url());
  expect(address.search).toBe('?with=watch&level=5&other=7&time=5-3');
  const before = await chosenInputs(player);
  await player.page.reload();
  await player.page.waitForSelector('.start');
  expect(await chosenInputs(player), 'a reload keeps what was chosen').toEqual(before);
  const friend = await player.newPlayer();
  await friend.page.goto(address.href);
  await friend.page.waitForSelector('.start');
  expect(await chosenInputs(friend)).toEqual(before);
  await player.page.getByRole('link', { name: 'Read the rules' }).click();
  await player.page.waitForURL('**/library/*');
  await player.page.goBack();
  await player.page.waitForSelector('.start');
  expect(player.page.url()).toBe(address.href);
  expect(await chosenInputs(player), 'Back finds what was chosen').toEqual(before);
});

/** The start button is visible without scrolling, whatever is selected. */
test('start_button_is_visible_without_scrolling', async ({ player, checkPage }) => {
  const { rulesets } = await player.ask('GET', '/api/v1/rulesets');
  const { width, height } = player.page.viewportSize()!;
  await player.page.setViewportSize({ width, height: width > 700 ? 850 : 844 });
  for (const { id, options } of rulesets) {
    const [option] = options;
    const other = option?.choices.find((choice: { key: string }) => choice.key !== option.default);
    await player.page.goto(`${player.url}/play/${id}?time=5-3`);
    await player.page.locator('.start').waitFor();
    for (const opponent of ['open', 'friend', 'engine', 'screen']) {
      await player.choose('opponent', opponent);
      await expectStartVisible(player, `${id} with ${opponent}`);
    }
    if (!other) continue;
    await player.page.goto(`${player.url}/play/${encodeURIComponent(`${id}[${option.key}=${other.key}]`)}?with=watch&time=5-3`);
    await player.page.locator('.start').waitFor();
    await expectStartVisible(player, `${id} with other rules`);
  }
  await checkPage('first-screen');
  await player.page.setViewportSize({ width, height });
});

test('rules_have_paragraphs_and_list_the_laws', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/library/senterej`);
  await player.page.getByRole('heading', { name: 'Rules and sources' }).waitFor();
  expect(await player.page.locator('#story > p:not(.source)').count(), 'paragraphs of the description').toBe(3);
  expect(await player.page.locator('article').count(), 'laws').toBeGreaterThan(0);
  await checkPage('rules');
});

/** Others see it too, also in a game that has begun. */
test('name_is_changed_and_deleted_in_the_settings', async ({ player, checkPage }) => {
  const { other, game } = await player.startGame({ instance: 'shatranj' });
  const settings = await player.page.context().newPage();
  await settings.goto(`${player.url}/settings`);
  const name = settings.getByRole('textbox', { name: 'Your name' });
  await name.fill('Zerfeshiwal');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText(/You’re now \W*Zerfeshiwal/).waitFor();
  await other.open(game.id);
  await other.page.locator('.player').getByText('Zerfeshiwal').waitFor();
  await settings.getByRole('button', { name: 'Delete', exact: true }).click();
  await settings.getByText(/You’re now \W*Guest \W*\d+/).waitFor();
  expect([await name.inputValue(), await settings.getByRole('button', { name: 'Delete', exact: true }).count()]).toEqual(['', 0]);
  await other.page.reload();
  await other.page.locator('.player').getByText(/Guest/).first().waitFor();
  expect(await other.page.getByText('Zerfeshiwal').count()).toBe(0);
  await checkPage('name-deleted');
});

test('settings_change_letters_theme_and_skin', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/play/shatranj`);
  await player.page.waitForSelector('.board');
  await player.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await player.waitForText('International');
  await checkPage('settings');
  await player.page.getByText('International').click();
  await player.page.getByText('Dark', { exact: true }).click();
  await player.page.locator('main').getByRole('combobox').selectOption('plain-chequered');
  await player.page.goBack();
  await player.page.waitForSelector('.board');
  expect(await player.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect(await player.page.locator('.board').getAttribute('data-skin')).toBe('plain-chequered');
  await checkPage('dark');
});

/** Every script uses its own font face; unused faces are not loaded. */
test('fonts_are_loaded_for_the_scripts_in_use', { tag: '@desk' }, async ({ player, checkPage }) => {
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.family a');
  await player.page.evaluate(() => document.fonts.ready);
  // A face for every character is a font of the device that holds the place of another.
  const faces = () =>
    player.page.evaluate(() =>
      [...document.fonts]
        .filter(({ unicodeRange }) => unicodeRange !== 'U+0-10FFFF')
        .map(({ unicodeRange, status, weight }) => ({ unicodeRange, status, weight })),
    );
  const loaded = await faces();
  expect(
    loaded.every((face) => face.weight === '400 700'),
    'one range of weights, or Chromium loads only some',
  ).toBe(true);
  // Names of languages in a closed list are not drawn.
  const text = await player.page.evaluate(() => {
    const drawn = [...document.querySelectorAll('body *:not(option, script, style)')].flatMap((one) =>
      [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE),
    );
    return drawn.map((node) => node.textContent).join('');
  });
  const codes = [...new Set(text)].map((letter) => letter.codePointAt(0)!);
  const isNeeded = (unicodeRange: string) =>
    unicodeRange.split(', ').some((range) => {
      const [first, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16));
      return codes.some((code) => code >= first! && code <= last!);
    });
  for (const face of loaded)
    expect(face.status, `the face of ${face.unicodeRange}`).toBe(isNeeded(face.unicodeRange) ? 'loaded' : 'unloaded');
  expect(loaded.filter((face) => face.status === 'loaded').length, 'faces of three scripts').toBeGreaterThanOrEqual(3);
  const drawn = await player.page.context().newCDPSession(player.page);
  await drawn.send('DOM.enable');
  await drawn.send('CSS.enable');
  const { root } = await drawn.send('DOM.getDocument');
  const facesOf = async (selector: string) => {
    const { nodeIds } = await drawn.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    const all = await Promise.all(nodeIds.map((nodeId) => drawn.send('CSS.getPlatformFontsForNode', { nodeId })));
    return new Set(all.flatMap((one) => one.fonts.map((font) => `${font.familyName} ${font.isCustomFont}`)));
  };
  expect([...(await facesOf('.lead'))], 'Latin letters').toEqual(['Noto Serif true']);
  const native = await facesOf('.native');
  for (const family of ['Noto Serif Ethiopic', 'Noto Naskh Arabic']) expect([...native]).toContain(`${family} true`);
  await checkPage('fonts');
});

/** Everything is readable in dark mode. */
test('dark_mode_is_readable', async ({ player, checkPage }) => {
  await player.page.emulateMedia({ colorScheme: 'dark' });
  await player.startGame({ instance: 'senterej', time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 } });
  await player.click('g1', 'f3');
  await player.page.getByRole('button', { name: /^Undo .*g1.*f3/ }).waitFor();
  await player.cell('f3').click();
  await checkPage('night-game');
  await player.page.goto(`${player.url}/`);
  await player.page.waitForSelector('.family a');
  await checkPage('night-home');
  for (const ruleset of ['oblong-dice', 'mideast', 'shatranj']) {
    await player.openSharedGame({ instance: ruleset });
    await checkPage(`night-${ruleset}`);
  }
  await player.resign();
  await checkPage('night-over');
  await player.page.goto(`${player.url}/play/mideast`);
  await player.page.getByRole('button', { name: 'Start game' }).waitFor();
  await checkPage('night-create');
});

test.describe('missing pages', () => {
  test.use({ allowedErrors: /status of 404/ });

  /** Pages in states that are not reached by playing. */
  test('unusual_states_have_a_page', async ({ player, checkPage }) => {
    await player.page.goto(`${player.url}/games`);
    await player.choose('whose', 'me');
    await player.waitForText('You haven’t played any games yet.');
    await checkPage('games-empty');
    for (const ruleset of ['senterej', 'oblong-dice', 'mideast']) {
      await player.page.goto(`${player.url}/play/${ruleset}`);
      await player.page.getByText('Rules', { exact: true }).last().click();
      const options = player.page.locator('.folded details details summary');
      if (await options.count()) await options.first().click();
      await checkPage(`create-${ruleset}`);
    }
    await player.page.goto(`${player.url}/game/nosuchgame`);
    await player.page.locator('[role=alert]').waitFor();
    await player.page.goto(`${player.url}/challenge/nosuchseek`);
    await player.page.getByRole('heading', { name: 'This invite has ended' }).waitFor();
    await checkPage('gone-challenge');
    await player.page.goto(`${player.url}/nowhere/at/all`);
    await player.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});

/** Names and values of what is chosen in the form. */
function chosenInputs({ page }: PlayerPage): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('form :is(input:checked, input[type="range"])')]
      .map((one) => `${one.name}=${one.value}`)
      .sort(),
  );
}

async function expectStartVisible(player: PlayerPage, what: string): Promise<void> {
  const { box, space, isOnTop } = await player.page.locator('.start').evaluate((button) => {
    const box = button.getBoundingClientRect();
    const isOnTop = button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    return { box: { top: box.top, bottom: box.bottom }, space: scrollY === 0 ? innerHeight : -1, isOnTop };
  });
  expect(box.top, `top of Start of ${what}`).toBeGreaterThanOrEqual(0);
  expect(box.bottom, `bottom of Start of ${what}`).toBeLessThanOrEqual(space);
  expect(isOnTop, `something lies over Start of ${what}`).toBe(true);
}
