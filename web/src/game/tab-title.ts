/** What the browser's tab says of a game: above all, that it waits for its reader. */
import { t } from '../locale/locale';
import type { Side, View } from '../wire/types';

/** `sides` are those a person moves from this screen: none for whoever watches. */
export function tabTitle({ phase, turn, result }: Pick<View, 'phase' | 'turn' | 'result'>, sides: readonly Side[], name: string): string {
  if (result) return t('title-over', { result: result.winner ? t(`won-${result.winner}`) : t('drawn'), name });
  if (sides.length === 1 && phase !== 'over') {
    if (turn === sides[0]) return t('title-yours', { name });
    // In the werera nobody waits for the other, unless its bundles make him.
    if (phase === 'werera' && !turn) return t('title-both', { name });
  }
  if (sides.length === 2 && turn) return t(`title-${turn}`, { name });
  return t('game-title', { name });
}
