// Accounts: registering and signing in with passkeys and codes, devices, programs, what is kept and how it ends.
import { readFileSync } from 'node:fs';
import { giveAuthenticator, newName, register, test } from './account.ts';
import { expect } from './fixtures.ts';
import { textOf } from './messages.ts';
import { ignoringIsolation, type PlayerPage } from './player.ts';

const header = ({ page }: PlayerPage) => page.locator('.site > header');

/** Opens the page of the account. */
async function openAccount({ page, url }: PlayerPage, name: string): Promise<void> {
  await page.goto(`${url}/account`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function signOut(player: PlayerPage): Promise<void> {
  await player.page.goto(`${player.url}/account`);
  await player.clickButton('Sign out');
  await header(player).getByRole('link', { name: 'Sign in' }).waitFor();
}

test('account_keeps_the_guest_and_signs_in_with_a_passkey', async ({ here, checkPage }) => {
  const { page } = here;
  const name = newName();
  await giveAuthenticator(page);
  const guest = await here.name(name);
  await page.goto(`${here.url}/`);
  await header(here).getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await checkPage('sign-in');
  // The settings lead to the other page, too.
  await header(here).getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await checkPage('register');
  await here.clickButton('Create account with a passkey');
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  const codes = await page.locator('#recovery-codes li').allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await checkPage('recovery-codes');
  const download = page.waitForEvent('download');
  await here.clickButton('Download');
  const kept = readFileSync(await (await download).path(), 'utf8');
  expect(kept.split('\n').filter((line) => codes.includes(line))).toEqual(codes);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(ignoringIsolation(`Recovery codes of ${name} on localhost`)).waitFor();
  expect(await page.locator('h1, #recovery-codes button').filter({ visible: true }).count(), 'printed beside the codes').toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await here.waitForText('10 recovery codes are left.');
  await checkPage('account');
  expect(await here.ask('GET', '/api/v1/me')).toMatchObject({ id: guest.id, name, is_account: true });
  // Elsewhere the name leads there, and there is no form for it.
  await page.goto(`${here.url}/settings`);
  await page.getByRole('link', { name: 'Your account', exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Your name' }).count()).toBe(0);
  await checkPage('settings-account');
  await here.clickButton('Sign out');
  await page.waitForURL(`${here.url}/`);
  await header(here).getByRole('link', { name: 'Sign in' }).click();
  expect((await here.ask('GET', '/api/v1/me')).is_account).toBe(false);
  await here.clickButton('Sign in with a passkey');
  await header(here).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect((await here.ask('GET', '/api/v1/me')).id).toBe(guest.id);
});

/** The other device has no passkey; what it was given ends from the first. */
test('device_is_added_by_a_code_and_signed_out_again', async ({ here, another, checkPage }) => {
  const name = newName();
  await giveAuthenticator(here.page);
  await register(here, name);
  await openAccount(here, name);
  await here.clickButton('Add a device');
  const code = await here.page.locator('.digits').innerText();
  await here.page.getByRole('img', { name: 'Or scan this' }).waitFor();
  await checkPage('device-code');
  const other = await another();
  // The address that the picture has.
  await other.page.goto(`${other.url}/sign-in#${code.trim()}`);
  await expect(other.page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(code.trim());
  await other.page.locator('details').filter({ hasText: 'from another device' }).getByRole('button', { name: 'Sign in' }).click();
  await header(other).getByRole('link', { name }).waitFor();
  await here.page.reload();
  const devices = here.page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await devices.getByText('The device is signed out.').waitFor();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.page.reload();
  await header(other).getByRole('link', { name: 'Sign in' }).waitFor();
});

test.describe(() => {
  // What the server refuses on purpose.
  test.use({ allowedErrors: /status of 40[139]/ });

  test('recovery_code_signs_in_once_and_codes_are_renewed_after_a_proof', async ({ here, checkPage }) => {
    const { page } = here;
    const name = newName();
    await giveAuthenticator(page);
    const [code = ''] = await register(here, name);
    const signInWith = async (typed: string) => {
      await page.goto(`${here.url}/sign-in`);
      const form = page.locator('details').filter({ hasText: 'With a recovery code' });
      await form.locator('summary').click();
      await form.getByRole('textbox', { name: 'Name' }).fill(name);
      await form.getByRole('textbox', { name: 'Recovery code' }).fill(typed);
      await form.getByRole('button', { name: 'Sign in' }).click();
    };
    await signOut(here);
    await signInWith(code.slice(0, -1) + (code.endsWith('a') ? 'b' : 'a'));
    await page.locator('main [role=alert]').waitFor();
    await checkPage('recovery-refused');
    await signInWith(` ${code.toUpperCase()}`);
    await header(here).getByRole('link', { name }).waitFor();
    await openAccount(here, name);
    await here.waitForText('9 recovery codes are left.');
    await signOut(here);
    await signInWith(code);
    await page.locator('main [role=alert]').waitFor();
    await page.goto(`${here.url}/sign-in`);
    await here.clickButton('Sign in with a passkey');
    await header(here).getByRole('link', { name }).waitFor();

    // The proof of the sign-in has run out.
    const body = JSON.stringify({ error: { code: 'prove_it', message: { english: 'Sign in again.' } } });
    await page.route('**/account/recovery-codes', (route) => route.fulfill({ status: 403, body }), { times: 1 });
    await openAccount(here, name);
    await here.clickButton('Make new codes');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await checkPage('proof');
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.locator('#recovery-codes li')).toHaveCount(10);
    expect(await dialog.count()).toBe(0);
    expect(await page.locator('#recovery-codes li').allInnerTexts()).not.toContain(code);
    await here.waitForText('10 recovery codes are left.');
    await checkPage('new-codes');
  });

  test('account_is_downloaded_and_deleted', async ({ here, checkPage }) => {
    const { page } = here;
    const name = newName();
    await giveAuthenticator(page);
    await register(here, name);
    await openAccount(here, name);
    const download = page.waitForEvent('download');
    await here.clickButton('Download everything');
    expect((await download).suggestedFilename()).toMatch(/^rukh-.+\.zip$/);
    const end = page.getByRole('button', { name: 'Delete my account' });
    await page.getByText('Delete account', { exact: true }).click();
    await page.getByRole('textbox', { name: /^Type / }).fill(name.slice(0, -1));
    await expect(end).toBeDisabled();
    await page.getByRole('textbox', { name: /^Type / }).fill(name);
    await checkPage('delete');
    await end.click();
    await header(here).getByRole('link', { name: 'Sign in' }).click();
    await here.clickButton('Sign in with a passkey');
    await page.locator('main [role=alert]').waitFor();
    expect((await here.ask('GET', '/api/v1/me')).is_account).toBe(false);
  });
});

test('passkeys_and_tokens_come_and_go', { tag: '@desk' }, async ({ here, checkPage }) => {
  const { page } = here;
  const name = newName();
  const takeAway = await giveAuthenticator(page);
  await register(here, name);
  // A second device keeps the second passkey.
  await takeAway();
  await giveAuthenticator(page, 'usb');
  await openAccount(here, name);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('textbox').fill('Key on my ring');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByText('The passkey is added.').waitFor();
  await expect(passkeys.getByRole('listitem')).toHaveCount(2);
  await passkeys.getByRole('button', { name: 'Remove passkey' }).filter({ visible: true }).first().click();
  await passkeys.getByText('The passkey is removed.').waitFor();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  const programs = page.getByRole('region', { name: 'Programs' });
  await programs.getByText('New token').click();
  await programs.getByRole('textbox', { name: 'What it is for' }).fill('my bot');
  await programs.getByRole('checkbox', { name: 'Play in your name' }).check();
  await programs.getByRole('button', { name: 'Create token' }).click();
  const token = await programs.getByRole('textbox', { name: /^Copy the token/ }).inputValue();
  await checkPage('token');
  const asProgram = async () => {
    const answer = await fetch(`${here.server.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? ((await answer.json()) as { name: string }).name : answer.status;
  };
  expect(await asProgram()).toBe(name);
  await programs.getByRole('button', { name: 'Remove token' }).click();
  await programs.getByText('The token no longer works.').waitFor();
  expect(await asProgram()).toBe(401);
});

test.describe('by invitation', () => {
  test.use({ serverSettings: { RUKH_REGISTRATION: 'invited' }, allowedErrors: /status of 403/ });

  test('invitation_lets_one_person_register', { tag: '@phone' }, async ({ here, checkPage }) => {
    test.skip(!here.server.admin, 'the server is not ours');
    const { page } = here;
    const name = newName();
    const link = here.server.admin!('invite', '--note', 'the club', '--public-url', here.url).trim();
    expect(link).toContain(`${here.url}/register#`);
    expect(here.server.admin!('invitations')).toContain('the club');
    await giveAuthenticator(page);
    await page.goto(`${here.url}/register#abcd-efgh`);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await here.clickButton('Create account with a passkey');
    await page.locator('main [role=alert]').waitFor();
    await checkPage('register-invited');
    await page.getByRole('textbox', { name: 'Invitation' }).fill(link.split('#')[1]!);
    await here.clickButton('Create account with a passkey');
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await header(here).getByRole('link', { name }).waitFor();
    expect(here.server.admin!('invitations')).toBe('');
    // The page is whole before its server goes.
    await page.waitForLoadState('networkidle');
  });
});

test.describe('with passwords', () => {
  test.use({ serverSettings: { RUKH_PASSWORDS: 'true' }, allowedErrors: /status of 40[01]/ });

  test('password_makes_an_account_and_signs_in', { tag: '@phone' }, async ({ here, checkPage }) => {
    const { page } = here;
    // An address without passkeys.
    const url = here.url.replace('localhost', '127.0.0.1');
    const name = newName();
    const secret = 'a bare king in the corner';
    await page.goto(`${url}/register`);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Password').fill('short');
    await page.getByLabel('Password').press('Enter');
    await page.locator('main [role=alert]').waitFor();
    await checkPage('register-password');
    await page.getByLabel('Password').fill(secret);
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('link', { name: 'I have kept them' }).click();
    const password = page.getByRole('region', { name: 'Password' });
    await password.getByLabel('New password').fill(`${secret}!`);
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByText('The new password holds').waitFor();
    await here.clickButton('Sign out');
    await header(here).getByRole('link', { name: 'Sign in' }).click();
    const form = page.locator('form').filter({ hasText: 'With a password' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    for (const [typed, isRight] of [
      [secret, false],
      [`${secret}!`, true],
    ] as const) {
      await form.getByLabel('Password').fill(typed);
      await form.getByLabel('Password').press('Enter');
      await (isRight ? header(here).getByRole('link', { name }) : page.locator('main [role=alert]')).waitFor();
    }
    await checkPage('signed-in');
  });

  /** The authenticator of the scene takes what a browser offers beside the name. */
  test('passkey_is_offered_where_the_name_is_typed', { tag: '@desk' }, async ({ here }) => {
    const name = newName();
    await giveAuthenticator(here.page);
    await register(here, name);
    await signOut(here);
    await here.page.goto(`${here.url}/sign-in`);
    await header(here).getByRole('link', { name }).waitFor();
  });
});

/** Browsers have passkeys at names only, and the address of this server is a number. */
test('page_says_why_there_are_no_passkeys', { tag: '@phone' }, async ({ player, checkPage }) => {
  for (const path of ['/sign-in', '/register']) {
    await player.page.goto(player.url + path);
    await player.page.getByText('This server offers no passkeys at this address.').waitFor();
    expect(await player.page.getByRole('button', { name: /passkey/ }).count(), path).toBe(0);
    await checkPage(`no-passkeys${path.replace('/', '-')}`);
  }
  await player.page.goto(`${player.url}/account`);
  await player.page.getByText('You are a guest.').waitFor();
  await checkPage('account-guest');
});

test.describe('arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('account_is_made_and_kept_in_arabic', async ({ here, checkPage }) => {
    const { page } = here;
    const say = (id: string) => textOf('ar', id);
    await giveAuthenticator(page);
    await page.goto(`${here.url}/register`);
    await page.locator('#register-name').fill(newName());
    await checkPage('register-ar');
    await here.clickButton(say('register-passkey'));
    await page.locator('#recovery-codes li').first().waitFor();
    await checkPage('codes-ar');
    await page.getByRole('link', { name: say('register-go') }).click();
    await page.getByRole('region', { name: say('account-devices') }).waitFor();
    await here.clickButton(say('device-add'));
    await page.locator('.digits').waitFor();
    await checkPage('account-ar');
    await here.clickButton(say('sign-out'));
    await page.waitForURL(`${here.url}/`);
    await page.goto(`${here.url}/sign-in`);
    await here.clickButton(say('sign-in-passkey'));
    await page.waitForURL(`${here.url}/`);
    expect((await here.ask('GET', '/api/v1/me')).is_account).toBe(true);
  });
});
