/** The lobby's socket. */
import type { LobbyMessage } from './generated';
import { ReconnectingSocket, type SocketState } from './socket';

export interface LobbyEvents {
  message: (message: LobbyMessage) => void;
  state: (state: SocketState) => void;
}

export function openLobby(events: LobbyEvents): ReconnectingSocket<LobbyMessage, never> {
  return new ReconnectingSocket<LobbyMessage, never>({ address: () => '/ws/v1/lobby', opened: () => [], ...events });
}
