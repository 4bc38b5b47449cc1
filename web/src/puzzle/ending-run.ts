/** A won ending that is practised: what each move has cost, and what has become of the win. */
import type { GameState } from 'rukh';
import type { Ending, EndingValue } from '../wire/generated';

export interface EndingRun {
  /** Plies that the first position takes by best play. */
  readonly best: number;
  /** Plies that the position takes in which the solver is, or was last, to move. */
  readonly plies: number;
  /** The solver's moves. */
  readonly made: number;
  /** Moves that were lost, all in all, and by the last move. */
  readonly lost: number;
  readonly lastLost: number;
  /** What a move has made of the win; null while it is kept. */
  readonly thrown: 'drawn' | 'lost' | null;
  readonly isWon: boolean;
}

/** Moves of the side that makes the first and the last of so many plies. */
export const movesOf = (plies: number): number => Math.ceil(plies / 2);

export const beginRun = (plies: number): EndingRun => ({
  best: plies,
  plies,
  made: 0,
  lost: 0,
  lastLost: 0,
  thrown: null,
  isWon: false,
});

/** The run after a move of the solver, which leads to this for the other side. */
export function afterMove(run: EndingRun, value: EndingValue): EndingRun {
  const made = run.made + 1;
  if (value.is === 'drawn') return { ...run, made, lastLost: 0, thrown: 'drawn' };
  if (value.is !== 'lost') return { ...run, made, lastLost: 0, thrown: 'lost' };
  const lastLost = movesOf(value.plies + 1) - movesOf(run.plies);
  return { ...run, made, plies: value.plies + 1, lost: run.lost + lastLost, lastLost, isWon: value.plies === 0 };
}

/** The run after the defender's reply, which leads to this for the solver. */
export function afterReply(run: EndingRun, value: EndingValue): EndingRun {
  return value.is === 'won' ? { ...run, plies: value.plies } : { ...run, thrown: 'drawn' };
}

/** What a game that may be over is worth to the side to move; the tables know nothing of repetition. */
export function valueAt({ outcome, turn }: Pick<GameState, 'outcome' | 'turn'>, ending: Ending): EndingValue {
  if (!outcome) return ending.value ?? { is: 'drawn' };
  if (!outcome.winner) return { is: 'drawn' };
  return { is: outcome.winner === turn ? 'won' : 'lost', plies: 0 };
}
