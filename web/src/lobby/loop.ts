/** A recorded opening phase, played as a silent loop. */
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
