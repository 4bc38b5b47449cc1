// Every ruleset from start to result in the page, alternating desktop and phone screens: random
// clicks against the weakest engine level. Slow; `npm run marathon` runs it, the gate does not.
import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import type { PlayerPage } from './player.ts';
import { desk, phone } from './screens.ts';

const MAX_TURNS = 2800;
const PLACEMENTS_BEFORE_CAPTURES = 8;
/** Placements after which White offers to start the turns. */
const PLACEMENTS = 40;
/** Enough for `MAX_TURNS` at half a second each. */
const TIMEOUT = 30 * 60_000;

const rulesets = readdirSync(new URL('../../rulesets', import.meta.url))
  .filter((file) => file.endsWith('.toml') && file !== 'sources.toml')
  .map((file) => file.replace('.toml', ''));

interface Move {
  capture?: unknown;
  from: string;
  promotion?: string;
  to: string;
}

/** What the server answers of a game, as far as the marathon reads it. */
interface View {
  legal_moves: { white?: Record<string, Omit<Move, 'from'>[]> };
  node: string;
  pass: unknown;
  result: { text: string } | null;
  turn: string;
}

const pick = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** Picks a move for White: a capture if possible, in the werera only after some placements. */
function choose(view: View, placed: number): Move | undefined {
  const all = Object.entries(view.legal_moves.white ?? {}).flatMap(([from, moves]) => moves.map((one) => ({ from, ...one })));
  const captures = all.filter((one) => one.capture);
  const mayCapture = view.node !== 'werera' || placed >= PLACEMENTS_BEFORE_CAPTURES;
  if (captures.length && mayCapture) return pick(captures);
  return pick(all.filter((one) => !one.capture)) ?? pick(all);
}

/** Plays for White if it can move; a click may come too late, so the next turn looks again. */
async function playTurn(player: PlayerPage, view: View, placed: number): Promise<number> {
  const { page } = player;
  const mayMove = view.node === 'werera' ? view.turn !== 'black' : view.node === 'choice' && view.turn === 'white';
  const move = mayMove ? choose(view, placed) : undefined;
  if (!move) {
    if (mayMove && view.pass)
      await page
        .getByRole('button', { name: /^pass$/i })
        .first()
        .click({ timeout: 2000 })
        .catch(() => {});
    await page.waitForTimeout(60);
    return placed;
  }
  if (view.node === 'werera' && placed >= PLACEMENTS) {
    const start = page.getByRole('button', { name: 'Start taking turns' });
    await start
      .first()
      .click({ timeout: 2000 })
      .catch(() => {});
    await start
      .last()
      .click({ timeout: 2000 })
      .catch(() => {});
    await page.waitForTimeout(200);
    return placed + 1;
  }
  await player.click(move.from, move.to).catch(() => {});
  if (move.promotion)
    await page
      .locator(`[data-promotion="${move.promotion}"]`)
      .click({ timeout: 800 })
      .catch(() => {});
  await page.waitForTimeout(view.node === 'werera' ? 300 : 80);
  return placed + (view.node === 'werera' ? 1 : 0);
}

test.use({ actionTimeout: 5000 });

test('rulesets_of_the_server_are_those_played_here', async ({ player }) => {
  const listed = await player.ask('GET', '/api/v1/rulesets');
  expect(listed.rulesets.map((one: { id: string }) => one.id).sort()).toEqual([...rulesets].sort());
});

for (const [i, ruleset] of rulesets.entries()) {
  test.describe(() => {
    test.use(i % 2 ? phone : desk);

    test(`${ruleset}_is_played_to_its_result`, async ({ player, takePicture }) => {
      test.setTimeout(TIMEOUT);
      await player.page.goto(`${player.url}/play/${ruleset}?with=engine&level=1&colour=white`);
      await player.clickButton('Start game');
      await player.page.waitForURL('**/game/*');
      await player.board();
      const id = player.path().split('/').pop()!;
      let placed = 0;
      let view: View = (await player.read(id)).view;
      for (let turn = 0; !view.result && turn < MAX_TURNS; turn++) {
        placed = await playTurn(player, view, placed);
        view = (await player.read(id)).view;
      }
      expect(view.result, 'the game has a result').not.toBeNull();
      await player.waitForText(view.result!.text);
      await takePicture(ruleset);
    });
  });
}
