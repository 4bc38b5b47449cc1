/** Replays: frames, side messages and throws of a game. */
import type { SideMessage, BoardInfo, ClockReading, Game, Phase, Side, ViewPiece } from './types';

export interface Change {
  id: number;
  /** Null if the piece leaves the board. */
  cell: string | null;
  man: string;
  side: Side;
}

/** What one event changed. */
export interface Frame {
  v: number;
  at: number;
  t: string;
  san: string | null;
  side: Side | null;
  from: string | null;
  to: string | null;
  throw: { face: number; side: Side } | null;
  phase: Phase;
  changes: Change[];
  /** Reading at `at`. */
  clock: Omit<ClockReading, 'at'> | null;
  /** Text of the event. */
  text: string;
}

export interface Replay {
  game: Game;
  board: BoardInfo;
  /** The pieces of the starting position. */
  men: ViewPiece[];
  frames: Frame[];
  asides: SideMessage[];
}

export interface Throws {
  commitment: string | null;
  server_seed: string | null;
  client_seed: string | null;
  faces: number;
  throws: { n: number; face: number; side: Side; seq: number }[];
  over: boolean;
}
