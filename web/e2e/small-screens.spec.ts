// What must be in sight on small screens and at 200 % of a desk's.
import { expect, test } from './fixtures.ts';
import { boxOf, HUMAN, type PlayerPage } from './player.ts';

const ENGINE = { kind: 'engine', level: 1 };
/** The screens: phones, and a desk at 200 %. */
const SCREENS = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
];

/** The button is on the screen, and nothing lies over its middle. */
async function expectPressable(player: PlayerPage, selector: string, what: string): Promise<void> {
  const box = await boxOf(player.page.locator(selector));
  const isOnTop = await player.page.locator(selector).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return !!found && button.contains(found);
  });
  const { height } = player.page.viewportSize()!;
  expect({ isOnTop, isBelow: box.y + box.height > height }, what).toEqual({ isOnTop: true, isBelow: false });
}

for (const screen of SCREENS) {
  const name = `${screen.width}x${screen.height}`;

  test.describe(name, () => {
    test.use({ viewport: screen });

    test(`werera_begins_without_scrolling_at_${name}`, { tag: '@desk' }, async ({ player, checkPage }) => {
      const time_control = { kind: 'fischer', initial: 600, increment: 5, werera: 120 };
      await player.openNewGame({ instance: 'senterej', white: HUMAN, black: ENGINE, time_control });
      await player.page.locator('.ready').waitFor();
      await expectPressable(player, '.ready', 'the button that begins');
      await checkPage(`werera-${name}`);
    });
  });
}

test.describe('phone', () => {
  test.use({ viewport: SCREENS[1], hasTouch: true });

  test('chat_of_a_phone_is_written_above_the_bar', { tag: '@desk' }, async ({ player, checkPage }) => {
    const { other } = await player.startGame({ instance: 'shatranj' });
    await other.pane('chat');
    await other.page.locator('.chat-panel form input').waitFor();
    await player.pane('chat');
    await player.page.locator('.chat-panel form input').fill('Selam');
    await expectPressable(player, '.chat-panel form button', 'the button that sends');
    expect(await player.page.locator('.stepper').count(), 'steps through the moves over the chat').toBe(0);
    await checkPage('chat-sheet');
    await player.page.locator('#tab-chat').click();
    expect(await player.page.locator('.chat-panel').isVisible(), 'the sheet closes').toBe(false);
    await player.page.locator('.stepper').waitFor();
  });
});

/** Under a lying board there are two columns, and nothing is too wide under a standing one. */
test('replay_of_a_long_board_has_two_columns', async ({ player, checkPage }) => {
  const { id } = await player.openSharedGame({ instance: 'oblong' });
  await player.page.goto(`${player.url}/replay/${id}`);
  await player.page.locator('.after .share').waitFor();
  const lefts = await player.page
    .locator('.side-panel > *')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(new Set(lefts).size, `columns at ${lefts}`).toBeLessThanOrEqual(2);
  await checkPage('replay-long');
});
