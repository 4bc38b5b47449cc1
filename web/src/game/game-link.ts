/** The fragment of a game's address: `#20` is the position after 20 moves. */

export function moveOfHash(hash: string): number | null {
  const found = /^#(\d{1,5})$/.exec(hash);
  return found ? Number(found[1]) : null;
}

/** The fragment of a position; empty for the live one. */
export function hashOfMove(number: number | null): string {
  return number === null ? '' : `#${number}`;
}
