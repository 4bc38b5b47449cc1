/** One game on this page: the replica and its line, made visible to components. */
import { errorMessage } from '../lib/error-message';
import { me } from '../lib/me.svelte';
import { settings } from '../lib/settings.svelte';
import { announcer } from '../lib/announcer.svelte';
import { t } from '../locale/locale';
import { ApiError, readGame } from '../wire/api';
import { randomHex } from '../wire/id';
import { ReconnectingSocket, type SocketState } from '../wire/socket';
import { Replica, type Notice } from '../wire/replica';
import type {
  Action, SideMessage, Chat, Demo, ServerMessage, GameEvent, Hello, Intent, LegalMove, Presence, PremovePlan, Side, ClientMessage, View, ViewPiece,
} from '../wire/types';
import { leftAt, warning, type ClockKey } from './clock';
import { describe } from './describe';
import { latestDemos } from './playback';

export interface Toast {
  key: number;
  text: string;
}

/** Where a man placed before could go instead, and the place event that would be taken back. */
export type Substitution = { retract: number; from: string; moves: LegalMove[] };

const TICK = 100;
/** How long a text is shown, and how long while others wait, in milliseconds. */
const TOAST_DURATION = 5500;
const TOAST_DURATION_QUEUED = 2500;
/** Events a player must not miss, though nothing on the board shows them. */
const TOAST_EVENTS = new Set<GameEvent['t']>(['werera_ended', 'contest', 'decline', 'takeback', 'time_added', 'outage']);
const NO_PREMOVES: Record<Side, PremovePlan[]> = { white: [], black: [] };

export class LiveGame {
  hello = $state.raw<Hello | null>(null);
  view = $state.raw<View | null>(null);
  pieces = $state.raw<ViewPiece[]>([]);
  legal = $state.raw<Record<string, LegalMove[]>>({});
  substitutions = $state.raw<Record<string, Substitution>>({});
  events = $state.raw<GameEvent[]>([]);
  presence = $state.raw<Presence | null>(null);
  sideMessages = $state.raw<SideMessage[]>([]);
  muted = $state.raw<string[]>([]);
  premoves = $state.raw<Record<Side, PremovePlan[]>>(NO_PREMOVES);
  connection = $state<SocketState>('connecting');
  /** Why there is no board to show. */
  problem = $state('');
  /** Refusals and what must not be missed: the first is shown, the others wait. */
  toasts = $state.raw<Toast[]>([]);
  /** Counts what arrived while watching, so that only a fresh throw is animated. */
  throwCount = $state(0);
  /** The server's time, as well as this browser knows it. */
  now = $state(Date.now());
  /** The game that follows this one, once both have agreed; `isFresh` while its players are to be led there. */
  rematch = $state.raw<{ game: string; isFresh: boolean } | null>(null);

  /** The sides a person moves from this screen. */
  readonly sides = $derived(this.hello ? this.hello.you.sides.filter((side) => this.hello!.game[side].kind === 'human') : []);
  readonly isWatching = $derived(!!this.hello && this.sides.length === 0);
  readonly chats = $derived(this.unmuted.filter((one): one is SideMessage & { d: Chat } => one.d.kind === 'chat'));
  readonly demos = $derived(
    latestDemos(this.unmuted.filter((one): one is SideMessage & { d: Demo } => one.d.kind === 'demo')).filter((one) => one.d.until > this.now),
  );

  private readonly replica = new Replica();
  private readonly socket: ReconnectingSocket<ServerMessage, ClientMessage>;
  private readonly ticker: number;
  private readonly seededSides = new Set<Side>();
  private lastLeft: Partial<Record<ClockKey, number>> = {};
  private offset = 0;
  /** Whether the line has been lost and found again. */
  private hasReconnected = false;
  private count = 0;
  private toastTimer = 0;

  constructor(id: string) {
    this.socket = new ReconnectingSocket<ServerMessage, ClientMessage>({
      address: () => `/ws/v1/game/${encodeURIComponent(id)}?after=${this.replica.seen}`,
      message: (message) => this.receive(message),
      state: (state) => {
        this.connection = state;
        if (!this.hello && (state === 'waiting' || state === 'closed')) this.fetchConnectError(id);
      },
      opened: () => this.replica.unanswered(),
    });
    this.ticker = window.setInterval(() => this.tick(), TICK);
    // A cookie that came too late, or replaced one the server no longer takes, needs another line.
    void me.loaded.then(() => this.hello && me.id && this.hello.you.id !== me.id && this.socket.restart());
  }

  get waiting(): number {
    return this.replica.unanswered().length;
  }

  /** The own side that may do this now; where both may, the one to move. */
  sideFor(action: Action): Side | null {
    const able = this.sides.filter((side) => this.view?.actions[side].includes(action));
    return able.find((side) => side === this.view?.turn) ?? able[0] ?? null;
  }

  /** The own side that is to move, or the only one. */
  get sideToMove(): Side | null {
    const turn = this.view?.turn;
    return this.sides.find((side) => side === turn) ?? this.sides[0] ?? null;
  }

  isMuted(id: string): boolean {
    return id !== me.id && (this.muted.includes('all') || this.muted.includes(id));
  }

  sendIntent(intent: Intent): void {
    this.socket.ask(this.replica.queueIntent(intent));
    this.show();
  }

  /** Says or shows something beside the game; what the line does not carry is lost, and told. */
  sendChat(message: Exclude<ClientMessage, { t: 'intent' }>): boolean {
    const isSent = this.socket.send(message);
    if (!isSent) this.showToast(t('not-sent'));
    return isSent;
  }

  /** Lays the pieces out again, as after a promotion that was not chosen. */
  show(): void {
    const { replica } = this;
    this.hello = replica.hello;
    this.view = replica.view;
    this.pieces = [...replica.pieces()];
    this.legal = replica.legal(this.sides);
    this.substitutions = this.findSubstitutions();
    this.presence = replica.presence;
    this.sideMessages = replica.sideMessages;
    this.muted = replica.muted;
    this.premoves = replica.premoves;
  }

  close(): void {
    clearInterval(this.ticker);
    clearTimeout(this.toastTimer);
    this.socket.close();
  }

  /** What this reader wants to hear and see of what is said beside the game. */
  private get unmuted(): SideMessage[] {
    return this.sideMessages.filter((one) => !this.isMuted(one.d.from.id));
  }

  private findSubstitutions(): Record<string, Substitution> {
    const answer: Record<string, Substitution> = {};
    for (const { side, from, to } of this.view?.retractable ?? []) {
      const found = this.sides.includes(side) ? this.replica.substitutionsFor(side, to) : null;
      if (found) answer[to] = { ...found, from };
    }
    return answer;
  }

  private tick(): void {
    const now = Date.now() + this.offset;
    const isFast = this.view?.clock?.runs && this.view.clock.limit.kind !== 'days';
    this.now = isFast ? now : now - (now % 1000);
    this.announceLowClock();
  }

  /** Says aloud when an own clock, or the one that runs for both, gets low. */
  private announceLowClock(): void {
    const clock = this.view?.clock;
    if (!clock?.runs || clock.limit.kind === 'days') return;
    const running = clock.runs;
    const left = leftAt(clock, running, this.now);
    const seconds = warning(this.lastLeft[running] ?? left, left);
    this.lastLeft = { [running]: left };
    if (!seconds || !(running === 'marshal' ? this.sides.length : this.sides.includes(running))) return;
    announcer.announce(running === 'marshal' ? t('said-marshal-low', { seconds }) : t('said-low', { side: t(`side-${running}`), seconds }));
  }

  /** A line that never opened does not say why; the plain request does. */
  private fetchConnectError(id: string): void {
    readGame(id).then(
      () => (this.problem = ''),
      (error: unknown) => {
        this.problem = errorMessage(error);
        if (error instanceof ApiError && error.status === 404) this.close();
      },
    );
  }

  private receive(message: ServerMessage): void {
    if (message.t === 'hello') {
      this.offset = message.server_time - Date.now();
      this.hasReconnected = this.hello !== null;
    }
    const notices = this.replica.receive(message);
    for (const notice of notices) this.take(notice);
    if (notices.some((notice) => notice.kind === 'event')) this.events = [...this.replica.events];
    this.show();
    if (message.t === 'hello' || message.t === 'view') {
      this.tick();
      this.sendSeeds();
    }
  }

  /** Dice are thrown from the players' seeds too; nobody should have to think of one. */
  private sendSeeds(): void {
    for (const side of this.sides) {
      if (!this.view?.seeds?.[side] || this.seededSides.has(side)) continue;
      this.seededSides.add(side);
      this.sendIntent({ kind: 'seed', side, seed: randomHex(16) });
    }
  }

  private take(notice: Notice): void {
    if (notice.kind === 'gap') this.socket.restart();
    if (notice.kind === 'refused' && notice.intent?.kind !== 'seed') this.showToast(notice.reason || t('refused'));
    if (notice.kind === 'sideMessage' && notice.fresh) this.announceChat(notice.message);
    if (notice.kind === 'event') this.takeEvent(notice.event, notice.fresh);
  }

  private takeEvent(event: GameEvent, isFresh: boolean): void {
    if (event.t === 'rematched') this.rematch = { game: event.d.game, isFresh };
    // That the server was away is told to those who have just come back to it.
    if (!isFresh && !(this.hasReconnected && event.t === 'outage')) return;
    if (event.t === 'throw') this.throwCount++;
    const names = this.hello?.board.men ?? {};
    const text = describe(event, (man) => names[man]?.name ?? man);
    if (!text) return;
    if (event.t === 'place' || event.t === 'retract') announcer.announceLater(text);
    else announcer.announce(text);
    if (TOAST_EVENTS.has(event.t)) this.showToast(text);
    if (event.t === 'move' && event.d.pass) this.showToast(text, 1);
    if (event.t === 'end') this.toasts = [];
  }

  private announceChat(aside: SideMessage): void {
    const { d } = aside;
    if (d.kind !== 'chat' || !settings.speakChat || d.from.id === me.id || this.isMuted(d.from.id)) return;
    announcer.announce(t('said-chat', { name: d.from.name, text: d.text }));
  }

  /** Shows a text for a while, with at most so many: a run of passes never makes a queue. */
  showToast(text: string, atMost = 3): void {
    this.toasts = [...this.toasts, { key: ++this.count, text }].slice(-atMost);
    announcer.announce(text);
    this.scheduleNextToast();
  }

  private scheduleNextToast(): void {
    clearTimeout(this.toastTimer);
    if (!this.toasts.length) return;
    const next = () => {
      this.toasts = this.toasts.slice(1);
      this.scheduleNextToast();
    };
    this.toastTimer = window.setTimeout(next, this.toasts.length > 1 ? TOAST_DURATION_QUEUED : TOAST_DURATION);
  }
}
