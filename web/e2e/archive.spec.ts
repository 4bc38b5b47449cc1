// The archive: searches, positions from the analysis board and from replays, players, frames of other sites.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { fixedPartOf } from './messages.ts';
import type { PlayerPage } from './player.ts';

const isWide = (width: number | undefined) => (width ?? 0) >= 700;

/** A finished game of the player against somebody: moves in turn, then Black resigns or both agree to a draw. */
async function finishedGame(
  player: PlayerPage,
  other: PlayerPage,
  instance: string,
  moves: string[],
  end: 'win' | 'draw',
): Promise<string> {
  const open = await player.ask('POST', '/api/v1/seeks', { colour: 'white', instance });
  const { id } = await other.ask('POST', `/api/v1/seeks/${open.id}/accept`, {});
  for (const [index, move] of moves.entries()) await (index % 2 ? other : player).act(id, { kind: 'move', move });
  if (end === 'win') await other.act(id, { kind: 'resign', side: 'black' });
  else
    for (const [one, side] of [
      [player, 'white'],
      [other, 'black'],
    ] as const)
      await one.act(id, { kind: 'draw', side });
  return id;
}

/** Games of two players; names are of this scene alone. */
async function play(player: PlayerPage, name: string) {
  const other = await player.newPlayer();
  const me = await player.name(name);
  await other.name(`${name} B`);
  const moves = ['e2e3', 'e7e6', 'd2d3', 'd7d6'];
  const won = await finishedGame(player, other, 'shatranj', moves, 'win');
  const drawn = await finishedGame(player, other, 'oblong', [], 'draw');
  const isIndexed = async () => (await player.ask('GET', `/api/v1/games?state=archived&player=${me.id}`)).games.length === 2;
  await player.until(isIndexed, 'the index');
  return { id: me.id as string, won, drawn };
}

const rows = (player: PlayerPage) => player.page.locator('.result');
const WORDS = {
  en: { find: 'Find in the archive', atMove: 'move' },
  ar: { find: 'ابحث في الأرشيف', atMove: 'النقلة' },
} as const;

// Wide screens in English, phones in Arabic.
for (const [tag, locale] of [
  ['en', 'en-GB'],
  ['ar', 'ar-EG'],
] as const) {
  test.describe(`archive_${tag}`, () => {
    // A search that cannot be read is refused on purpose.
    test.use({ locale, allowedErrors: /status of 400/ });
    test.skip(({ viewport }) => isWide(viewport?.width) !== (tag === 'en'), 'the other screen has the other language');

    test(`games_are_found_by_filters_and_positions_${tag}`, async ({ player, checkPage }) => {
      const words = WORDS[tag];
      const { page } = player;
      const { id, won, drawn } = await play(player, `Archivist ${tag}`);
      await page.goto(`${player.url}/games`);
      await rows(player).first().waitFor();
      await page.locator('main details > summary').click();
      await page.locator('form [name=name]').fill(`ARCHIVIST ${tag}`);
      await page.locator('form [name=reason]').selectOption('resignation');
      await page.locator('form .primary').click();
      await page.waitForURL('**/games?*reason=resignation*');
      await expect(rows(player)).toHaveCount(1);
      expect(await rows(player).locator('.title').getAttribute('href')).toBe(`/game/${won}`);
      await expect(rows(player).locator('.board')).toBeVisible();
      await checkPage(`archive-${tag}`);
      // Reload, Back and Forward keep what was asked for.
      await page.reload();
      await expect(rows(player)).toHaveCount(1);
      // On a phone the filters are folded, so that what is found is in view.
      if (tag === 'ar') await page.locator('main details > summary').click();
      await page.locator('form [name=reason]').selectOption('');
      await page.locator('form [name=games]').selectOption('family:oblong');
      await page.locator('form .primary').click();
      await page.waitForURL('**/games?*family=oblong*');
      await expect(rows(player).locator('.title')).toHaveAttribute('href', `/game/${drawn}`);
      await page.goBack();
      await expect(rows(player).locator('.title')).toHaveAttribute('href', `/game/${won}`);
      // What is wrong is said.
      await page.goto(`${player.url}/games?ruleset=shatranj&position=8/8`);
      await expect(page.getByRole('alert')).toContainText(fixedPartOf(tag, 'fen-ranks'));

      // From the analysis board, to the move at which the game has the position.
      await page.goto(`${player.url}/analysis?game=${won}`);
      await player.board();
      await player.unfold();
      await page.getByRole('link', { name: words.find }).click();
      await page.waitForURL(/\/games\?.*position=/);
      const hit = page.locator(`.result .title[href="/game/${won}#4"]`);
      await expect(hit).toContainText(words.atMove);
      await checkPage(`position-${tag}`);
      await hit.click();
      // After the last move the address needs no move.
      await page.waitForURL(`**/game/${won}*`);
      await player.board();

      // The player's page, reached by the name.
      await page.goto(`${player.url}/games?player=${id}`);
      await rows(player).first().locator('.players a').first().click();
      await page.waitForURL('**/player/*');
      await page.goto(`${player.url}/player/${id}`);
      await expect(page.locator('tbody tr')).toHaveCount(3);
      await expect(rows(player)).toHaveCount(2);
      await checkPage(`player-${tag}`);
      await page.locator('tbody tr').last().getByRole('link', { name: '1' }).first().click();
      await page.waitForURL(/\/games\?.*result=won/);
      await expect(rows(player)).toHaveCount(1);
    });
  });
}

test('shared_game_is_embedded_by_other_sites', async ({ player, checkPage, takePicture }) => {
  const { page } = player;
  const { won } = await play(player, 'Sharer');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${player.url}/replay/${won}`);
  await player.board();
  await player.clickButton('Next move');
  await player.clickButton('Copy embed code');
  await player.waitForText('The code is copied');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`${player.url}/embed/game/${won}#1"`);
  await player.clickButton('Find this position in the archive');
  await page.waitForURL(/\/games\?.*position=/);
  await expect(page.locator(`.result .title[href="/game/${won}#1"]`)).toBeVisible();
  const picture = await page.request.get(`${player.url}/game/${won}/card.png?move=1`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await checkPage('position-of-replay');

  // A page of another origin, isolated itself, shows the game, and nothing else of the site.
  const frames = code.replace('loading="lazy"', '') + `<iframe id="refused" src="${player.url}/games"></iframe>`;
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'cross-origin-embedder-policy': 'require-corp' });
    response.end(`<!doctype html><title>Another site</title>${frames}`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const visitor = await page.context().browser()!.newContext();
    const other = await visitor.newPage();
    await other.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    const embed = other.frameLocator('iframe').first();
    await expect(embed.locator('.board')).toBeVisible();
    await expect(embed.getByText(/Move \W?1\W? of \W?4/)).toBeVisible();
    await embed.getByRole('button', { name: 'Next move' }).click();
    await expect(embed.getByText(/Move \W?2\W? of \W?4/)).toBeVisible();
    expect(await embed.locator('header, nav, footer').count(), 'navigation in a frame').toBe(0);
    await expect(embed.getByRole('link', { name: 'Go to game' })).toHaveAttribute('target', '_blank');
    const refused = other.frame({ url: /chrome-error/ });
    expect(refused, 'another page refuses the frame').not.toBeNull();
    expect((await visitor.cookies()).length, 'no guest is made in a frame').toBe(0);
    await takePicture('embed', other);
    await visitor.close();
  } finally {
    site.close();
  }
  // The page itself is sound, and not listed by search engines.
  await page.goto(`${player.url}/embed/game/${won}`);
  await player.board();
  await checkPage('embed-alone');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
});
