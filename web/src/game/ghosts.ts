/** Moves that are only shown, as the board draws them. */
import type { Ghost, Path } from '../board/overlay';
import { settings } from '../lib/settings.svelte';
import { drawMan } from '../men/men';
import type { Aside, BoardInfo, Demo } from '../wire/types';

type Shown = readonly (Aside & { d: Demo })[];

export function ghostsOf(demos: Shown, board: BoardInfo): Ghost[] {
  return demos.flatMap(({ d }) =>
    d.steps.map(({ to, man, side }) => ({
      key: [d.from.id, to, side, man, settings.men].join('/'),
      cell: to,
      picture: drawMan(settings.men, board.men[man]?.picture ?? '', side, man),
      name: d.from.name,
    })),
  );
}

export function pathsOf(demos: Shown): Path[] {
  return demos.flatMap(({ d }) => d.steps.map(({ from, to }) => ({ from, to, kind: 'demo' as const })));
}
