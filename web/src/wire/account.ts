/** Requests of accounts: signing in, and what an account has. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { errorOf, remove, request } from './api';
import type {
  Account,
  DeviceCode,
  EmailNotice,
  Me,
  NewToken,
  PasskeyCeremony,
  ProviderAddress,
  RecoveryCodes,
  Registered,
  SignInWays,
  TokenScope,
} from './generated';

/** The wire leaves to Web Authentication what the options are. */
type Ceremony<Options> = Omit<PasskeyCeremony, 'options'> & { options: Options };

export const readSignInWays = () => request<SignInWays>('/api/v1/sign-in');
export const startPasskeySignIn = () => request<Ceremony<PublicKeyCredentialRequestOptionsJSON>>('/api/v1/sign-in/passkey/start', {});
export const signInWithPasskey = (ceremony: string, credential: AuthenticationResponseJSON) =>
  request<Me>('/api/v1/sign-in/passkey', { ceremony, credential });
export const signInWithPassword = (name: string, password: string) => request<Me>('/api/v1/sign-in/password', { name, password });
export const signInWithRecoveryCode = (name: string, code: string) => request<Me>('/api/v1/sign-in/recovery-code', { name, code });
/** The answer is the same whether anybody has that address or not. */
export const sendSignInCode = (address: string, language: string) => request<null>('/api/v1/sign-in/email/start', { address, language });
export const signInWithEmailCode = (code: string) => request<Me>('/api/v1/sign-in/email', { code });
export const signInWithDeviceCode = (code: string) => request<Me>('/api/v1/sign-in/device-code', { code });

/** A guest names the account that begins; an account gets one more passkey. */
export const startPasskey = (name?: string, invitation?: string) =>
  request<Ceremony<PublicKeyCredentialCreationOptionsJSON>>('/api/v1/account/passkeys/start', { name, invitation });
export const addPasskey = (ceremony: string, credential: RegistrationResponseJSON, label?: string) =>
  request<Registered>('/api/v1/account/passkeys', { ceremony, credential, label });
export const createAccountWithPassword = (name: string, password: string, invitation: string) =>
  request<Registered>('/api/v1/account', { name, password, invitation });
/** Leads to a provider of OpenID Connect, which leads back. */
export async function visitProvider(id: string, about: { adds?: boolean; invitation?: string } = {}): Promise<void> {
  const { address } = await request<ProviderAddress>(`/api/v1/sign-in/providers/${encodeURIComponent(id)}/start`, about);
  location.assign(address);
}
export const createAccountWithProvider = (name: string, invitation: string) =>
  request<Registered>('/api/v1/account/providers', { name, invitation });
export const deleteProvider = (id: string) => remove<null>(`/api/v1/account/providers/${encodeURIComponent(id)}`);
export const deletePasskey = (id: string) => remove<null>(`/api/v1/account/passkeys/${encodeURIComponent(id)}`);

export const readAccount = () => request<Account>('/api/v1/account');
export const renameAccount = (name: string) => request<Me>('/api/v1/account/name', { name });
export const setPassword = (password: string) => request<null>('/api/v1/account/password', { password });
export const deletePassword = () => remove<null>('/api/v1/account/password');
export const renewRecoveryCodes = () => request<RecoveryCodes>('/api/v1/account/recovery-codes', {}).then(({ codes }) => codes);
export const createDeviceCode = () => request<DeviceCode>('/api/v1/account/device-code', {});
export const sendEmailCode = (address: string, language: string) => request<null>('/api/v1/account/email', { address, language });
export const confirmEmail = (code: string) => request<null>('/api/v1/account/email/verify', { code });
export const removeEmail = () => remove<null>('/api/v1/account/email');
export const chooseNotices = (language: string, muted: EmailNotice[]) =>
  request<null>('/api/v1/account/email/notices', { language, muted });
export const unsubscribe = (token: string) => request<null>(`/api/v1/email/unsubscribe/${encodeURIComponent(token)}`, {});
export const endSession = (id: string) => remove<null>(`/api/v1/account/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = () => request<null>('/api/v1/account/sessions/end-others', {});
export const createToken = (label: string, scopes: TokenScope[], days: number) =>
  request<NewToken>('/api/v1/account/tokens', { label, scopes, days }).then(({ token }) => token);
export const deleteToken = (id: string) => remove<null>(`/api/v1/account/tokens/${encodeURIComponent(id)}`);
/** Makes an account that has not played a bot's, for good. */
export const becomeBot = (name: string) => request<Me>('/api/v1/account/bot', { name });
export const deleteAccount = (name: string) => request<null>('/api/v1/account/delete', { name });
/** Everything that the server keeps of the account, as a ZIP file. */
export async function exportAccount(): Promise<Blob> {
  const response = await fetch('/api/v1/account/export');
  if (!response.ok) throw await errorOf(response);
  return response.blob();
}
