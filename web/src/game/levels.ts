/** What the levels of the engine mean. */
import type { LevelName } from '../wire/generated';

/** Score of a level against the next weaker one in percent, from their ratings; null if one was not measured. */
export function scoreAgainstBelow(level: Pick<LevelName, 'elo'>, below: Pick<LevelName, 'elo'>): number | null {
  if (typeof level.elo !== 'number' || typeof below.elo !== 'number') return null;
  return Math.round(100 / (1 + 10 ** ((below.elo - level.elo) / 400)));
}
