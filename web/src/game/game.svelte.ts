/** One game on this page: the replica and its line, made visible to components. */
import { explain } from '../lib/explain';
import { me } from '../lib/me.svelte';
import { settings } from '../lib/settings.svelte';
import { speaker } from '../lib/speaker.svelte';
import { t } from '../locale/locale';
import { ApiError, readGame } from '../wire/api';
import { randomHex } from '../wire/id';
import { Line, type LineState } from '../wire/line';
import { Replica, type Notice } from '../wire/replica';
import type {
  Action, Aside, Chat, Demo, FromServer, GameEvent, Hello, Intent, LegalMove, Presence, PremovePlan, Side, ToServer, View, ViewMan,
} from '../wire/types';
import { leftAt, warning, type Hand } from './clock';
import { describe } from './describe';
import { latestDemos } from './playback';

export interface Told {
  key: number;
  text: string;
}

/** Where a man placed before could go instead, and the place event that would be taken back. */
export type Instead = { retract: number; from: string; moves: LegalMove[] };

const TICK = 100;
/** How long a text is shown, and how long while others wait, in milliseconds. */
const TOLD_FOR = 5500;
const TOLD_BRIEFLY = 2500;
/** Events a player must not miss, though nothing on the board shows them. */
const TOLD = new Set<GameEvent['t']>(['werera_ended', 'contest', 'decline', 'takeback', 'time_added', 'outage']);
const NOTHING: Record<Side, PremovePlan[]> = { white: [], black: [] };

export class LiveGame {
  hello = $state.raw<Hello | null>(null);
  view = $state.raw<View | null>(null);
  men = $state.raw<ViewMan[]>([]);
  legal = $state.raw<Record<string, LegalMove[]>>({});
  instead = $state.raw<Record<string, Instead>>({});
  events = $state.raw<GameEvent[]>([]);
  presence = $state.raw<Presence | null>(null);
  asides = $state.raw<Aside[]>([]);
  muted = $state.raw<string[]>([]);
  premoves = $state.raw<Record<Side, PremovePlan[]>>(NOTHING);
  line = $state<LineState>('connecting');
  /** Why there is no board to show. */
  problem = $state('');
  /** Refusals and what must not be missed: the first is shown, the others wait. */
  told = $state.raw<Told[]>([]);
  /** Counts what arrived while watching, so that only a fresh throw is animated. */
  thrown = $state(0);
  /** The server's time, as well as this browser knows it. */
  now = $state(Date.now());
  /** The game that follows this one, once both have agreed; `isFresh` while its players are to be led there. */
  rematch = $state.raw<{ game: string; isFresh: boolean } | null>(null);

  /** The sides a person moves from this screen. */
  readonly sides = $derived(this.hello ? this.hello.you.sides.filter((side) => this.hello!.game[side].kind === 'human') : []);
  readonly isWatching = $derived(!!this.hello && this.sides.length === 0);
  readonly chats = $derived(this.heard.filter((one): one is Aside & { d: Chat } => one.d.kind === 'chat'));
  readonly demos = $derived(
    latestDemos(this.heard.filter((one): one is Aside & { d: Demo } => one.d.kind === 'demo')).filter((one) => one.d.until > this.now),
  );

  private readonly replica = new Replica();
  private readonly socket: Line<FromServer, ToServer>;
  private readonly ticker: number;
  private readonly seeded = new Set<Side>();
  private lefts: Partial<Record<Hand, number>> = {};
  private offset = 0;
  /** Whether the line has been lost and found again. */
  private isBack = false;
  private count = 0;
  private turning = 0;

  constructor(id: string) {
    this.socket = new Line<FromServer, ToServer>({
      address: () => `/ws/v1/game/${encodeURIComponent(id)}?after=${this.replica.seen}`,
      message: (message) => this.receive(message),
      state: (state) => {
        this.line = state;
        if (!this.hello && (state === 'waiting' || state === 'closed')) this.askWhy(id);
      },
      opened: () => this.replica.unanswered(),
    });
    this.ticker = window.setInterval(() => this.tick(), TICK);
    // A cookie that came too late, or replaced one the server no longer takes, needs another line.
    void me.asked.then(() => this.hello && me.id && this.hello.you.id !== me.id && this.socket.restart());
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
  get sideToAsk(): Side | null {
    const turn = this.view?.turn;
    return this.sides.find((side) => side === turn) ?? this.sides[0] ?? null;
  }

  isMuted(id: string): boolean {
    return id !== me.id && (this.muted.includes('all') || this.muted.includes(id));
  }

  propose(intent: Intent): void {
    this.socket.ask(this.replica.propose(intent));
    this.show();
  }

  /** Says or shows something beside the game; what the line does not carry is lost, and told. */
  utter(message: Exclude<ToServer, { t: 'intent' }>): boolean {
    const isSent = this.socket.send(message);
    if (!isSent) this.tell(t('not-sent'));
    return isSent;
  }

  /** Lays the men out again, as after a promotion that was not chosen. */
  show(): void {
    const { replica } = this;
    this.hello = replica.hello;
    this.view = replica.view;
    this.men = [...replica.men()];
    this.legal = replica.legal(this.sides);
    this.instead = this.findInstead();
    this.presence = replica.presence;
    this.asides = replica.asides;
    this.muted = replica.muted;
    this.premoves = replica.premoves;
  }

  close(): void {
    clearInterval(this.ticker);
    clearTimeout(this.turning);
    this.socket.close();
  }

  /** What this reader wants to hear and see of what is said beside the game. */
  private get heard(): Aside[] {
    return this.asides.filter((one) => !this.isMuted(one.d.from.id));
  }

  private findInstead(): Record<string, Instead> {
    const answer: Record<string, Instead> = {};
    for (const { side, from, to } of this.view?.retractable ?? []) {
      const found = this.sides.includes(side) ? this.replica.instead(side, to) : null;
      if (found) answer[to] = { ...found, from };
    }
    return answer;
  }

  private tick(): void {
    const now = Date.now() + this.offset;
    const isFast = this.view?.clock?.runs && this.view.clock.limit.kind !== 'days';
    this.now = isFast ? now : now - (now % 1000);
    this.warn();
  }

  /** Says aloud when an own clock, or the one that runs for both, gets low. */
  private warn(): void {
    const clock = this.view?.clock;
    if (!clock?.runs || clock.limit.kind === 'days') return;
    const hand = clock.runs;
    const left = leftAt(clock, hand, this.now);
    const seconds = warning(this.lefts[hand] ?? left, left);
    this.lefts = { [hand]: left };
    if (!seconds || !(hand === 'marshal' ? this.sides.length : this.sides.includes(hand))) return;
    speaker.say(hand === 'marshal' ? t('said-marshal-low', { seconds }) : t('said-low', { side: t(`side-${hand}`), seconds }));
  }

  /** A line that never opened does not say why; the plain request does. */
  private askWhy(id: string): void {
    readGame(id).then(
      () => (this.problem = ''),
      (error: unknown) => {
        this.problem = explain(error);
        if (error instanceof ApiError && error.status === 404) this.close();
      },
    );
  }

  private receive(message: FromServer): void {
    if (message.t === 'hello') {
      this.offset = message.server_time - Date.now();
      this.isBack = this.hello !== null;
    }
    const notices = this.replica.receive(message);
    for (const notice of notices) this.take(notice);
    if (notices.some((notice) => notice.kind === 'event')) this.events = [...this.replica.events];
    this.show();
    if (message.t === 'hello' || message.t === 'view') {
      this.tick();
      this.giveSeeds();
    }
  }

  /** Dice are thrown from the players' seeds too; nobody should have to think of one. */
  private giveSeeds(): void {
    for (const side of this.sides) {
      if (!this.view?.seeds?.[side] || this.seeded.has(side)) continue;
      this.seeded.add(side);
      this.propose({ kind: 'seed', side, seed: randomHex(16) });
    }
  }

  private take(notice: Notice): void {
    if (notice.kind === 'gap') this.socket.restart();
    if (notice.kind === 'refused' && notice.intent?.kind !== 'seed') this.tell(notice.reason || t('refused'));
    if (notice.kind === 'aside' && notice.fresh) this.hear(notice.aside);
    if (notice.kind === 'event') this.takeEvent(notice.event, notice.fresh);
  }

  private takeEvent(event: GameEvent, isFresh: boolean): void {
    if (event.t === 'rematched') this.rematch = { game: event.d.game, isFresh };
    // That the server was away is told to those who have just come back to it.
    if (!isFresh && !(this.isBack && event.t === 'outage')) return;
    if (event.t === 'throw') this.thrown++;
    const names = this.hello?.board.men ?? {};
    const text = describe(event, (man) => names[man]?.name ?? man);
    if (!text) return;
    if (event.t === 'place' || event.t === 'retract') speaker.gather(text);
    else speaker.say(text);
    if (TOLD.has(event.t)) this.tell(text);
    if (event.t === 'move' && event.d.pass) this.tell(text, 1);
    if (event.t === 'end') this.told = [];
  }

  private hear(aside: Aside): void {
    const { d } = aside;
    if (d.kind !== 'chat' || !settings.speakChat || d.from.id === me.id || this.isMuted(d.from.id)) return;
    speaker.say(t('said-chat', { name: d.from.name, text: d.text }));
  }

  /** Shows a text for a while, with at most so many: a run of passes never makes a queue. */
  tell(text: string, atMost = 3): void {
    this.told = [...this.told, { key: ++this.count, text }].slice(-atMost);
    speaker.say(text);
    this.turnOver();
  }

  private turnOver(): void {
    clearTimeout(this.turning);
    if (!this.told.length) return;
    const next = () => {
      this.told = this.told.slice(1);
      this.turnOver();
    };
    this.turning = window.setTimeout(next, this.told.length > 1 ? TOLD_BRIEFLY : TOLD_FOR);
  }
}
