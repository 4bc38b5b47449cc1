/** Demonstrations converted to board annotations. */
import type { PieceAnnotation, Arrow } from '../board/overlay';
import { personName } from '../lib/person-name';
import { settings } from '../settings/settings.svelte';
import { drawPiece } from '../pieces/pieces';
import type { BoardInfo, NamedChatEntry } from '../wire/generated';
import type { Demo } from '../wire/messages';

type Shown = readonly (NamedChatEntry & { data: Demo })[];

export function pieceAnnotations(demos: Shown, board: BoardInfo): PieceAnnotation[] {
  return demos.flatMap(({ name, data }) =>
    data.steps.map(({ to, piece, side }) => ({
      key: [data.author.id, to, side, piece, settings.pieceSet].join('/'),
      cell: to,
      picture: drawPiece(settings.pieceSet, board.pieces[piece]?.picture ?? '', side, piece),
      name: personName(name ?? ''),
    })),
  );
}

export function arrowsOf(demos: Shown): Arrow[] {
  return demos.flatMap(({ data }) => data.steps.map(({ from, to }) => ({ from, to, kind: 'demo' as const })));
}
