// Players with accounts: servers that know them, passkeys, registering.
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { PlayerPage } from './player.ts';
import { openServer, type Server } from './server.ts';

/** A player at an address that has passkeys: a name, and not a number. */
export const playerAt = ({ page, newPlayer }: PlayerPage, server: Server): PlayerPage =>
  new PlayerPage(page, { ...server, url: server.url.replace('127.0.0.1', 'localhost') }, newPlayer);

export interface AccountFixtures {
  /** Settings of the server. */
  serverSettings: Record<string, string>;
  here: PlayerPage;
  another: () => Promise<PlayerPage>;
}

export const test = base.extend<AccountFixtures>({
  serverSettings: [{}, { option: true }],
  // A server of each scene's own: an address may try to sign in a few times a minute only.
  here: async ({ player, serverSettings }, use) => {
    const server = await openServer(serverSettings);
    await use(playerAt(player, server));
    await server.stop();
  },
  another: async ({ here, newPlayer }, use) => {
    await use(async () => playerAt(await newPlayer(), here.server));
  },
});

/** Gives the page an authenticator that keeps passkeys and says yes; returns a function that takes it away. */
export async function giveAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

/** A name that no other scene has. */
export const newName = (): string => `Almaz ${Math.random().toString(36).slice(2, 8)}`;

/** Registers through the page; returns the recovery codes. */
export async function register(player: PlayerPage, name: string): Promise<string[]> {
  const { page, url } = player;
  await page.goto(`${url}/register`);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await player.clickButton('Create account with a passkey');
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  return page.locator('#recovery-codes li').allInnerTexts();
}
