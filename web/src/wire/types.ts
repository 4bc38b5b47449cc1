/** The messages of wire version 1, as the server sends them. */

export type Side = 'white' | 'black';

export interface Named {
  lang: string;
  text: string;
}

export interface Placement {
  cell: string;
  side: Side;
  man: string;
  picture: string;
}

export interface Choice {
  id: string;
  title: string;
  source: string | null;
  conjecture: string | null;
  note: string | null;
  unverified: boolean;
}

export interface RuleOption {
  key: string;
  title: string;
  note: string | null;
  default: string;
  choices: Choice[];
}

export interface Summary {
  id: string;
  name: string;
  native_name: string | null;
  summary: string;
  status: 'reviewed' | 'conjectural';
  family: string;
  files: number;
  ranks: number;
  skin: string;
  men_per_side: number;
  dice: boolean;
  werera: boolean;
  period: string | null;
  region: string | null;
  array: Placement[];
  options: RuleOption[];
}

export interface Law {
  key: string;
  title: string;
  law: string;
  text: string;
  sources: { key: string; citation: string; where: string | null }[];
  conjecture: string | null;
  note: string | null;
}

export interface ManRules {
  man: string;
  name: string;
  names: Named[];
  betza: string;
  text: string;
  picture: string;
}

export interface Evidence {
  id: string;
  type: string;
  location: string | null;
  date: string | null;
  content: string;
  source: string;
}

export interface Ruleset extends Summary {
  instance: string;
  hash: string;
  description: string;
  names: Named[];
  identifiers: string[];
  men: ManRules[];
  laws: Law[];
  evidence: Evidence[];
  fen: string;
  board: Placement[];
}

export interface Seat {
  kind: 'human' | 'engine';
  name?: string;
  level?: number;
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
  result: Result | null;
  started: number;
  updated: number;
  plies: number;
}

export interface BoardInfo {
  files: number;
  ranks: number;
  skin: string;
  men: Record<string, { name: string; names: Named[]; picture: string; betza: string; text: string }>;
}

export interface LegalMove {
  to: string;
  move: string;
  capture: boolean;
  promotion: string | null;
  castle: boolean;
  san: string;
}

export interface ViewMan {
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

export interface View {
  seq: number;
  phase: Phase;
  node: 'werera' | 'chance' | 'choice' | 'over';
  turn: Side | null;
  men: ViewMan[];
  throw: { face: number; mans: string[]; side: Side } | null;
  legal: Record<Side, Record<string, LegalMove[]>>;
  pass: { forced: boolean; reason: string } | null;
  retractable: Retractable[];
  check: string[];
  last: Record<Side, LastPlace | null>;
  last_move: { from: string; to: string; side: Side } | null;
  counters: Counter[];
  result: Result | null;
  fen: string;
  hint: string | null;
}

export interface Hello {
  t?: 'hello';
  proto?: number;
  server_time: number;
  seq: number;
  game: Game;
  board: BoardInfo;
  view: View;
  you: { sides: Side[] };
}

export type Intent =
  | { kind: 'move'; move: string }
  | { kind: 'place'; side: Side; id: number; from: string; to: string; promotion?: string }
  | { kind: 'retract'; side: Side; seq: number }
  | { kind: 'substitute'; side: Side; retract: number; id: number; from: string; to: string }
  | { kind: 'turns' }
  | { kind: 'bundle' }
  | { kind: 'resign'; side: Side }
  | { kind: 'draw' };

interface Eventful<Kind extends string, Data> {
  v: number;
  t: Kind;
  at: number;
  d: Data;
}

export type GameEvent =
  | Eventful<'start', { white: Seat; black: Seat; instance: string; commitment: string | null }>
  | Eventful<'place', { side: Side; id: number; man: string; from: string; to: string; san: string; capture: boolean }>
  | Eventful<'retract', { side: Side; seq: number; man: string; from: string; to: string }>
  | Eventful<'bundle', { side: Side }>
  | Eventful<'werera_ended', { by: Side | null; capture_seq: number | null; first: Side; reason: string }>
  | Eventful<'throw', { side: Side; face: number; n: number; mans: string[] }>
  | Eventful<'move', MoveData>
  | Eventful<'resign', { side: Side }>
  | Eventful<'draw', object>
  | Eventful<'end', { result: Result; server_seed: string | null }>;

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

export type FromServer = (Hello & { t: 'hello' }) | GameEvent | { t: 'view'; seq: number; d: View } | Ack | Nack;

export interface ToServer {
  t: 'intent';
  id: string;
  base: number;
  d: Intent;
}
