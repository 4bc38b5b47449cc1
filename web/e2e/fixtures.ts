// Fixtures of the browser scenes: a server for each worker, a player's page, and the checks of each page.
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { PlayerPage } from './player.ts';
import { openServer, type Server } from './server.ts';

/** Console errors of Chromium for connections cut on purpose. */
const CUT_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(?:REFUSED|RESET)|WebSocket connection to/;
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** Names a state of a page, checks it, and takes its picture if `RUKH_PICTURES` is set. */
export type CheckPage = (name: string, page?: Page) => Promise<void>;

interface SceneFixtures {
  /** Console errors that a scene causes on purpose. */
  allowedErrors: RegExp | null;
  newPlayer: () => Promise<PlayerPage>;
  player: PlayerPage;
  /** Checks a page for horizontal overflow and accessibility violations. */
  checkPage: CheckPage;
  /** Takes a picture only. */
  takePicture: CheckPage;
}

export const test = base.extend<SceneFixtures, { server: Server }>({
  // A server for each worker, so that lobbies do not mix.
  server: [
    async ({}, use) => {
      const server = await openServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  allowedErrors: [null, { option: true }],

  /** Opens players in separate browser contexts; after the scene, no console may have reported an error. */
  newPlayer: async ({ browser, server, allowedErrors, serviceWorkers }, use) => {
    const errors: string[] = [];
    const isExpected = (text: string) => CUT_CONNECTION.test(text) || !!allowedErrors?.test(text);
    const pages: Page[] = [];
    const newPlayer = async () => {
      const context = await browser.newContext({ serviceWorkers });
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(error.error().message));
      const page = await context.newPage();
      pages.push(page);
      return new PlayerPage(page, server, newPlayer);
    };
    await use(newPlayer);
    for (const page of pages) await page.context().close();
    expect(errors, 'console errors').toEqual([]);
  },

  /** The player of the scene; the last state of the page is checked when a scene has passed, and not when it was skipped. */
  player: async ({ newPlayer }, use, testInfo) => {
    const player = await newPlayer();
    await use(player);
    if (testInfo.status === 'passed') await expectSound(player.page);
  },

  takePicture: async ({ player }, use, testInfo) => {
    await use(async (name, page = player.page) => {
      if (!process.env.RUKH_PICTURES) return;
      await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true });
    });
  },

  checkPage: async ({ player, takePicture }, use) => {
    await use(async (name, page = player.page) => {
      await takePicture(name, page);
      await test.step(`check ${name}`, () => expectSound(page));
    });
  },
});

export { expect };

/** Markup of each page when axe last found nothing. */
const searched = new WeakMap<Page, string>();

/** No horizontal overflow, no invisible marks in the title, and no accessibility violations. */
async function expectSound(page: Page): Promise<void> {
  expect(await page.title(), 'marks of isolation in the title').not.toMatch(/[\u2066-\u2069]/);
  const { excess, markup } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - innerWidth,
    markup: document.documentElement.outerHTML,
  }));
  expect(excess, 'pixels by which the page is too wide').toBeLessThanOrEqual(0);
  // A scene that ends with a check of its page need not search it twice.
  if (searched.get(page) === markup) return;
  // Legacy mode: pages have no frames, so axe needs no extra page.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(AXE_TAGS);
  const { violations } = await axe.analyze();
  const found = violations.map(
    (one) =>
      `${one.id}: ${one.nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 120))
        .join(' ; ')}`,
  );
  expect(found, 'accessibility violations').toEqual([]);
  searched.set(page, markup);
}
