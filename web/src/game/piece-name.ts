/** Names of pieces in the style that the reader has chosen. */
import { settings } from '../lib/settings.svelte';
import { language, localized } from '../locale/locale';
import type { BoardPiece, LocalizedName } from '../wire/generated';

type Named = Pick<BoardPiece, 'name' | 'names'>;

/** The name of a piece; the letter if the board does not know it. */
export function pieceName(pieces: Readonly<Record<string, Named>> | undefined, letter: string): string {
  const piece = pieces?.[letter];
  return piece ? nameOf(piece) : letter;
}

/** The game's own name, or the name in the reader's language where there is one. */
export function nameOf({ name, names }: Named): string {
  return settings.names === 'language' ? localized(name, names, language) : name;
}

/** The other names of a piece, each once. */
export function otherNames({ name, names }: Named, shown: string): LocalizedName[] {
  const all = [{ language: '', text: name }, ...names];
  return all.filter((one, i) => one.text !== shown && all.findIndex((other) => other.text === one.text) === i);
}
