/**
 * What this browser believes about a game: the server's last view with its own unanswered
 * intents laid over it. A foreign event rebases them; a refusal takes them off again.
 */
import { splitMove } from '../board/geometry';
import { newId } from './id';
import type {
  SideMessage, ServerMessage, GameEvent, Hello, Intent, IntentMessage, LegalMove, PremovePlan, Presence, Side, View, ViewPiece,
} from './types';

interface Displacement {
  id: number;
  from: string;
  to: string;
  promotion: string | null;
}

export interface Pending {
  message: IntentMessage;
  displacement: Displacement | null;
  /** The server's sequence number once it has agreed. */
  agreed: number | null;
}

/** What the page should tell its reader about a message. */
export type Notice =
  | { kind: 'hello' }
  | { kind: 'event'; event: GameEvent; fresh: boolean }
  | { kind: 'refused'; code: string; reason: string; intent: Intent | null }
  | { kind: 'sideMessage'; message: SideMessage; fresh: boolean }
  | { kind: 'presence' }
  | { kind: 'gap' };

/** More is never shown, and a long evening should not fill the memory. */
const MAX_SIDE_MESSAGES = 300;

export class Replica {
  /** The last event taken in; a reconnection asks for what came after it. */
  seen = 0;
  hello: Hello | null = null;
  view: View | null = null;
  readonly events: GameEvent[] = [];
  pending: Pending[] = [];
  presence: Presence | null = null;
  /** What was said and shown beside the game, oldest first. */
  sideMessages: SideMessage[] = [];
  muted: string[] = [];
  premoves: Record<Side, PremovePlan[]> = { white: [], black: [] };
  private caughtUp = 0;
  /** Where each placed piece could have gone instead, by its place event's origin: what a substitution may choose from. */
  private readonly alternatives = new Map<string, LegalMove[]>();

  constructor(private readonly nextId: () => string = newId) {}

  receive(message: ServerMessage): Notice[] {
    switch (message.t) {
      case 'hello':
        return this.takeHello(message);
      case 'view':
        this.takeView(message.d);
        return [];
      case 'ack':
        this.agree(message.id, message.seq);
        return [];
      case 'nack':
        return [{ kind: 'refused', code: message.code, reason: message.reason, intent: this.drop(message.id) }];
      case 'refused':
        return [{ kind: 'refused', code: message.code, reason: message.reason, intent: null }];
      case 'presence':
        this.presence = message.d;
        return [{ kind: 'presence' }];
      case 'aside':
        return this.takeSideMessage(message);
      case 'premoves':
        this.premoves = { ...this.premoves, [message.d.side]: message.d.moves };
        return [];
      case 'muted':
        this.muted = message.d;
        return [];
      default:
        return this.takeEvent(message);
    }
  }

  /** Queues an intent and lays it over the view at once. */
  queueIntent(intent: Intent): IntentMessage {
    if (intent.kind === 'place') this.remember(intent.side, intent.id, intent.from);
    const message: IntentMessage = { t: 'intent', id: this.nextId(), base: this.view?.seq ?? this.seen, d: intent };
    this.pending.push({ message, displacement: this.displacementOf(intent), agreed: null });
    return message;
  }

  /** What has to be sent again after the line was lost; the server knows intents by their id. */
  unanswered(): IntentMessage[] {
    return this.pending.filter((item) => item.agreed === null).map((item) => item.message);
  }

  /** The pieces as the reader should see them now. */
  pieces(): ViewPiece[] {
    let pieces = this.view?.men ?? [];
    for (const item of this.pending) pieces = displace(pieces, item.displacement);
    return pieces;
  }

  /** The server's destinations for these sides, without those our own unanswered moves have used up. */
  legal(sides: readonly Side[]): Record<string, LegalMove[]> {
    const answer: Record<string, LegalMove[]> = {};
    const view = this.view;
    if (!view || view.phase === 'over') return answer;
    if (view.phase === 'turns' && this.pending.some((item) => item.displacement)) return answer;
    const busy = new Set(this.pending.flatMap((item) => (item.displacement ? [item.displacement.from, item.displacement.to] : [])));
    for (const side of sides) {
      for (const [from, moves] of Object.entries(view.legal[side] ?? {})) {
        const open = busy.has(from) ? [] : moves.filter((move) => !busy.has(move.to) || isVacant(this.pieces(), move.to));
        if (open.length) answer[from] = open;
      }
    }
    return answer;
  }

  /** Where a piece placed before could go if that move were taken back, besides where he may go on to. */
  substitutionsFor(side: Side, from: string): { retract: number; moves: LegalMove[] } | null {
    const entry = this.view?.retractable.findLast((one) => one.side === side && one.to === from);
    const piece = entry && this.view?.men.find((one) => one.cell === from && one.side === side);
    if (!entry || !piece || this.pending.some((item) => item.displacement?.id === piece.id)) return null;
    const known = this.alternatives.get(`${piece.id}${entry.from}`) ?? [];
    const onward = new Set(this.view?.legal[side]?.[from]?.map((move) => move.to));
    const moves = known.filter((move) => move.to !== from && !onward.has(move.to) && this.isStill(move, side));
    return { retract: entry.seq, moves };
  }

  private takeHello(message: Hello & { t: 'hello' }): Notice[] {
    this.hello = message;
    this.caughtUp = message.seq;
    this.presence = message.presence;
    this.muted = message.you.muted;
    this.premoves = { white: [], black: [] };
    this.takeView(message.view);
    return [{ kind: 'hello' }];
  }

  /** After a reconnection the last ones come again; they are known by their number. */
  private takeSideMessage({ n, at, d }: SideMessage): Notice[] {
    if (this.sideMessages.some((one) => one.n === n)) return [];
    const aside = { n, at, d };
    const fresh = n > (this.sideMessages.at(-1)?.n ?? 0) && at >= (this.hello?.server_time ?? 0);
    this.sideMessages = [...this.sideMessages, aside].sort((a, b) => a.n - b.n).slice(-MAX_SIDE_MESSAGES);
    return [{ kind: 'sideMessage', message: aside, fresh }];
  }

  private remember(side: Side, id: number, from: string): void {
    const moves = this.view?.legal[side]?.[from];
    if (moves) this.alternatives.set(`${id}${from}`, moves);
  }

  /** Whether a move remembered from before still finds its target as it was. */
  private isStill(move: LegalMove, side: Side): boolean {
    const host = this.pieces().find((piece) => piece.cell === move.to);
    return move.capture ? !!host && host.side !== side : !host;
  }

  private takeView(view: View): void {
    if (this.view && view.seq < this.view.seq) return;
    this.view = view;
    this.settle();
  }

  private takeEvent(event: GameEvent): Notice[] {
    // Messages of a later version are no events; they have no number.
    if (typeof event.v !== 'number' || event.v <= this.seen) return [];
    if (event.v !== this.seen + 1) return [{ kind: 'gap' }];
    this.seen = event.v;
    this.events.push(event);
    return [{ kind: 'event', event, fresh: event.v > this.caughtUp }];
  }

  private agree(id: string, seq: number): void {
    const item = this.pending.find((one) => one.message.id === id);
    if (item) item.agreed = seq;
    this.settle();
  }

  /** An agreed intent stays drawn until a view that contains it has come. */
  private settle(): void {
    const seq = this.view?.seq ?? 0;
    this.pending = this.pending.filter((item) => item.agreed === null || item.agreed > seq);
  }

  private drop(id: string): Intent | null {
    const item = this.pending.find((one) => one.message.id === id);
    this.pending = this.pending.filter((one) => one !== item);
    return item?.message.d ?? null;
  }

  private displacementOf(intent: Intent): Displacement | null {
    if (intent.kind === 'place') return { ...intent, promotion: intent.promotion ?? null };
    if (intent.kind === 'substitute') return this.substitutionDisplacement(intent);
    if (intent.kind === 'retract') return this.retractDisplacement(intent.seq);
    if (intent.kind !== 'move') return null;
    const move = splitMove(intent.move);
    const piece = move && this.pieces().find((one) => one.cell === move.from);
    return piece ? { ...move, id: piece.id } : null;
  }

  /** Drawn from where the piece stands, for there the reader took him up. */
  private substitutionDisplacement(intent: Extract<Intent, { kind: 'substitute' }>): Displacement | null {
    const piece = this.pieces().find((one) => one.id === intent.id);
    return piece ? { id: piece.id, from: piece.cell, to: intent.to, promotion: intent.promotion ?? null } : null;
  }

  private retractDisplacement(seq: number): Displacement | null {
    const entry = this.view?.retractable.find((one) => one.seq === seq);
    const piece = entry && this.pieces().find((one) => one.cell === entry.to && one.side === entry.side);
    return piece ? { id: piece.id, from: entry.to, to: entry.from, promotion: null } : null;
  }
}

function isVacant(pieces: ViewPiece[], cell: string): boolean {
  return !pieces.some((piece) => piece.cell === cell);
}

/** Lays one displacement over the pieces if its piece still stands where it set out and nobody of its own is in the way. */
function displace(pieces: ViewPiece[], displacement: Displacement | null): ViewPiece[] {
  const traveller = displacement && pieces.find((piece) => piece.id === displacement.id && piece.cell === displacement.from);
  if (!traveller) return pieces;
  const host = pieces.find((piece) => piece.cell === displacement.to);
  if (host?.side === traveller.side) return pieces;
  return pieces
    .filter((piece) => piece !== host)
    .map((piece) => (piece === traveller ? { ...piece, cell: displacement.to, man: displacement.promotion ?? piece.man } : piece));
}
