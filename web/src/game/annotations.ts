/** Demonstrations converted to board annotations. */
import type { PieceAnnotation, Arrow } from '../board/overlay';
import { settings } from '../lib/settings.svelte';
import { drawPiece } from '../pieces/pieces';
import type { SideMessage, BoardInfo, Demo } from '../wire/types';

type Shown = readonly (SideMessage & { d: Demo })[];

export function pieceAnnotations(demos: Shown, board: BoardInfo): PieceAnnotation[] {
  return demos.flatMap(({ d }) =>
    d.steps.map(({ to, man, side }) => ({
      key: [d.from.id, to, side, man, settings.pieceSet].join('/'),
      cell: to,
      picture: drawPiece(settings.pieceSet, board.men[man]?.picture ?? '', side, man),
      name: d.from.name,
    })),
  );
}

export function arrowsOf(demos: Shown): Arrow[] {
  return demos.flatMap(({ d }) => d.steps.map(({ from, to }) => ({ from, to, kind: 'demo' as const })));
}
