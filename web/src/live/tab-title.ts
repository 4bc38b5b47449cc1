/** Title of the browser tab; shows when it is the player's turn. */
import { sideName, t } from '../locale/locale';
import type { Side, View } from '../wire/generated';
import { resultText } from '../game/seat';

/** `sides` are those played in this browser; empty for spectators. */
export function tabTitle({ phase, turn, result }: Pick<View, 'phase' | 'turn' | 'result'>, sides: readonly Side[], name: string): string {
  if (result) return t('title-over', { result: resultText(result, sides), name });
  if (sides.length === 1 && phase !== 'over') {
    if (turn === sides[0]) return t('title-yours', { name });
    // In the werera both sides move, unless they set up in turn (`turn` is set).
    if (phase === 'werera' && !turn) return t('title-both', { name });
  }
  if (sides.length === 2 && turn) return t('title-turn', { side: sideName(turn), name });
  return t('game-title', { name });
}
