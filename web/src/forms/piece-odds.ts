/** Odds of pieces: the array of a ruleset without some pieces of one side, as a start position. */
import { readPlacement, writePosition, type EditedPiece } from '../game/edited-position';
import { fileName, type Size } from '../board/geometry';
import type { PieceOdds, RulesetDetails } from '../wire/generated';

type Array = Pick<RulesetDetails, 'fen' | 'files' | 'ranks'>;

/** The array as a FEN without the pieces on these cells; empty if all are there. */
export function withoutPieces(array: Array, cells: readonly string[]): string {
  if (!cells.length) return '';
  const { pieces, fields } = readPlacement(array.fen, array);
  const left = Object.fromEntries(Object.entries(pieces).filter(([cell]) => !cells.includes(cell)));
  return writePosition(
    { pieces: left, fields: fields.map((field, at) => (at === 1 ? rightsLeft(field, pieces, cells, array) : field)) },
    array,
  );
}

/** The cells of the array whose pieces a position lacks; null if it differs in anything else. */
export function missingPieces(array: Array, fen: string): string[] | null {
  if (!fen) return [];
  const there = readPlacement(fen, array).pieces;
  const cells = Object.keys(readPlacement(array.fen, array).pieces).filter((cell) => !there[cell]);
  return withoutPieces(array, cells) === fen ? cells : null;
}

/** The pieces that one side lacks in a position that is otherwise the array; null in any other. */
export function pieceOdds(ruleset: Array & Pick<RulesetDetails, 'board'>, fen: string): PieceOdds | null {
  const missing = missingPieces(ruleset, fen) ?? [];
  const pieces = ruleset.board.filter(({ cell }) => missing.includes(cell));
  const side = pieces[0]?.side;
  return side && pieces.every((one) => one.side === side) ? { side, pieces: pieces.map(({ letter }) => letter) } : null;
}

/**
 * The start position under other options: odds are given from the same array again, and from another one, or one that
 * is not known (an empty FEN), not; other positions stay.
 */
export function startUnder(before: Array, after: Array, fen: string): string {
  const missing = missingPieces(before, fen);
  if (!missing) return fen;
  const placement = (one: Array) => one.fen.split(' ')[0];
  return placement(before) === placement(after) ? withoutPieces(after, missing) : '';
}

/** The board with the pieces that a game from a position begins with; those of the array if it is empty. */
export function startBoard(ruleset: Size & Pick<RulesetDetails, 'board' | 'pieces'>, fen: string): RulesetDetails['board'] {
  if (!fen) return ruleset.board;
  const pictureOf = (letter: string) => ruleset.pieces.find((one) => one.letter === letter)?.picture ?? '';
  return Object.entries(readPlacement(fen, ruleset).pieces).map(([cell, piece]) => ({ cell, ...piece, picture: pictureOf(piece.letter) }));
}

/** Rights to castle whose rook stands: that is the outermost piece of a king's rank on its wing. */
function rightsLeft(rights: string, pieces: Record<string, EditedPiece>, missing: readonly string[], { files, ranks }: Array): string {
  const rookCell = (letter: string) => {
    const side = letter === letter.toUpperCase() ? 'white' : 'black';
    const own = ([, piece]: [string, EditedPiece]) => piece.side === side && piece.letter === 'k';
    const rank = Object.entries(pieces)
      .find(own)?.[0]
      .replace(/^[a-z]+/, '');
    const cells = Array.from({ length: files }, (_, file) => `${fileName(file)}${rank}`).filter((cell) => pieces[cell]?.side === side);
    return letter.toUpperCase() === 'K' ? cells.at(-1) : cells[0];
  };
  if (!/^[KQkq]+$/.test(rights) || ranks < 1) return rights;
  return [...rights].filter((letter) => !missing.includes(rookCell(letter) ?? '')).join('') || '-';
}
