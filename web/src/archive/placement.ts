/** The small board of a game in the archive, from the placement that its list entry has. */
import type { ArrayPiece, RulesetCard } from '../wire/generated';

export interface PlacedBoard {
  files: number;
  ranks: number;
  pieces: ArrayPiece[];
}

/** Reads a placement as in FEN; pictures are those of the ruleset's array, others show their letter. */
export function boardOf(placement: string, ruleset: Pick<RulesetCard, 'array'> | undefined): PlacedBoard {
  const pictures = new Map(ruleset?.array.map((piece) => [piece.letter.toLowerCase(), piece.picture]));
  const ranks = placement.split('/');
  const pieces: ArrayPiece[] = [];
  let files = 0;
  ranks.forEach((rank, index) => {
    let file = 0;
    for (const part of rank.match(/\d+|\D/g) ?? []) {
      if (/\d/.test(part)) {
        file += Number(part);
        continue;
      }
      const letter = part.toLowerCase();
      const cell = `${String.fromCharCode(97 + file)}${ranks.length - index}`;
      pieces.push({ cell, side: part === letter ? 'black' : 'white', letter, picture: pictures.get(letter) ?? '' });
      file += 1;
    }
    files = Math.max(files, file);
  });
  return { files, ranks: ranks.length, pieces };
}
