/** Who sits at the other side, and what the server is asked for. */
import type { NewSeek } from '../wire/lobby';
import type { Seat, NewGame } from '../wire/types';
import type { GameSetup } from './game-setup';

export const opponents = ['open', 'friend', 'engine', 'screen', 'watch'] as const;
export type Opponent = (typeof opponents)[number];

/** What is chosen, and for which game. */
export interface PlannedGame extends GameSetup {
  instance: string;
}

export function readOpponent(text: string | null): Opponent | null {
  return opponents.find((one) => one === text) ?? null;
}

/** Whether the wish is answered by another person, and is therefore a seek. */
export function isSeek(plan: Pick<PlannedGame, 'opponent'>): boolean {
  return plan.opponent === 'open' || plan.opponent === 'friend';
}

export function newSeekOf({ instance, opponent, colour, time, manner }: PlannedGame): NewSeek {
  return { instance, colour, time, manner, private: opponent === 'friend' };
}

/** `isWhite` decides where the colour was left to chance. */
export function newGameOf(plan: PlannedGame, isWhite = Math.random() < 0.5): NewGame {
  const { instance, opponent, colour, time, manner } = plan;
  const human: Seat = { kind: 'human' };
  const engine: Seat = { kind: 'engine', level: plan.level };
  const rest = { instance, time, manner, private: plan.isPrivate };
  if (opponent === 'watch') return { ...rest, white: engine, black: { kind: 'engine', level: plan.otherLevel } };
  if (opponent === 'screen') return { ...rest, white: human, black: human };
  const white = colour === 'random' ? isWhite : colour === 'white';
  return white ? { ...rest, white: human, black: engine } : { ...rest, white: engine, black: human };
}
