/** Move list built from the event log. */
import type { Contest, GameEvent, Side } from '../wire/types';

export interface PlacedMove {
  seq: number;
  side: Side;
  san: string;
  /** Whether the move was retracted later. */
  retracted: boolean;
  /** The contest this placement won, if any. */
  contest: Contest | null;
}

export interface HalfMove {
  seq: number;
  san: string;
  pass: boolean;
  face: number | null;
}

export interface Turn {
  white: HalfMove | null;
  black: HalfMove | null;
}

export interface MoveListModel {
  placed: PlacedMove[];
  ended: string;
  turns: Turn[];
}

export function buildMoveList(events: readonly GameEvent[]): MoveListModel {
  const list: MoveListModel = { placed: [], ended: '', turns: [] };
  let face: number | null = null;
  let contest: Contest | null = null;
  for (const event of withoutTakebacks(events)) {
    if (event.t === 'contest') contest = event.d.entries.length ? event.d : null;
    else if (event.t === 'place') {
      list.placed.push({ seq: event.v, side: event.d.side, san: event.d.san, retracted: false, contest });
      contest = null;
    } else if (event.t === 'retract') markRetracted(list.placed, event.d.seq);
    else if (event.t === 'werera_ended') list.ended = event.d.reason;
    else if (event.t === 'throw') face = event.d.face;
    else if (event.t === 'move') {
      appendHalfMove(list.turns, event.d.side, { seq: event.v, san: event.d.san, pass: event.d.pass, face });
      face = null;
    }
  }
  return list;
}

/** The events in force: a takeback removes everything after its target. */
export function withoutTakebacks(events: readonly GameEvent[]): GameEvent[] {
  const kept: GameEvent[] = [];
  for (const event of events) {
    if (event.t !== 'takeback') kept.push(event);
    else while (kept.length && kept.at(-1)!.v > event.d.to) kept.pop();
  }
  return kept;
}

function markRetracted(placed: PlacedMove[], seq: number): void {
  const found = placed.find((one) => one.seq === seq);
  if (found) found.retracted = true;
}

function appendHalfMove(turns: Turn[], side: Side, half: HalfMove): void {
  const last = turns.at(-1);
  if (side === 'black' && last && !last.black) last.black = half;
  else turns.push(side === 'white' ? { white: half, black: null } : { white: null, black: half });
}
