/**
 * Names of players as they are shown. The server gives a guest who has chosen none `Guest` and a number,
 * and the computer one that nobody can choose.
 */
import { t } from '../locale/locale';
import { shown } from '../locale/shown.svelte';

const GUEST = /^Guest(?: (\d+))?( \(2\))?$/;
/** The computer in records of games. */
const ENGINE = /^Rukh, level (\d)$/;

/** What the server writes after the names of bots. */
const BOT = / \(bot\)$/;

/** A number in the digits of the language, without marks between them. */
const digits = (number: number) => new Intl.NumberFormat(shown.language.format, { useGrouping: false }).format(number);

/** The name of a player; that of the computer, of a bot and of a guest who has chosen none in the language of the page. */
export function personName(name: string): string {
  if (BOT.test(name)) return t('bot-name', { name: personName(name.replace(BOT, '')) });
  const level = ENGINE.exec(name)?.[1];
  if (level) return t('seat-engine', { level: Number(level) });
  const [whole, number, second = ''] = GUEST.exec(name) ?? [];
  if (whole === undefined) return name;
  return (number ? t('guest-number', { number: digits(Number(number)) }) : t('guest')) + second;
}

/** Whether a guest has chosen no name yet. */
export const isGuestName = (name: string): boolean => GUEST.test(name);
