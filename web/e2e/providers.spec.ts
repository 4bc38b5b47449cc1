// A site that says who somebody is: an account by it, signing in elsewhere, and taking it away again.
import { createServer, type Server as HttpServer } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveAuthenticator, newName, playerAt } from './account.ts';
import { expect, test } from './fixtures.ts';
import { openServer } from './server.ts';

test.skip(!!process.env.RUKH_URL, 'needs a server that knows a provider');

// The last way to sign in stays.
test.use({ allowedErrors: /409 \(Conflict\)/ });

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A provider that knows whoever comes as Almaz. */
async function openProvider(): Promise<{ issuer: string; close: () => void }> {
  let [issuer, nonce] = ['', ''];
  const server: HttpServer = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const say = (value: unknown) => response.setHeader('content-type', 'application/json').end(json(value));
    if (url.pathname === '/in') {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'x', state: url.searchParams.get('state') ?? '' }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname !== '/token') return say({ issuer, authorization_endpoint: `${issuer}/in`, token_endpoint: `${issuer}/token` });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'rukh',
      sub: '248',
      exp: now + 60,
      iat: now,
      nonce,
      preferred_username: 'Almaz of the school',
      auth_time: now + 1,
    };
    const token = [json({ alg: 'none' }).toString('base64url'), json(claims).toString('base64url'), 'c2ln'].join('.');
    return say({ access_token: 'a', token_type: 'Bearer', id_token: token });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, close: () => server.close() };
}

test('account_is_made_and_signed_in_to_by_a_provider', async ({ player, newPlayer, checkPage }) => {
  const provider = await openProvider();
  const file = join(mkdtempSync(join(tmpdir(), 'rukh-e2e-provider-')), 'providers.toml');
  const fields = { id: 'school', name: 'School of chess', issuer: provider.issuer, client_id: 'rukh', client_secret: 's' };
  const lines = Object.entries(fields).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  writeFileSync(file, `[[provider]]\n${lines.join('')}`);
  const server = await openServer({ RUKH_SIGN_IN_PROVIDERS: file });
  const here = playerAt(player, server);
  const { page } = here;
  await giveAuthenticator(page);
  await page.goto(`${here.url}/sign-in`);
  await page.getByRole('button', { name: /Continue with .?School of chess/ }).waitFor();
  await checkPage('provider-sign-in');
  await page.getByRole('button', { name: /Continue with/ }).click();
  const input = page.getByRole('textbox', { name: 'Name' });
  await expect(input).toHaveValue('Almaz of the school');
  await checkPage('provider-register');
  const name = newName();
  await input.fill(name);
  await page.getByRole('button', { name: /Create account with .?School/ }).click();
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  await page.getByRole('link', { name: 'I have kept them' }).click();
  const section = page.getByRole('region', { name: 'Sites that sign you in' });
  await section.getByRole('button', { name: /Remove .?School of chess/ }).click();
  await section.getByText('Nothing else would sign in').waitFor();
  await checkPage('provider-account');

  const other = playerAt(await newPlayer(), server);
  await other.page.goto(`${other.url}/sign-in`);
  await other.page.getByRole('button', { name: /Continue with/ }).click();
  await other.page.locator('.site > header').getByRole('link', { name }).waitFor();
  // Whoever turns back is told so.
  const turnedBack = `/api/v1/sign-in/providers/school/return?error=access_denied`;
  await other.page.goto(`${other.url}${turnedBack}`);
  await other.page.getByRole('alert').filter({ hasText: 'was broken off' }).waitFor();
  const third = playerAt(await newPlayer(), server);
  await third.page.goto(`${third.url}${turnedBack}`);
  await third.page.getByRole('alert').filter({ hasText: 'was broken off' }).waitFor();

  // Whoever is asked who they are can be identified there again.
  await section.getByRole('button', { name: /Add .?School/ }).click();
  await page.getByRole('status').filter({ hasText: 'signs you in from now on' }).waitFor();
  await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await section.getByRole('button', { name: /Remove .?School of chess/ }).click();
  await section.getByText('It no longer signs you in.').waitFor();
  await server.stop();
  provider.close();
});
