/** A move of the list in parts: pieces can be drawn or named instead of written as letters. */

export type SanPart = { letter: string } | { text: string };

/** Splits `Nxf3` into the piece and the rest, and `e8=Q` before its promotion. Castling is text. */
export function sanParts(san: string, letters: readonly string[]): SanPart[] {
  const isPiece = (sign: string | undefined) => !!sign && sign !== sign.toLowerCase() && letters.includes(sign.toLowerCase());
  const parts: SanPart[] = [];
  let rest = san;
  if (!rest.startsWith('O-O') && isPiece(rest[0])) {
    parts.push({ letter: rest[0]!.toLowerCase() });
    rest = rest.slice(1);
  }
  const promotion = rest.indexOf('=');
  if (promotion >= 0 && isPiece(rest[promotion + 1])) {
    parts.push({ text: rest.slice(0, promotion + 1) }, { letter: rest[promotion + 1]!.toLowerCase() });
    rest = rest.slice(promotion + 2);
  }
  return rest ? [...parts, { text: rest }] : parts;
}
