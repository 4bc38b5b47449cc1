/** One game on this page: the replica and its line, made visible to components. */
import { speaker } from '../lib/speaker.svelte';
import { t } from '../locale/locale';
import { explain } from '../lib/explain';
import { ApiError, readGame } from '../wire/api';
import { Line, type LineState } from '../wire/line';
import { Replica, type Notice } from '../wire/replica';
import type { FromServer, GameEvent, Hello, Intent, LegalMove, Side, View, ViewMan } from '../wire/types';
import { describe } from './describe';

export interface Told {
  key: number;
  text: string;
}

export class LiveGame {
  hello = $state.raw<Hello | null>(null);
  view = $state.raw<View | null>(null);
  men = $state.raw<ViewMan[]>([]);
  legal = $state.raw<Record<string, LegalMove[]>>({});
  events = $state.raw<GameEvent[]>([]);
  line = $state<LineState>('connecting');
  /** Why there is no board to show. */
  problem = $state('');
  /** Refusals, newest last; they fade by themselves. */
  told = $state.raw<Told[]>([]);
  /** Counts what arrived while watching, so that only a fresh throw is animated. */
  thrown = $state(0);
  private readonly replica = new Replica();
  private readonly socket: Line;
  private count = 0;

  constructor(id: string) {
    this.socket = new Line(id, {
      message: (message) => this.receive(message),
      state: (state) => {
        this.line = state;
        if (!this.hello && (state === 'waiting' || state === 'closed')) this.askWhy(id);
      },
      opened: () => this.replica.unanswered(),
      after: () => this.replica.seen,
    });
  }

  /** The sides a person moves from this screen. */
  get sides(): Side[] {
    const hello = this.hello;
    return hello ? hello.you.sides.filter((side) => hello.game[side].kind === 'human') : [];
  }

  get waiting(): number {
    return this.replica.unanswered().length;
  }

  propose(intent: Intent): void {
    this.socket.send(this.replica.propose(intent));
    this.show();
  }

  /** Lays the men out again, as after a promotion that was not chosen. */
  show(): void {
    this.hello = this.replica.hello;
    this.view = this.replica.view;
    this.men = [...this.replica.men()];
    this.legal = this.replica.legal(this.sides);
  }

  close(): void {
    this.socket.close();
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
    const notices = this.replica.receive(message);
    for (const notice of notices) this.take(notice);
    if (notices.some((notice) => notice.kind === 'event')) this.events = [...this.replica.events];
    this.show();
  }

  private take(notice: Notice): void {
    if (notice.kind === 'gap') this.socket.restart();
    if (notice.kind === 'refused') this.tell(notice.reason || t('refused'));
    if (notice.kind !== 'event' || !notice.fresh) return;
    const { event } = notice;
    if (event.t === 'throw') this.thrown++;
    const names = this.hello?.board.men ?? {};
    const text = describe(event, (man) => names[man]?.name ?? man);
    if (!text) return;
    if (event.t === 'place' || event.t === 'retract') speaker.gather(text);
    else speaker.say(text);
    if (event.t === 'werera_ended') this.tell(text);
    if (event.t === 'move' && event.d.pass) this.tell(text, 1);
    if (event.t === 'end') this.told = [];
  }

  /** Shows a text for a while, with at most so many: a run of passes never piles up over the board. */
  private tell(text: string, atMost = 3): void {
    const key = ++this.count;
    this.told = [...this.told, { key, text }].slice(-atMost);
    speaker.say(text);
    setTimeout(() => (this.told = this.told.filter((one) => one.key !== key)), 5500);
  }
}
