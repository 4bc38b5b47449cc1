/** What is said about a puzzle. */
import { sideName, t } from '../locale/locale';
import type { PuzzleSummary } from '../wire/generated';

/** What is asked for, in one sentence; `skin` is that of the board. */
export function question({ goal, is_decisive, moves, themes, side, face }: PuzzleSummary, skin: string): string {
  const own = sideName(side, skin);
  if (goal === 'win') return t(themes.includes('mate') ? 'puzzle-ask-mate' : 'puzzle-ask-win', { side: own, n: moves });
  if (goal === 'best_move') return t('puzzle-ask-roll', { side: own, face: face ?? 0 });
  const [decisive, other] = goal === 'defence' ? ['puzzle-ask-defence', 'puzzle-ask-hold'] : ['puzzle-ask-advantage', 'puzzle-ask-better'];
  return t(is_decisive ? decisive! : other!, { side: own });
}
