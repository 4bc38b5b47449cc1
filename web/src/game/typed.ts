/** Moves as people write them: in coordinates, or as they stand in the list of moves. */

interface Written {
  to: string;
  move: string;
  san?: string;
}

/** Moves from one cell to another; there are several where a pawn may become one man or another. */
export interface Found<Move> {
  from: string;
  to: string;
  moves: Move[];
}

/** Every way the text may be read; one is what is wanted. */
export function findTyped<Move extends Written>(text: string, moves: Record<string, Move[]>): Found<Move>[] {
  const written = bare(text);
  if (!written) return [];
  const all = Object.entries(moves).flatMap(([from, list]) => list.map((move) => ({ from, move })));
  const readings: ((from: string, move: Move) => boolean)[] = [
    (from, move) => [move.move, from + move.to].includes(written),
    (_, move) => bare(move.san ?? '') === written,
    (from, move) => [move.move, from + move.to, bare(move.san ?? '')].some((one) => one.toLowerCase() === written.toLowerCase()),
  ];
  // A small b is a file before it is a bishop: what fits as it stands goes before what fits somehow.
  for (const fits of readings) {
    const found = all.filter(({ from, move }) => fits(from, move));
    if (found.length) return gather(found);
  }
  return [];
}

/** Without the signs people leave out or put in: captures, checks, dashes, praise. */
function bare(text: string): string {
  const kept = text.trim().replace(/[\s\-–—x×:+#=!?]/g, '');
  return /^0{2,3}$/.test(kept) ? kept.replaceAll('0', 'O') : kept;
}

function gather<Move extends Written>(found: { from: string; move: Move }[]): Found<Move>[] {
  const groups = new Map<string, Found<Move>>();
  for (const { from, move } of found) {
    const key = `${from} ${move.to}`;
    const group = groups.get(key) ?? { from, to: move.to, moves: [] };
    group.moves.push(move);
    groups.set(key, group);
  }
  return [...groups.values()];
}
