/** Move list built from the event log. */
import { say } from '../locale/message';
import type { Side, WireEvent } from '../wire/generated';
import type { Contest } from '../wire/messages';

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

export function buildMoveList(events: readonly WireEvent[]): MoveListModel {
  const list: MoveListModel = { placed: [], ended: '', turns: [] };
  let face: number | null = null;
  let contest: Contest | null = null;
  for (const event of withoutTakebacks(events)) {
    if (event.type === 'contest') contest = event.data.entries.length ? event.data : null;
    else if (event.type === 'place') {
      list.placed.push({ seq: event.seq, side: event.data.side, san: event.data.san, retracted: false, contest });
      contest = null;
    } else if (event.type === 'retract') markRetracted(list.placed, event.data.seq);
    else if (event.type === 'werera_ended') list.ended = say(event.data.text);
    else if (event.type === 'throw') face = event.data.face;
    else if (event.type === 'move') {
      appendHalfMove(list.turns, event.data.side, { seq: event.seq, san: event.data.san, pass: event.data.pass, face });
      face = null;
    }
  }
  return list;
}

/** The events in force: a takeback removes everything after its target. */
export function withoutTakebacks(events: readonly WireEvent[]): WireEvent[] {
  const kept: WireEvent[] = [];
  for (const event of events) {
    if (event.type !== 'takeback') kept.push(event);
    else while (kept.length && kept.at(-1)!.seq > event.data.to) kept.pop();
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
