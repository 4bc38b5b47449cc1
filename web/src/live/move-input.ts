/** Matching of typed moves: coordinates or the notation of the move list. */

interface MatchableMove {
  to: string;
  move: string;
  san?: string;
}

/** Moves with the same origin and destination; several if there is a promotion choice. */
export interface MoveMatch<Move> {
  from: string;
  to: string;
  moves: Move[];
}

/** All matches of the text; it is unambiguous if there is exactly one. */
export function matchMoves<Move extends MatchableMove>(text: string, moves: Record<string, Move[]>): MoveMatch<Move>[] {
  const written = normalize(text);
  if (!written) return [];
  const all = Object.entries(moves).flatMap(([from, list]) => list.map((move) => ({ from, move })));
  const readings: ((from: string, move: Move) => boolean)[] = [
    (from, move) => [move.move, from + move.to].includes(written),
    (_, move) => normalize(move.san ?? '') === written,
    (from, move) => [move.move, from + move.to, normalize(move.san ?? '')].some((one) => one.toLowerCase() === written.toLowerCase()),
  ];
  // Exact matches come first: a lowercase b is a file before it is a bishop.
  for (const fits of readings) {
    const found = all.filter(({ from, move }) => fits(from, move));
    if (found.length) return groupByCells(found);
  }
  return [];
}

/** Strips optional symbols: captures, checks, dashes and annotations. */
function normalize(text: string): string {
  const kept = text.trim().replace(/[\s\-–—x×:+#=!?]/g, '');
  return /^0{2,3}$/.test(kept) ? kept.replaceAll('0', 'O') : kept;
}

function groupByCells<Move extends MatchableMove>(found: { from: string; move: Move }[]): MoveMatch<Move>[] {
  const groups = new Map<string, MoveMatch<Move>>();
  for (const { from, move } of found) {
    const key = `${from} ${move.to}`;
    const group = groups.get(key) ?? { from, to: move.to, moves: [] };
    group.moves.push(move);
    groups.set(key, group);
  }
  return [...groups.values()];
}
