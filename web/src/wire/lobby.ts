/** Open seeks, and the line on which the lobby speaks. */
import { Line, type LineState } from './line';
import type { Game, Manner, Person, Side, Time } from './types';

export type Colour = Side | 'random';

export interface SeekWish {
  instance: string;
  colour: Colour;
  fen?: string;
  time?: Time;
  manner?: Manner;
  /** By its link only, not in the lobby. */
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
  manner: Manner;
  private: boolean;
  created: number;
  /** Set once somebody has accepted. */
  game: string | null;
}

export interface LobbyState {
  seeks: Seek[];
  games: Game[];
  online: number;
}

export type FromLobby = { t: 'lobby'; d: LobbyState } | { t: 'accepted'; d: { seek: string; game: string } };

export interface LobbyEvents {
  message: (message: FromLobby) => void;
  state: (state: LineState) => void;
}

export function openLobby(events: LobbyEvents): Line<FromLobby, never> {
  return new Line<FromLobby, never>({ address: () => '/ws/v1/lobby', opened: () => [], ...events });
}
