/** The small board of a game in a list. */
import type { ArrayPiece, Hello, Side } from '../wire/generated';
import { sidesOf } from './seat';

export interface BoardThumbnail {
  files: number;
  ranks: number;
  pieces: ArrayPiece[];
  near: Side;
}

/** The board as a player sees it. */
export function thumbnailOf({ game, board, view }: Hello, player: string): BoardThumbnail {
  const pieces = view.pieces.map(({ cell, side, letter }) => ({ cell, side, letter, picture: board.pieces[letter]?.picture ?? '' }));
  const [near = 'white', both] = sidesOf(game, player);
  return { files: board.files, ranks: board.ranks, pieces, near: both ? 'white' : near };
}
