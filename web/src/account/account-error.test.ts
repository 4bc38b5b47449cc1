import { expect, it } from 'vitest';
import english from '../locale/en/lazy/account.ftl?messages';
import { addEnglish, t } from '../locale/locale';
import { ApiError } from '../wire/api';
import { accountError } from './account-error';

addEnglish(english);

it('refusals_of_the_browser_are_said', () => {
  expect(accountError(new DOMException('', 'NotAllowedError'))).toBe(t('passkey-cancelled'));
  expect(accountError(new DOMException('', 'InvalidStateError'))).toBe(t('passkey-known'));
  expect(accountError(Object.assign(new Error(), { name: 'SecurityError' }))).toBe(t('passkey-address'));
});

it('errors_of_the_server_are_said_as_everywhere', () => {
  expect(accountError(new ApiError(409, 'name_taken', { english: 'That name is taken.' }))).toBe('That name is taken.');
  expect(accountError(new TypeError('a fault of ours'))).toBe(t('error-unexpected'));
});
