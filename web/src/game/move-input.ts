/** Moves as people write them: in coordinates, or as they stand in the list of moves. */

interface MatchableMove {
  to: string;
  move: string;
  san?: string;
}

/** Moves from one cell to another; there are several where a pawn may become one man or another. */
export interface MoveMatch<Move> {
  from: string;
  to: string;
  moves: Move[];
}

/** Every way the text may be read; one is what is wanted. */
export function matchMoves<Move extends MatchableMove>(text: string, moves: Record<string, Move[]>): MoveMatch<Move>[] {
  const written = normalize(text);
  if (!written) return [];
  const all = Object.entries(moves).flatMap(([from, list]) => list.map((move) => ({ from, move })));
  const readings: ((from: string, move: Move) => boolean)[] = [
    (from, move) => [move.move, from + move.to].includes(written),
    (_, move) => normalize(move.san ?? '') === written,
    (from, move) => [move.move, from + move.to, normalize(move.san ?? '')].some((one) => one.toLowerCase() === written.toLowerCase()),
  ];
  // A small b is a file before it is a bishop: what fits as it stands goes before what fits somehow.
  for (const fits of readings) {
    const found = all.filter(({ from, move }) => fits(from, move));
    if (found.length) return groupByCells(found);
  }
  return [];
}

/** Without the signs people leave out or put in: captures, checks, dashes, praise. */
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
