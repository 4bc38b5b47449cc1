/** Live game: the replica and its socket as reactive state for components. */
import { errorMessage } from '../lib/error-message';
import { boardInView } from '../settings/board-in-view.svelte';
import { me } from '../lib/me.svelte';
import { personName } from '../lib/person-name';
import { settings } from '../settings/settings.svelte';
import { announcer } from '../lib/announcer.svelte';
import { giveSignal, type SignalKind } from '../lib/signals';
import { isLocal } from '../lib/local-id';
import { offline } from '../lib/offline.svelte';
import { gameName, t } from '../locale/locale';
import { say } from '../locale/message';
import { ApiError } from '../wire/api';
import { randomHex } from '../wire/id';
import type { SocketState } from '../wire/socket';
import { Replica, type Notice } from '../wire/replica';
import type {
  GameMessage,
  GameTimeControl,
  Hello,
  Intent,
  LegalMove,
  NamedChatEntry,
  Premove,
  Presence,
  SideAction,
  Side,
  SocketMessage,
  View,
  ViewPiece,
  WireEvent,
} from '../wire/generated';
import type { Chat, Demo } from '../wire/messages';
import { clockNews, leftAt, type ClockKey } from '../game/clock';
import { timeOf } from '../game/time';
import { counterNews } from './counter-news';
import { describe } from './describe';
import { pieceName } from '../game/piece-name';
import { latestDemos } from '../game/playback';
import { Roll } from './roll.svelte';
import { sourceOf, type GameConnection, type GameSource } from '../local/source';

export interface Toast {
  key: number;
  text: string;
}

/** Alternative destinations of a piece placed in the werera, and the place event they would retract. */
export type Substitution = { retract: number; from: string; moves: LegalMove[] };

const TICK = 100;
/** How long a toast is shown, and how long if others are queued; milliseconds. */
const TOAST_DURATION = 5500;
const TOAST_DURATION_QUEUED = 2500;
/** A game that changes is kept for reading offline after this time, in milliseconds. */
const KEEP_DELAY = 500;
/** Whether a game is kept for reading offline: one's own, with days for each move. */
const isKept = ({ game, you }: Hello): boolean => game.time_control.kind === 'days' && you.sides.length > 0;
/** Events shown as toasts because the board does not show them. */
const TOAST_EVENTS = new Set<WireEvent['type']>(['werera_ended', 'contest', 'decline', 'takeback', 'time_added', 'outage']);
const NO_PREMOVES: Record<Side, Premove[]> = { white: [], black: [] };

export class LiveGame {
  hello = $state.raw<Hello | null>(null);
  view = $state.raw<View | null>(null);
  pieces = $state.raw<ViewPiece[]>([]);
  /** Legal moves of the own sides by start cell; none while the die has not shown its number. */
  readonly legal = $derived.by(() => (this.isRollHidden ? {} : this.allowed));
  private allowed = $state.raw<Record<string, LegalMove[]>>({});
  substitutions = $state.raw<Record<string, Substitution>>({});
  events = $state.raw<WireEvent[]>([]);
  presence = $state.raw<Presence | null>(null);
  sideMessages = $state.raw<NamedChatEntry[]>([]);
  muted = $state.raw<string[]>([]);
  premoves = $state.raw<Record<Side, Premove[]>>(NO_PREMOVES);
  connection = $state<SocketState>('connecting');
  /** Error text if the game cannot be loaded. */
  problem = $state('');
  /** Toast queue; the first one is shown. */
  toasts = $state.raw<Toast[]>([]);
  /** The die; only throws received live tumble. */
  readonly roll = new Roll();
  /** Estimated server time in milliseconds. */
  now = $state(Date.now());
  /** The rematch, once agreed; `isFresh` if it was agreed while this page was open. */
  rematch = $state.raw<{ game: string; isFresh: boolean } | null>(null);

  /** The sides played by a human in this browser. */
  readonly sides = $derived(this.hello ? this.hello.you.sides.filter((side) => this.hello!.game[side].player.kind !== 'engine') : []);
  readonly isSpectator = $derived(!!this.hello && this.sides.length === 0);
  readonly chats = $derived(this.unmuted.filter((one): one is NamedChatEntry & { data: Chat } => one.data.kind === 'chat'));
  readonly demos = $derived(
    latestDemos(this.unmuted.filter((one): one is NamedChatEntry & { data: Demo } => one.data.kind === 'demo')).filter(
      (one) => one.data.until > this.now,
    ),
  );

  private readonly replica = new Replica();
  readonly source: GameSource;
  private readonly socket: GameConnection;
  private readonly ticker: number;
  private readonly seededSides = new Set<Side>();
  /** Own moves whose sound was given when they were played, before the server told of them. */
  private readonly sounded = new Set<string>();
  private lastLeft: Partial<Record<ClockKey, number>> = {};
  private offset = 0;
  /** Whether the socket has reconnected. */
  private hasReconnected = false;
  private count = 0;
  private toastTimer = 0;
  private keepTimer = 0;

  constructor(id: string) {
    this.source = sourceOf(id);
    this.socket = this.source.connect({
      after: () => this.replica.lastSeq,
      message: (message) => this.receive(message),
      state: (state) => {
        this.connection = state;
        if (!this.hello && (state === 'waiting' || state === 'closed')) this.fetchConnectError(id);
      },
      opened: () => this.replica.unansweredIntents(),
    });
    this.ticker = window.setInterval(() => this.tick(), TICK);
    // If the session cookie arrived or changed after connecting, reconnect with it.
    if (!isLocal(id)) void me.loaded.then(() => this.hello && me.id && this.hello.you.id !== me.id && this.socket.restart());
  }

  get waiting(): number {
    return this.replica.unansweredIntents().length;
  }

  /** The own side that may do this now; if both may, the side to move. */
  sideFor(action: SideAction): Side | null {
    const able = this.sides.filter((side) => this.view?.actions[side].includes(action));
    return able.find((side) => side === this.view?.turn) ?? able[0] ?? null;
  }

  /** The own side to move, or else the first own side. */
  get sideToMove(): Side | null {
    const turn = this.view?.turn;
    return this.sides.find((side) => side === turn) ?? this.sides[0] ?? null;
  }

  isMuted(id: string): boolean {
    return id !== me.id && (this.muted.includes('all') || this.muted.includes(id));
  }

  sendIntent(intent: Intent): void {
    this.soundIntent(intent);
    this.socket.request(this.replica.queueIntent(intent));
    this.refresh();
  }

  /** Sends chat, a demonstration or a mute; returns false and shows a toast if offline. */
  sendChat(message: Exclude<SocketMessage, { type: 'intent' }>): boolean {
    const isSent = this.socket.send(message);
    if (!isSent) this.showToast(t('not-sent'));
    return isSent;
  }

  /** Copies the replica into reactive state; also undoes a drop that was cancelled. */
  refresh(): void {
    const { replica } = this;
    this.hello = replica.hello;
    if (replica.hello) boardInView.skin = replica.hello.board.skin;
    this.view = replica.view;
    this.pieces = [...replica.pieces()];
    this.allowed = replica.legal(this.sides);
    this.substitutions = this.findSubstitutions();
    this.presence = replica.presence;
    this.sideMessages = replica.sideMessages;
    this.muted = replica.muted;
    this.premoves = replica.premoves;
  }

  /** Whether an own die has not shown its number yet. */
  get isRollHidden(): boolean {
    return this.roll.state !== 'resting' && !!this.view?.throw;
  }

  close(): void {
    this.roll.stop();
    clearInterval(this.ticker);
    clearTimeout(this.toastTimer);
    clearTimeout(this.keepTimer);
    offline.seenAt = null;
    this.socket.close();
  }

  /** Side messages without those of muted people. */
  private get unmuted(): NamedChatEntry[] {
    return this.sideMessages.filter((one) => one.data.kind === 'premoves' || !this.isMuted(one.data.author.id));
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
    const isFast = this.view?.clock?.running && this.view.clock.time_control.kind !== 'days';
    this.now = isFast ? now : now - (now % 1000);
    this.announceLowClock();
  }

  /** Announces when an own clock or the shared werera clock gets low, and each period that an own clock loses. */
  private announceLowClock(): void {
    const clock = this.view?.clock;
    if (!clock?.running || clock.time_control.kind === 'days') return;
    const running = clock.running;
    const left = leftAt(clock, running, this.now);
    const time: GameTimeControl = running === 'werera' ? { kind: 'none' } : timeOf(clock, running);
    const news = clockNews(time, this.lastLeft[running] ?? left, left);
    this.lastLeft = { [running]: left };
    if (!news || !(running === 'werera' ? this.sides.length : this.sides.includes(running))) return;
    this.signal('low-time');
    if (running === 'werera') return announcer.announce(t('said-marshal-low', { ...news }));
    const side = t(`side-${running}`);
    announcer.announce(
      'periods' in news ? t('said-periods', { side, left: t('clock-periods', { n: news.periods }) }) : t('said-low', { side, ...news }),
    );
  }

  /** A socket that never opened gives no reason; an HTTP request does. */
  private fetchConnectError(id: string): void {
    this.source.read().then(
      () => (this.problem = ''),
      (error: unknown) => {
        this.problem = errorMessage(error);
        if (error instanceof ApiError && error.status === 404) this.close();
        if (error instanceof ApiError && error.status === 0) void this.showKept(id);
      },
    );
  }

  /** Shows a game for days as it was last seen; the socket goes on from its last event. */
  private async showKept(id: string): Promise<void> {
    const kept = await import('../lib/kept-games').then(({ readKeptGame }) => readKeptGame(id)).catch(() => null);
    if (!kept || this.hello) return;
    const now = Date.now();
    this.receive({ ...kept.hello, server_time: now, type: 'hello' });
    for (const event of kept.events) this.receive(event);
    this.problem = '';
    offline.seenAt = kept.at;
  }

  /** Keeps a game for days a moment after its last change. */
  private keep(): void {
    const { hello, view, events, lastSeq } = this.replica;
    if (!hello || !view || this.connection !== 'open' || !isKept(hello)) return;
    offline.seenAt = null;
    clearTimeout(this.keepTimer);
    const kept = { at: Date.now(), hello: { ...hello, view, seq: lastSeq }, events: [...events] };
    this.keepTimer = window.setTimeout(
      () => void import('../lib/kept-games').then(({ keepGame }) => keepGame(kept)).catch(() => {}),
      KEEP_DELAY,
    );
  }

  private receive(message: GameMessage): void {
    if (message.type === 'hello') {
      this.offset = message.server_time - Date.now();
      this.hasReconnected = this.hello !== null;
    }
    const before = this.view;
    const notices = this.replica.receive(message);
    for (const notice of notices) this.handleNotice(notice);
    if (notices.some((notice) => notice.kind === 'event')) this.events = [...this.replica.events];
    this.refresh();
    if (message.type === 'view' && before) this.followView(before, message.data);
    this.keep();
    if (message.type === 'hello' || message.type === 'view') {
      this.tick();
      this.sendSeeds();
    }
  }

  /** Signals and announcements that follow from a new view. */
  private followView(before: View, now: View): void {
    // The server passes soon after a throw that allows no move.
    if (now.pass?.forced) this.roll.tumble();
    if (now.check.some((cell) => !before.check.includes(cell))) this.signal('check');
    const [own] = this.sides;
    // A turn without a move is passed by the rules: nobody has to come for it.
    const isTurn = (view: View) => view.phase === 'turns' && view.turn === own && !view.pass?.forced;
    if (this.sides.length === 1 && isTurn(now) && !isTurn(before)) this.signal('your-turn');
    for (const text of counterNews(before, now)) announcer.announceLater(say(text));
  }

  private signal(kind: SignalKind): void {
    const name = this.hello ? gameName(this.hello.game) : '';
    const text = kind === 'end' && this.view?.result ? say(this.view.result.text) : t('notice-turn', { name });
    giveSignal({ kind, game: this.hello?.game.id ?? '', isSlow: this.hello?.game.time_control.kind === 'days', text });
  }

  /** An own move sounds when it is played, not when the server has told of it. */
  private soundIntent(intent: Intent): void {
    if (intent.kind !== 'move' && intent.kind !== 'place') return;
    if (intent.kind === 'move' && intent.move === '--') return;
    const key = intent.kind === 'move' ? intent.move : intent.from + intent.to + (intent.promotion ?? '');
    const moves = Object.entries(this.legal).flatMap(([from, list]) => list.map((move) => ({ ...move, from })));
    const found = moves.find((one) => (intent.kind === 'move' ? one.move === key : one.from === intent.from && one.to === intent.to));
    this.sounded.add(key);
    this.signal(found?.capture ? 'capture' : 'move');
  }

  /** The sound of a move or placement, unless it has sounded already. */
  private soundEvent(event: WireEvent): void {
    if (event.type === 'end') return this.signal('end');
    if (event.type === 'throw') return this.signal('roll');
    if (event.type !== 'move' && event.type !== 'place') return;
    if (event.type === 'move' && event.data.pass) return;
    const { from, to, promotion, capture } = event.data;
    const hasSounded = this.sounded.delete(`${from}${to}${promotion ?? ''}`);
    if (!hasSounded) this.signal(capture ? 'capture' : 'move');
  }

  /** Sends random seeds for the dice on behalf of the player. */
  private sendSeeds(): void {
    for (const side of this.sides) {
      if (!this.view?.missing_seeds?.[side] || this.seededSides.has(side)) continue;
      this.seededSides.add(side);
      this.sendIntent({ kind: 'seed', side, seed: randomHex(16) });
    }
  }

  private handleNotice(notice: Notice): void {
    if (notice.kind === 'gap') this.socket.restart();
    if (notice.kind === 'refused' && notice.intent?.kind !== 'seed') this.showToast(say(notice.message) || t('refused'));
    if (notice.kind === 'sideMessage' && notice.fresh) this.announceChat(notice.message);
    if (notice.kind === 'event') this.handleEvent(notice.event, notice.fresh);
  }

  private handleEvent(event: WireEvent, isFresh: boolean): void {
    if (event.type === 'rematched') this.rematch = { game: event.data.game, isFresh };
    // An outage is also shown after reconnecting.
    if (!isFresh && !(this.hasReconnected && event.type === 'outage')) return;
    const text = describe(event, (man) => pieceName(this.hello?.board.pieces, man));
    if (event.type === 'throw') {
      const isOwn = this.sides.includes(event.data.side);
      this.roll.begin(isOwn, () => announcer.announce(text));
      return this.soundEvent(event);
    }
    if (event.type === 'move' || event.type === 'end') this.roll.finish();
    this.soundEvent(event);
    if (!text) return;
    if (event.type === 'place' || event.type === 'retract') announcer.announceLater(text);
    else announcer.announce(text);
    if (TOAST_EVENTS.has(event.type)) this.showToast(text);
    if (event.type === 'move' && event.data.pass) this.showToast(text, 1);
    if (event.type === 'end') this.toasts = [];
  }

  private announceChat(entry: NamedChatEntry): void {
    const { name, data } = entry;
    if (data.kind !== 'chat' || !settings.speakChat || data.author.id === me.id || this.isMuted(data.author.id)) return;
    announcer.announce(t('said-chat', { name: personName(name ?? ''), text: data.text }));
  }

  /** Queues a toast, keeping the last `atMost`: a run of passes does not fill the queue. */
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
