/** The lobby's socket. */
import type { LobbyChanges, LobbyMessage, LobbyState } from './generated';
import { ReconnectingSocket, type SocketState } from './socket';

export interface LobbyEvents {
  message: (message: LobbyMessage) => void;
  state: (state: SocketState) => void;
}

export function openLobby(events: LobbyEvents): ReconnectingSocket<LobbyMessage, never> {
  return new ReconnectingSocket<LobbyMessage, never>({ address: () => '/ws/v1/lobby?changes=true', opened: () => [], ...events });
}

/** The state after changes; entries that have not changed stay the same objects. */
export function applyChanges(state: LobbyState, changes: LobbyChanges): LobbyState {
  return {
    seeks: changeList(
      state.seeks,
      changes.removed_seeks ?? [],
      (changes.seeks ?? []).map(({ index, seek }) => ({ index, entry: seek })),
    ),
    games: changeList(
      state.games,
      changes.removed_games ?? [],
      (changes.games ?? []).map(({ index, game }) => ({ index, entry: game })),
    ),
    online: changes.online ?? state.online,
  };
}

function changeList<Entry extends { id: string }>(list: Entry[], removed: string[], added: { index: number; entry: Entry }[]): Entry[] {
  if (!removed.length && !added.length) return list;
  const leaving = new Set(removed);
  const changed = list.filter((one) => !leaving.has(one.id));
  for (const { index, entry } of added) changed.splice(index, 0, entry);
  return changed;
}
