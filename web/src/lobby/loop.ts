/** Moves that are played as a silent loop: a recorded opening phase, or a classic. */
import type { Size } from '../board/geometry';
import { readPlacement } from '../game/edited-position';
import type { ArrayPiece, Side } from '../wire/generated';

export interface LoopStep {
  /** Milliseconds since the first step. */
  at: number;
  side: Side;
  from: string;
  to: string;
  /** Whether the step undoes an earlier one. */
  retracts?: boolean;
}

/** Cells of all pieces after some steps, in the order of the array; null once captured. */
export function cellsAfter(array: Pick<ArrayPiece, 'cell'>[], steps: Pick<LoopStep, 'from' | 'to'>[]): (string | null)[] {
  const cells: (string | null)[] = array.map((piece) => piece.cell);
  for (const { from, to } of steps) {
    const [moved, captured] = [cells.indexOf(from), cells.indexOf(to)];
    if (captured >= 0) cells[captured] = null;
    if (moved >= 0) cells[moved] = to;
  }
  return cells;
}

/** Moves as steps of a loop, so many milliseconds apart; White begins. */
export const stepsOf = (moves: string[], pace: number): LoopStep[] =>
  moves.map((move, index) => ({
    at: index * pace,
    side: index % 2 ? 'black' : 'white',
    from: move.slice(0, 2),
    to: move.slice(2, 4),
  }));

/** The pieces of a FEN, drawn as those of an array. */
export const piecesOf = (fen: string, board: Size & { array: ArrayPiece[] }): ArrayPiece[] =>
  Object.entries(readPlacement(fen, board).pieces).flatMap(([cell, { side, letter }]) => {
    const like = board.array.find((piece) => piece.side === side && piece.letter.toLowerCase() === letter);
    return like ? [{ ...like, cell }] : [];
  });
