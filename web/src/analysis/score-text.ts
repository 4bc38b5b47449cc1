/** Values of positions in words: hundredths of a pawn, plies to mate, or a chance. All for White. */
import type { EngineLine } from './engine.svelte';

type Score = Pick<EngineLine, 'cp' | 'mate' | 'expected'>;

export function scoreText({ cp, mate, expected }: Score, format: string): string {
  if (mate !== null) return `${mate > 0 ? '' : '−'}#${Math.ceil(Math.abs(mate) / 2)}`;
  if (cp === null) return chanceText(expected, format);
  const pawns = new Intl.NumberFormat(format, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  return pawns.format(cp / 100).replace('-', '−');
}

export function chanceText(expected: number, format: string): string {
  return new Intl.NumberFormat(format, { style: 'percent', maximumFractionDigits: 1 }).format(expected);
}
