/** Codes that are typed, printed or kept in a file. */

/** Digits of the languages of the site, each as one of ours. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** A code as the server writes it, however it was typed: with other digits, spaces or dashes. */
export function deviceCodeOf(typed: string): string {
  const digits = typed.replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, '');
  return digits.length > 4 ? `${digits.slice(0, 4)}-${digits.slice(4)}` : digits;
}

/** The file of recovery codes: what they are for, and one in each line. */
export const codesFile = (title: string, codes: string[]): string => `${title}\n\n${codes.join('\n')}\n`;
