/** What solved endings say, in words. */
import { sideName, t } from '../locale/locale';
import { shown } from '../locale/shown.svelte';
import type { Ending, EndingMove, EndingValue, Side } from '../wire/generated';
import { chanceText } from './score-text';

/** Expected points: 1 for a win, half for a draw. */
export function pointsText(points: number): string {
  return new Intl.NumberFormat(shown.language.format, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(points);
}

/** What best play leads to where a side is to move. */
export function verdictText(value: EndingValue, side: Side): string {
  if (value.is === 'drawn') return t('ending-drawn');
  if (value.is === 'chance') {
    const { format } = shown.language;
    const chances = { win: chanceText(value.win, format), draw: chanceText(value.draw, format) };
    return t('ending-points', { side: sideName(side), points: pointsText(value.points), ...chances });
  }
  const winner = (value.is === 'won') === (side === 'white') ? 'white' : 'black';
  return t('ending-won', { side: sideName(winner), plies: value.plies });
}

/** That a limit of moves comes before the end, if it may. */
export function limitText({ value, plies_left: left }: Ending): string {
  const isLate = left != null && (value?.is === 'won' || value?.is === 'lost') && value.plies > left;
  return isLate ? t('ending-limit', { left }) : '';
}

/** Moves with the same result. */
export interface MoveGroup {
  is: EndingValue['is'];
  moves: EndingMove[];
}

/** The moves by their results, the best first. */
export function moveGroups(moves: readonly EndingMove[]): MoveGroup[] {
  const kinds = [...new Set(moves.map((move) => move.value.is))];
  return kinds.map((is) => ({ is, moves: moves.filter((move) => move.value.is === is) }));
}

/** The number behind a move: plies to the end, or points and how many fewer than by the best move. */
export function valueText({ value }: EndingMove, best: EndingMove): string {
  if (value.is === 'drawn') return '';
  if (value.is !== 'chance') return new Intl.NumberFormat(shown.language.format).format(value.plies);
  const lost = best.value.is === 'chance' ? best.value.points - value.points : 0;
  const [points, fewer] = [pointsText(value.points), pointsText(lost)];
  return fewer === pointsText(0) ? points : `${points} −${fewer}`;
}
