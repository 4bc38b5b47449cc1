/** The ceremonies of passkeys: the server asks, the browser answers. */
import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { addPasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '../wire/account';
import type { Me, Registered, SignInWays } from '../wire/generated';

export { WebAuthnAbortService } from '@simplewebauthn/browser';

/** Why there are no passkeys: the address has no https, the browser knows none, or the server offers none here. */
export type Hindrance = 'https' | 'browser' | 'server';

export function hindranceOf(
  { passkeys }: SignInWays,
  browser = { isSecure: isSecureContext, hasPasskeys: browserSupportsWebAuthn() },
): Hindrance | null {
  if (!browser.isSecure) return 'https';
  if (!passkeys) return 'server';
  return browser.hasPasskeys ? null : 'browser';
}

/** Signs in with a passkey that the reader chooses; the browser knows whose it is. */
export async function signInByPasskey(): Promise<Me> {
  const { ceremony, options } = await startPasskeySignIn();
  return signInWithPasskey(ceremony, await startAuthentication({ optionsJSON: options }));
}

/** Has the browser offer passkeys where a name is filled in; null where it cannot, or when another ceremony begins. */
export async function offerPasskeys(): Promise<Me | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const { ceremony, options } = await startPasskeySignIn();
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }).catch(() => null);
  return credential && signInWithPasskey(ceremony, credential);
}

/** Makes a passkey: the first of a new account of that name, or one more of the account that is signed in. */
export async function makePasskey(of: { name?: string; invitation?: string; label?: string }): Promise<Registered> {
  const { ceremony, options } = await startPasskey(of.name, of.invitation);
  return addPasskey(ceremony, await startRegistration({ optionsJSON: options }), of.label);
}
