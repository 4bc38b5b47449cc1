/** What a side can capture in the werera, where it may act any number of times before the other answers. */
import type { Game, MoveData, Side } from 'rukh';

export interface Threats {
  /** Captures that are possible now. */
  once: MoveData[];
  /** A quiet move and the capture it makes possible; one for each cell that cannot be captured at once. */
  twice: [MoveData, MoveData][];
}

export function threats(game: Game, side: Side): Threats {
  const moves = game.legalMoves(side);
  const once = moves.filter((move) => move.isCapture);
  const seen = new Set(once.map((move) => move.to));
  const twice: [MoveData, MoveData][] = [];
  for (const quiet of moves.filter((move) => !move.isCapture && move.from)) {
    const next = game.copy();
    next.push(quiet);
    if (next.node !== 'werera') continue;
    for (const capture of next.legalMoves(side)) {
      if (!capture.isCapture || seen.has(capture.to)) continue;
      seen.add(capture.to);
      twice.push([quiet, capture]);
    }
  }
  return { once, twice };
}
