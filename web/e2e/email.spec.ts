// An address for an account: giving it, confirming it, recovering by it, and ending notices from a mail.
import { giveAuthenticator, newName, playerAt, register } from './account.ts';
import { expect, test } from './fixtures.ts';
import { freePort, MailServer } from './mail-server.ts';
import { openServer } from './server.ts';

test.skip(!!process.env.RUKH_URL, 'needs a server with a mail server');

const codeOf = (mail: string): string => /^([\w]{4}(?:-[\w]{4})+)\s*$/m.exec(mail)?.[1] ?? '';
const linkOf = (mail: string, hash: string): string => new RegExp(`http\\S+${hash}\\S+`).exec(mail)?.[0] ?? '';

test('address_is_confirmed_and_signs_in_when_all_else_is_lost', async ({ player, newPlayer, checkPage }) => {
  const mails = await MailServer.open();
  const port = await freePort();
  const server = await openServer({
    RUKH_BIND: `127.0.0.1:${port}`,
    RUKH_PUBLIC_URL: `http://localhost:${port}`,
    RUKH_SMTP: mails.url,
    RUKH_MAIL_FROM: 'Rukh <chess@rukh.example>',
    RUKH_EVENTS: 'none',
  });
  const here = playerAt(player, server);
  const { page } = here;
  const [name, to] = [newName(), 'almaz@mail.example'];
  await giveAuthenticator(page);
  await register(here, name);
  await page.goto(`${here.url}/account`);
  const section = page.getByRole('region', { name: 'E-mail' });
  await section.getByLabel('E-mail address').fill(to);
  await section.getByRole('button', { name: 'Send code' }).click();
  await section.getByText('Waiting for the code').waitFor();
  await checkPage('email-waiting');
  // The link leads to the page with the code in it.
  await page.goto('about:blank');
  await page.goto(linkOf(await mails.next(to), '#email='));
  await section.getByRole('button', { name: 'Confirm' }).click();
  await section.getByText('The address is confirmed.').waitFor();
  expect(await mails.next(to)).toContain('now belongs to the account');
  await section.getByLabel('somebody proposes a game').uncheck();
  await section.getByText('Saved.').waitFor();
  await checkPage('email-account');

  const other = playerAt(await newPlayer(), server);
  await other.page.goto(`${other.url}/sign-in`);
  const ways = other.page.locator('details').filter({ hasText: 'With a code by e-mail' });
  await ways.locator('summary').click();
  await ways.getByLabel('E-mail address').fill(to);
  await ways.getByRole('button', { name: 'Send code' }).click();
  await ways.getByText('a code is on its way').waitFor();
  await checkPage('email-sign-in', other.page);
  await ways.getByLabel('Code from the e-mail').fill(codeOf(await mails.next(to)));
  await ways.getByRole('button', { name: 'Sign in' }).click();
  await other.page.locator('.site > header').getByRole('link', { name }).waitFor();
  expect(await mails.next(to)).toContain('All other devices and programs are signed out');
  await page.reload();
  await page.getByText('You are a guest.').waitFor();

  // A link of a mail asks before it ends anything, and needs no sign-in.
  await other.page.goto(`${other.url}/account`);
  await other.page.getByRole('heading', { level: 1, name }).waitFor();
  server.admin!('suspend', name, '--from', 'chat', '--text', 'Please stop.');
  const link = linkOf(await mails.next(to), '#unsubscribe=');
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('You will get no more e-mails of this kind. When').waitFor();
  await checkPage('email-unsubscribe');
  await page.getByRole('button', { name: 'Stop them' }).click();
  await page.getByText('You will get no more e-mails of this kind.', { exact: true }).waitFor();
  await other.page.reload();
  await expect(other.page.getByRole('checkbox', { name: 'moderators decide' })).not.toBeChecked();
  await server.stop();
  mails.close();
});

test('address_is_asked_for_in_arabic', async ({ player, checkPage }) => {
  const port = await freePort();
  const server = await openServer({
    RUKH_BIND: `127.0.0.1:${port}`,
    RUKH_PUBLIC_URL: `http://localhost:${port}`,
    RUKH_SMTP: 'smtp://127.0.0.1:9',
    RUKH_MAIL_FROM: 'Rukh <chess@rukh.example>',
    RUKH_EVENTS: 'none',
  });
  const here = playerAt(player, server);
  await giveAuthenticator(here.page);
  await register(here, newName());
  await here.page.goto(`${here.url}/account`);
  await here.page.getByRole('combobox', { name: 'Language' }).first().selectOption('ar');
  await here.page.getByLabel('عنوان البريد الإلكتروني').fill('almaz@mail.example');
  await here.page.getByRole('button', { name: 'أرسل الرمز' }).click();
  await here.page.getByText('في انتظار الرمز').waitFor();
  await here.page.emulateMedia({ colorScheme: 'dark' });
  await checkPage('email-arabic-dark');
  await server.stop();
});
