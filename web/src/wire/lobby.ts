/** Lobby messages and their socket. */
import { ReconnectingSocket, type SocketState } from './socket';
import type { Game, SpectatorMode, Person, Side, Time } from './types';

export type Colour = Side | 'random';

export interface NewSeek {
  instance: string;
  colour: Colour;
  fen?: string;
  time?: Time;
  manner?: SpectatorMode;
  /** Reachable only by its link, not listed in the lobby. */
  private?: boolean;
}

export interface Seek {
  id: string;
  instance: string;
  ruleset_name: string;
  skin: string;
  by: Person;
  colour: Colour;
  time: Time;
  manner: SpectatorMode;
  private: boolean;
  created: number;
  /** Id of the game, once accepted. */
  game: string | null;
}

export interface LobbyState {
  seeks: Seek[];
  games: Game[];
  online: number;
}

export type LobbyMessage = { t: 'lobby'; d: LobbyState } | { t: 'accepted'; d: { seek: string; game: string } };

export interface LobbyEvents {
  message: (message: LobbyMessage) => void;
  state: (state: SocketState) => void;
}

export function openLobby(events: LobbyEvents): ReconnectingSocket<LobbyMessage, never> {
  return new ReconnectingSocket<LobbyMessage, never>({ address: () => '/ws/v1/lobby', opened: () => [], ...events });
}
