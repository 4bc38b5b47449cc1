/** The board of a game that this page plays itself. */
import type { Game, MoveData } from 'rukh';
import type { BoardState, Target } from '../board/board';
import type { Rotation } from '../board/geometry';
import { t } from '../locale/locale';
import { drawPiece } from '../pieces/pieces';
import { settings } from '../settings/settings.svelte';
import type { BoardInfo } from '../wire/generated';
import { pieceName } from './piece-name';

/** What a board shows of a game, with the moves that can be made on it. */
export function shownPosition(
  game: Game,
  board: BoardInfo,
  moves: readonly MoveData[],
  look: { name: string; rotation: Rotation },
): BoardState {
  const { pieces, turn, isCheck, lastMove } = game.state;
  const { pieceSet } = settings;
  const isRoyal = (letter: string) => game.ruleset.data.pieces.find((one) => one.letter === letter)?.is_royal ?? false;
  const targets: Record<string, Target[]> = {};
  for (const { from, to, isCapture } of moves) if (from && to) (targets[from] ??= []).push({ to, capture: isCapture });
  return {
    size: board,
    rotation: look.rotation,
    skin: settings.skin || board.skin,
    name: t('board-name', { name: look.name }),
    pieces: pieces.map(({ id, cell, letter, side }) => ({
      id,
      cell,
      picture: drawPiece(pieceSet, board.pieces[letter]?.picture ?? '', side, letter),
    })),
    targets,
    coordinates: settings.coordinates,
    last: lastMove ? [...lastMove] : [],
    check: isCheck ? pieces.filter((piece) => piece.side === turn && isRoyal(piece.letter)).map((piece) => piece.cell) : [],
    describe: (cell, target) => {
      const piece = pieces.find((one) => one.cell === cell);
      if (target) return t(target.capture ? 'cell-capture' : 'cell-target', { cell });
      const man = piece && pieceName(board.pieces, piece.letter);
      return piece ? t(targets[cell] ? 'cell-movable' : 'cell-man', { cell, side: t(`side-${piece.side}`), man: man! }) : cell;
    },
  };
}
