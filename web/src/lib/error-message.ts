import { localized, t } from '../locale/locale';
import { ApiError } from '../wire/api';

/** Text of an error: a plain sentence for what does not exist, otherwise the server's message if there is one. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error-unexpected');
  if (error.status === 0) return t('error-unreachable');
  if (error.code.startsWith('no_such_')) return t('lost-text');
  const message = localized(error.message, error.translations);
  if (!message) return t('error-unexpected');
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  const hint = error.hint ? ` ${error.hint.charAt(0).toUpperCase() + error.hint.slice(1)}` : '';
  return `${sentence.replace(/[.?!።]?$/, (end) => end || '.')}${hint}`;
}
