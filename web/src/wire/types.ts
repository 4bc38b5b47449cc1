/** Messages of wire version 1. */

import type { LocalizedName } from './ruleset';

export type Side = 'white' | 'black';

export interface Seat {
  kind: 'human' | 'engine';
  name?: string;
  level?: number;
  /** Id of the player. */
  player?: string;
}

/** Time control in seconds or days. `marshal` is the shared budget of the werera. */
export type Time =
  | { kind: 'none' }
  | { kind: 'fischer'; initial: number; increment: number; marshal?: number }
  | { kind: 'days'; days: number; marshal_days?: number };

/** Whether spectators may chat with the players and demonstrate moves. */
export type SpectatorMode = 'traditional' | 'match';

export interface NewGame {
  instance: string;
  white: Seat;
  black: Seat;
  fen?: string;
  time?: Time;
  manner?: SpectatorMode;
  private?: boolean;
}

export type Phase = 'werera' | 'turns' | 'over';

export interface Result {
  winner: Side | null;
  reason: string;
  text: string;
  style: { rank: 'poor' | 'respectable' | 'praised'; text: string } | null;
}

export interface Game {
  id: string;
  instance: string;
  ruleset_name: string;
  skin: string;
  white: Seat;
  black: Seat;
  phase: Phase;
  /** Side to move; null while both may move. */
  turn: Side | null;
  result: Result | null;
  started: number;
  updated: number;
  plies: number;
  time: Time;
  manner: SpectatorMode;
  private: boolean;
  spectators?: number;
}

export interface BoardInfo {
  files: number;
  ranks: number;
  skin: string;
  men: Record<string, { name: string; names: LocalizedName[]; picture: string; betza: string; text: string }>;
}

export interface LegalMove {
  to: string;
  move: string;
  capture: boolean;
  promotion: string | null;
  castle: boolean;
  san: string;
}

export interface ViewPiece {
  id: number;
  cell: string;
  side: Side;
  man: string;
}

export interface LastPlace {
  from: string;
  to: string;
  seq: number;
}

export interface Retractable {
  seq: number;
  side: Side;
  man: string;
  from: string;
  to: string;
}

export interface Counter {
  label: string;
  side: Side | null;
  value: number;
  limit: number;
  text: string;
}

/** Clock readings at `at`; the running clock has continued since. */
export interface ClockReading {
  white: number;
  black: number;
  marshal: number | null;
  runs: Side | 'marshal' | null;
  at: number;
}

/** Offers one side makes and the other may accept. */
export type Offer = 'draw' | 'takeback' | 'turns' | 'rematch';

/** What a side may do besides moving. */
export type Action =
  | Offer
  | `decline_${Offer}`
  | 'resign' | 'abort' | 'add_time' | 'bundle' | 'ready';

export interface View {
  seq: number;
  phase: Phase;
  node: 'werera' | 'chance' | 'choice' | 'over';
  turn: Side | null;
  men: ViewPiece[];
  throw: { face: number; mans: string[]; side: Side } | null;
  legal: Record<Side, Record<string, LegalMove[]>>;
  /** If `forced` (no legal move), the server passes at `at`. */
  pass: { forced: boolean; reason: string; at: number | null } | null;
  retractable: Retractable[];
  check: string[];
  last: Record<Side, LastPlace | null>;
  last_move: { from: string; to: string; side: Side } | null;
  counters: Counter[];
  result: Result | null;
  fen: string;
  hint: string | null;
  clock: (ClockReading & { limit: Time }) | null;
  /** The side that made each offer. */
  offers: Record<Offer, Side | null>;
  actions: Record<Side, Action[]>;
  /** Before the first throw: the sides whose seeds are missing. */
  seeds: Record<Side, boolean> | null;
  /** Before the werera starts: the sides that are ready. */
  ready: Record<Side, boolean> | null;
}

export interface Here {
  here: boolean;
  since: number;
  /** Time from which the other side may claim. */
  claim_at: number | null;
}

export interface Person {
  id: string;
  name: string;
}

export interface Presence {
  white: Here;
  black: Here;
  spectators: { count: number; list: Person[] };
}

export interface Sender extends Person {
  role: Side | 'spectator';
}

export interface Chat {
  kind: 'chat';
  from: Sender;
  room: 'all' | 'players' | 'spectators';
  text: string;
  preset?: string;
}

export interface Demo {
  kind: 'demo';
  from: Sender;
  steps: { from: string; to: string; man: string; side: Side }[];
  until: number;
}

/** Chat or a demonstration; not part of the game log. */
export interface SideMessage {
  n: number;
  at: number;
  d: Chat | Demo;
}

export interface PremovePlan {
  move: string;
  /** With a die: the face this plan is for. */
  face?: number;
}

/** A possible premove; `faces` are the die faces that allow it. */
export interface PremoveTarget {
  to: string;
  move: string;
  promotion: string | null;
  faces: number[] | null;
}

export interface You {
  id: string | null;
  name: string | null;
  sides: Side[];
  role: 'player' | 'spectator';
  /** Ids, or `all`. */
  muted: string[];
}

export interface Hello {
  t?: 'hello';
  proto?: number;
  server_time: number;
  seq: number;
  game: Game;
  board: BoardInfo;
  view: View;
  you: You;
  presence: Presence;
}

export type Intent =
  | { kind: 'move'; move: string }
  | { kind: 'place'; side: Side; id: number; from: string; to: string; promotion?: string }
  | { kind: 'retract'; side: Side; seq: number }
  | { kind: 'substitute'; side: Side; retract: number; id: number; from: string; to: string; promotion?: string }
  | { kind: Offer; side: Side }
  | { kind: 'decline'; side: Side; what: Offer }
  | { kind: 'resign' | 'abort' | 'add_time' | 'bundle' | 'ready'; side: Side }
  | { kind: 'claim'; side: Side; result: 'win' | 'draw' }
  | { kind: 'premove'; side: Side; moves: PremovePlan[] }
  | { kind: 'seed'; side: Side; seed: string };

interface EventBase<Kind extends string, Data> {
  v: number;
  t: Kind;
  at: number;
  d: Data;
}

interface Sided {
  side: Side;
}

export type GameEvent =
  | EventBase<'start', { white: Seat; black: Seat; instance: string; commitment: string | null }>
  | EventBase<'place', { side: Side; id: number; man: string; from: string; to: string; san: string; capture: boolean }>
  | EventBase<'retract', { side: Side; seq: number; man: string; from: string; to: string }>
  | EventBase<'werera_ended', { by: Side | null; capture_seq: number | null; first: Side; reason: string }>
  | EventBase<'throw', { side: Side; face: number; n: number; mans: string[] }>
  | EventBase<'move', MoveData>
  | EventBase<'ready' | 'bundle' | 'resign' | 'draw_offer' | 'takeback_offer' | 'turns_offer' | 'rematch_offer' | 'flag', Sided>
  /** `side` is null if the game was not started in time. */
  | EventBase<'abort', { side: Side | null }>
  | EventBase<'decline', { side: Side; what: Offer }>
  | EventBase<'takeback', { side: Side; to: number }>
  | EventBase<'claim', { side: Side; result: 'win' | 'draw' }>
  | EventBase<'time_added', { side: Side; ms: number }>
  | EventBase<'outage', { from: number; to: number }>
  | EventBase<'seeds', { white: string | null; black: string | null; client_seed: string }>
  | EventBase<'contest', Contest>
  | EventBase<'rematched', { game: string }>
  | EventBase<'draw', object>
  | EventBase<'end', { result: Result; server_seed: string | null }>;

/** Conflicting intents of both sides; the first entry won (by a coin flip if equally fast). */
export interface Contest {
  entries: { side: Side; id: string; arrived: number; lag: number }[];
  coin: number | null;
}

export interface MoveData {
  side: Side;
  from: string | null;
  to: string | null;
  man: string | null;
  san: string;
  move: string;
  capture: boolean;
  promotion: string | null;
  castle: boolean;
  pass: boolean;
}

export interface Ack {
  t: 'ack';
  id: string;
  seq: number;
}

export interface Nack {
  t: 'nack';
  id: string;
  code: string;
  reason: string;
  seq: number;
}

export type ServerMessage =
  | (Hello & { t: 'hello' })
  | GameEvent
  | { t: 'view'; seq: number; d: View }
  | Ack
  | Nack
  | { t: 'presence'; d: Presence }
  | (SideMessage & { t: 'aside' })
  | { t: 'premoves'; d: { side: Side; moves: PremovePlan[] } }
  | { t: 'muted'; d: string[] }
  | { t: 'refused'; code: string; reason: string };

export interface IntentMessage {
  t: 'intent';
  id: string;
  base: number;
  d: Intent;
}

export type ClientMessage =
  | IntentMessage
  | { t: 'chat'; d: { text: string } | { preset: string } }
  | { t: 'demo'; d: { steps: { from: string; to: string }[] } }
  | { t: 'mute'; d: { who: string; on: boolean } };
