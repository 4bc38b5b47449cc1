import { t } from '../locale/locale';

const KNOWN = [
  'provider_away',
  'identity_taken',
  'identity_other',
  'too_many_identities',
  'prove_it',
  'registration_closed',
  'bad_sign_in',
  'unavailable',
  'busy',
];

/** What became of a visit to a provider, by the word that the address says. */
export function visitText(word: string): string {
  if (word === 'added') return t('provider-visit-added');
  if (word === 'proved') return t('provider-visit-proved');
  return t(`provider-refused-${KNOWN.includes(word) ? word.replaceAll('_', '-') : 'over'}`);
}

/** Whether it is good news. */
export const isVisitDone = (word: string): boolean => word === 'added' || word === 'proved';
