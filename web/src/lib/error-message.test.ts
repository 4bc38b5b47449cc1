// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { findLanguage } from '../locale/languages';
import { showLanguage } from '../locale/locale';
import { ApiError } from '../wire/api';
import { errorMessage } from './error-message';

const said = { english: 'A name has 1 to 40 characters.', key: 'error-name-length', args: { count: 40 } };
const hint = { english: 'Start again.', key: 'no-such-key' };

it('error_of_the_server_is_said_in_the_language_of_the_page', async () => {
  const error = new ApiError(400, 'bad_name', said, hint);
  expect(errorMessage(error)).toMatch(/^A name has 1 to .*40.* characters. Start again.$/);
  await showLanguage(findLanguage('am')!);
  expect(errorMessage(error)).toMatch(/^ስም ከ1 እስከ .*40.* ቁምፊዎች አሉት። Start again.$/);
  await showLanguage(findLanguage('en')!);
});

it('error_without_words_is_unexpected', () => {
  expect(errorMessage(new ApiError(500, 'unexpected'))).toBe('Something went wrong. Please try again.');
});
