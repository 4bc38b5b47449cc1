/**
 * Client-side prediction: the server's last view with the unanswered intents of this browser
 * applied to it. Events of others rebase them; a refusal removes them.
 */
import { splitMove } from '../board/geometry';
import { newId } from './id';
import type {
  GameMessage,
  Hello,
  Intent,
  LegalMove,
  Message,
  NamedChatEntry,
  Premove,
  Presence,
  Side,
  View,
  ViewPiece,
  WireEvent,
} from './generated';
import type { IntentMessage } from './messages';

interface Displacement {
  id: number;
  from: string;
  to: string;
  promotion: string | null;
}

export interface Pending {
  message: IntentMessage;
  displacement: Displacement | null;
  /** The server's sequence number once acknowledged. */
  acknowledged: number | null;
}

/** Result of a message, for the page to show. */
export type Notice =
  | { kind: 'hello' }
  | { kind: 'event'; event: WireEvent; fresh: boolean }
  | { kind: 'refused'; code: string; message: Message; intent: Intent | null }
  | { kind: 'sideMessage'; message: NamedChatEntry; fresh: boolean }
  | { kind: 'presence' }
  | { kind: 'gap' };

/** Upper bound of side messages kept in memory. */
const MAX_SIDE_MESSAGES = 300;

export class Replica {
  /** Number of the last event applied; a reconnection resumes after it. */
  lastSeq = 0;
  hello: Hello | null = null;
  view: View | null = null;
  readonly events: WireEvent[] = [];
  pending: Pending[] = [];
  presence: Presence | null = null;
  /** Chat and demonstrations, oldest first. */
  sideMessages: NamedChatEntry[] = [];
  muted: string[] = [];
  premoves: Record<Side, Premove[]> = { white: [], black: [] };
  private caughtUpTo = 0;
  /** Moves a placed piece had at its origin, by piece id and origin: candidates for substitutions. */
  private readonly alternatives = new Map<string, LegalMove[]>();

  constructor(private readonly nextId: () => string = newId) {}

  receive(message: GameMessage): Notice[] {
    switch (message.type) {
      case 'hello':
        return this.applyHello(message);
      case 'view':
        this.applyView(message.data);
        return [];
      case 'ack':
        this.acknowledge(message.id, message.seq);
        return [];
      case 'nack':
        return [{ kind: 'refused', code: message.code, message: message.message, intent: this.removeIntent(message.id) }];
      case 'refused':
        return [{ kind: 'refused', code: message.code, message: message.message, intent: null }];
      case 'presence':
        this.presence = message.data;
        return [{ kind: 'presence' }];
      case 'chat_entry':
        return this.applySideMessage(message);
      case 'premoves':
        this.premoves = { ...this.premoves, [message.data.side]: message.data.moves };
        return [];
      case 'muted':
        this.muted = message.data;
        return [];
      default:
        return this.applyEvent(message);
    }
  }

  /** Queues an intent and applies it to the view at once. */
  queueIntent(intent: Intent): IntentMessage {
    if (intent.kind === 'place' && intent.piece_id != null) this.rememberAlternatives(intent.side, intent.piece_id, intent.from);
    const message: IntentMessage = { type: 'intent', id: this.nextId(), base: this.view?.seq ?? this.lastSeq, data: intent };
    this.pending.push({ message, displacement: this.displacementOf(intent), acknowledged: null });
    return message;
  }

  /** Intents to resend after a reconnection; the server deduplicates them by id. */
  unansweredIntents(): IntentMessage[] {
    return this.pending.filter((item) => item.acknowledged === null).map((item) => item.message);
  }

  /** The pieces of the view with pending intents applied. */
  pieces(): ViewPiece[] {
    let pieces = this.view?.pieces ?? [];
    for (const item of this.pending) pieces = displace(pieces, item.displacement);
    return pieces;
  }

  /** Legal moves of these sides, without those blocked by pending intents. */
  legal(sides: readonly Side[]): Record<string, LegalMove[]> {
    const answer: Record<string, LegalMove[]> = {};
    const view = this.view;
    if (!view || view.phase === 'over') return answer;
    if (view.phase === 'turns' && this.pending.some((item) => item.displacement)) return answer;
    const busy = new Set(this.pending.flatMap((item) => (item.displacement ? [item.displacement.from, item.displacement.to] : [])));
    for (const side of sides) {
      for (const [from, moves] of Object.entries(view.legal_moves[side] ?? {})) {
        const open = busy.has(from) ? [] : moves.filter((move) => !busy.has(move.to) || isVacant(this.pieces(), move.to));
        if (open.length) answer[from] = open;
      }
    }
    return answer;
  }

  /** Substitutions for the piece on `from`: destinations reachable only by retracting its last move. */
  substitutionsFor(side: Side, from: string): { retract: number; moves: LegalMove[] } | null {
    const entry = this.view?.retractable.findLast((one) => one.side === side && one.to === from);
    const piece = entry && this.view?.pieces.find((one) => one.cell === from && one.side === side);
    if (!entry || !piece || this.pending.some((item) => item.displacement?.id === piece.id)) return null;
    const known = this.alternatives.get(`${piece.id}${entry.from}`) ?? [];
    const onward = new Set(this.view?.legal_moves[side]?.[from]?.map((move) => move.to));
    const moves = known.filter((move) => move.to !== from && !onward.has(move.to) && this.stillFits(move, side));
    return { retract: entry.seq, moves };
  }

  private applyHello(message: Hello & { type: 'hello' }): Notice[] {
    this.hello = message;
    this.caughtUpTo = message.seq;
    this.presence = message.presence;
    this.muted = message.you.muted;
    this.premoves = { white: [], black: [] };
    this.applyView(message.view);
    return [{ kind: 'hello' }];
  }

  /** Recent messages are resent after a reconnection; their number identifies them. */
  private applySideMessage({ number, at, name, data }: NamedChatEntry): Notice[] {
    if (this.sideMessages.some((one) => one.number === number)) return [];
    const entry = { number, at, name, data };
    const fresh = number > (this.sideMessages.at(-1)?.number ?? 0) && at >= (this.hello?.server_time ?? 0);
    this.sideMessages = [...this.sideMessages, entry].sort((a, b) => a.number - b.number).slice(-MAX_SIDE_MESSAGES);
    return [{ kind: 'sideMessage', message: entry, fresh }];
  }

  private rememberAlternatives(side: Side, id: number, from: string): void {
    const moves = this.view?.legal_moves[side]?.[from];
    if (moves) this.alternatives.set(`${id}${from}`, moves);
  }

  /** Whether a remembered move still fits the position. */
  private stillFits(move: LegalMove, side: Side): boolean {
    const occupant = this.pieces().find((piece) => piece.cell === move.to);
    return move.capture ? !!occupant && occupant.side !== side : !occupant;
  }

  private applyView(view: View): void {
    if (this.view && view.seq < this.view.seq) return;
    this.view = view;
    this.removeAcknowledged();
  }

  private applyEvent(event: WireEvent): Notice[] {
    if (!isEvent(event) || event.seq <= this.lastSeq) return [];
    if (event.seq !== this.lastSeq + 1) return [{ kind: 'gap' }];
    this.lastSeq = event.seq;
    this.events.push(event);
    return [{ kind: 'event', event, fresh: event.seq > this.caughtUpTo }];
  }

  private acknowledge(id: string, seq: number): void {
    const item = this.pending.find((one) => one.message.id === id);
    if (item) item.acknowledged = seq;
    this.removeAcknowledged();
  }

  /** Removes acknowledged intents once a view contains them. */
  private removeAcknowledged(): void {
    const seq = this.view?.seq ?? 0;
    this.pending = this.pending.filter((item) => item.acknowledged === null || item.acknowledged > seq);
  }

  private removeIntent(id: string): Intent | null {
    const item = this.pending.find((one) => one.message.id === id);
    this.pending = this.pending.filter((one) => one !== item);
    return item?.message.data ?? null;
  }

  private displacementOf(intent: Intent): Displacement | null {
    if (intent.kind === 'place') return this.placeDisplacement(intent);
    if (intent.kind === 'substitute') return this.substitutionDisplacement(intent);
    if (intent.kind === 'retract') return this.retractDisplacement(intent.seq);
    if (intent.kind !== 'move') return null;
    const move = splitMove(intent.move);
    const piece = move && this.pieces().find((one) => one.cell === move.from);
    return piece ? { ...move, id: piece.id } : null;
  }

  private placeDisplacement({ piece_id, from, to, promotion }: Extract<Intent, { kind: 'place' }>): Displacement | null {
    return piece_id == null ? null : { id: piece_id, from, to, promotion: promotion ?? null };
  }

  /** Starts at the piece's current cell, where it was picked up. */
  private substitutionDisplacement(intent: Extract<Intent, { kind: 'substitute' }>): Displacement | null {
    const piece = this.pieces().find((one) => one.id === intent.piece_id);
    return piece ? { id: piece.id, from: piece.cell, to: intent.to, promotion: intent.promotion ?? null } : null;
  }

  private retractDisplacement(seq: number): Displacement | null {
    const entry = this.view?.retractable.find((one) => one.seq === seq);
    const piece = entry && this.pieces().find((one) => one.cell === entry.to && one.side === entry.side);
    return piece ? { id: piece.id, from: entry.to, to: entry.from, promotion: null } : null;
  }
}

/** Whether a message is an event rather than an unknown message of a later version. */
function isEvent(message: Partial<WireEvent>): boolean {
  return typeof message.seq === 'number' && typeof message.at === 'number';
}

function isVacant(pieces: ViewPiece[], cell: string): boolean {
  return !pieces.some((piece) => piece.cell === cell);
}

/** Applies a displacement if its piece is still on its origin and no own piece is on its target. */
function displace(pieces: ViewPiece[], displacement: Displacement | null): ViewPiece[] {
  const mover = displacement && pieces.find((piece) => piece.id === displacement.id && piece.cell === displacement.from);
  if (!mover) return pieces;
  const occupant = pieces.find((piece) => piece.cell === displacement.to);
  if (occupant?.side === mover.side) return pieces;
  return pieces
    .filter((piece) => piece !== occupant)
    .map((piece) => (piece === mover ? { ...piece, cell: displacement.to, letter: displacement.promotion ?? piece.letter } : piece));
}
