/** Names of pieces in the style that the reader has chosen. */
import * as message from '../locale/message';
import type { BoardPiece, LocalizedName } from '../wire/generated';

type Named = Pick<BoardPiece, 'name' | 'names'>;

/** The name of a piece; the letter if the board does not know it. */
export function pieceName(pieces: Readonly<Record<string, Named>> | undefined, letter: string): string {
  const piece = pieces?.[letter];
  return piece ? nameOf(piece) : letter;
}

/** The name in the reader's language; on an English page the game's own, unless English is chosen. */
export const nameOf = (piece: Named): string => message.pieceName(piece);

/** The other names of a piece, each once. */
export function otherNames({ name, names }: Named, shown: string): LocalizedName[] {
  const all = [{ language: '', text: name }, ...names];
  return all.filter((one, i) => one.text !== shown && all.findIndex((other) => other.text === one.text) === i);
}

/** What explains a piece's name: the English word beside the game's own name, or that name beside another. */
export function glossOf({ name, names }: Named, shown: string): LocalizedName | undefined {
  const gloss = shown === name ? names.find((one) => one.language === 'en') : { language: '', text: name };
  return gloss?.text === shown ? undefined : gloss;
}
