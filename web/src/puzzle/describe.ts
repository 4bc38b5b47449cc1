/** What is said about a puzzle. */
import { sideName, t } from '../locale/locale';
import type { PuzzleSummary } from '../wire/generated';

/** What is asked for, in one sentence; `skin` is that of the board. */
export function question({ goal, moves, themes, side, face }: PuzzleSummary, skin: string): string {
  const own = sideName(side, skin);
  if (goal === 'win') return t(themes.includes('mate') ? 'puzzle-ask-mate' : 'puzzle-ask-win', { side: own, n: moves });
  if (goal === 'best_move') return t('puzzle-ask-roll', { side: own, face: face ?? 0 });
  return t(goal === 'defence' ? 'puzzle-ask-defence' : 'puzzle-ask-advantage', { side: own });
}
