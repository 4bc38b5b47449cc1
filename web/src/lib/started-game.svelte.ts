/** A game that started by itself, and the lobby, which is loaded where it may hear of one. */
import { onPendingSeeksChange, pendingSeeks } from './pending-seeks';

/** Id of a game that started while the player was at another board or in another tab. */
export const startedGame = $state({ id: '' });

/** Loads the lobby as soon as this browser has a pending seek, on whatever page or in whatever tab it was made. */
export function watchPendingSeeks(): void {
  const load = () => {
    if (pendingSeeks().length) void import('./lobby.svelte');
  };
  load();
  onPendingSeeksChange(load);
}
