/** Names of people as they are shown. The server gives a guest who has chosen none `Guest` and a number. */
import { t } from '../locale/locale';

const GUEST = /^Guest(?: (\d+))?( \(2\))?$/;

/** The name of a person; that of a guest who has chosen none in the language of the page. */
export function personName(name: string): string {
  const [whole, number, second = ''] = GUEST.exec(name) ?? [];
  if (whole === undefined) return name;
  return (number ? t('guest-number', { number }) : t('guest')) + second;
}

/** Whether a guest has chosen no name yet. */
export const isGuestName = (name: string): boolean => GUEST.test(name);
