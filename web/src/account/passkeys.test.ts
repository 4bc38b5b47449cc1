import { expect, it } from 'vitest';
import { hindranceOf } from './passkeys';

const ways = { passkeys: true, passwords: false, email: false, registration: 'open' as const, providers: [] };

it('passkeys_need_https_the_server_and_the_browser', () => {
  expect(hindranceOf(ways, { isSecure: true, hasPasskeys: true })).toBeNull();
  expect(hindranceOf(ways, { isSecure: true, hasPasskeys: false })).toBe('browser');
  expect(hindranceOf({ ...ways, passkeys: false }, { isSecure: true, hasPasskeys: true })).toBe('server');
  // What the reader can do something about comes first.
  expect(hindranceOf({ ...ways, passkeys: false }, { isSecure: false, hasPasskeys: false })).toBe('https');
});
