import { errorMessage } from '../lib/error-message';
import { t } from '../locale/locale';

/** What browsers say when a passkey was not used, by the name of their error. */
const REFUSALS: Record<string, string> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-known',
  SecurityError: 'passkey-address',
  NotSupportedError: 'passkey-unfit',
  ConstraintError: 'passkey-unfit',
};

/** Text of an error of the server, or of the browser's passkeys. */
export function accountError(error: unknown): string {
  const refusal = error instanceof Error && REFUSALS[error.name];
  return refusal ? t(refusal) : errorMessage(error);
}
