import { localized, t } from '../locale/locale';
import { say } from '../locale/message';
import { ApiError } from '../wire/api';

/** Text of an error: a plain sentence for what does not exist, otherwise what the server says, in the language of the page. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error-unexpected');
  if (error.status === 0) return t('error-unreachable');
  if (error.code.startsWith('no_such_')) return t('lost-text');
  if (!error.said) return t('error-unexpected');
  const sentence = localized(say(error.said), error.translations);
  return error.hint ? `${sentence} ${say(error.hint)}` : sentence;
}
