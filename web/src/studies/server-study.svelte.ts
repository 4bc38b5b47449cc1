/**
 * A study of the server on the analysis board. What its reader changes on the board becomes operations, which are kept
 * in this browser until the server has written them; what others write comes over a socket, or by requests while there
 * is none.
 */
import type { Game, GameEvent } from 'rukh';
import type { AnalysisBoard, Keeper } from '../analysis/analysis-board.svelte';
import { endOf, eventKey, eventsTo, follow, type StudyNode } from '../analysis/study';
import { playEvent } from '../analysis/study-reader';
import { errorMessage } from '../lib/error-message';
import { me } from '../lib/me.svelte';
import { t } from '../locale/locale';
import { ApiError, isGone, readMe } from '../wire/api';
import type { Guest, StudyDetails, StudyMessage, StudyOp, WrittenStudyOp } from '../wire/generated';
import { randomHex } from '../wire/id';
import type { SocketState } from '../wire/socket';
import { MAX_COMMENT, readOps, readServerStudy, watchStudy, writeOps } from '../wire/studies';
import { BoardTree } from './board-tree';
import { writeChanges } from './changes';
import { StudyDocument, type ChapterHead, type StudyAct } from './document';
import { changeOutbox, readOutbox } from './kept-ops';
import {
  acknowledge,
  deliver,
  dismiss,
  emptyOutbox,
  enqueue,
  foldComments,
  isForAll,
  join,
  nextBatch,
  refuse,
  type Outbox,
  type RefusedOp,
} from './outbox';

/** Whether changes of others come at once; `lost` while there is no connection, `gone` when the study cannot be read any more. */
export type Connection = 'connecting' | 'open' | 'lost' | 'gone';

/** Milliseconds after the last letter until a comment is written, if its writer does not go on to something else before. */
const TYPING = 5000;
/** Milliseconds after which a connection that has not come counts as lost. */
const PATIENCE = 4000;
/** How often a study is read while there is no connection, in milliseconds. */
const POLL = 15_000;
const RETRY = 1000;
const MAX_RETRY = 30_000;

/** Somebody else has signed in, in another tab: what was written here is not sent in their name. */
class OtherAccount extends Error {}

/** It cannot be said now who is signed in; that is no answer to what is to be sent. */
class Unsure extends Error {
  constructor(readonly why: unknown) {
    super();
  }
}

/** Studies whose pages were left before all was sent, by person and study. */
const lingering = new Map<string, ServerStudy>();

export class ServerStudy implements Keeper {
  details = $state.raw<StudyDetails | null>(null);
  /** All chapters, those that were deleted too. */
  heads = $state.raw<ChapterHead[]>([]);
  /** Id of the chapter on the board; empty while there is none. */
  chapter = $state('');
  /** Whether the board shows that chapter. */
  isShown = $state(false);
  connection = $state<Connection>('connecting');
  /** Members of the study who have it open, and how many others. */
  people = $state.raw<Guest[]>([]);
  others = $state(0);
  outbox = $state.raw<Outbox>(emptyOutbox());
  /** Why the study, or its chapter, cannot be shown. */
  problem = $state('');
  /** Why what waits is not written yet. */
  trouble = $state('');
  /** Whether something that is to be kept is not in the store of this browser. */
  private isUnstored = $state(false);

  readonly chapters = $derived(this.heads.filter((one) => !one.isDropped));
  readonly dropped = $derived(this.heads.filter((one) => one.isDropped));
  readonly canWrite = $derived(this.connection !== 'gone' && (this.details?.role === 'owner' || this.details?.role === 'writer'));
  /** Whether what waits, or was refused, is lost when the page is left. */
  readonly isUnkept = $derived(this.isUnstored && this.outbox.pending.length + this.outbox.refused.length > 0);
  readonly maxComment = MAX_COMMENT;

  private readonly document = new StudyDocument();
  private tree: BoardTree | null = null;
  private seq = 0;
  private readonly replica = randomHex(8);
  private number = 0;
  private arrived: WrittenStudyOp[] = [];
  private socket: ReturnType<typeof watchStudy> | null = null;
  private made: { parent: StudyNode; key: string; game: Game } | null = null;
  /** Counts chapters that were opened: only the last is shown. */
  private openings = 0;
  private isSending = false;
  private isClosed = false;
  /** Whether another page sends what waits. */
  private isHalted = false;
  /** Id of the reader when the study was read: theirs is what waits. */
  private person = '';
  /** Counts failures to keep something. */
  private failures = 0;
  /** Operations that the server may know already. */
  private readonly sent = new Set<string>();
  /** Whether it was asked, since the page was last looked at, that the reader is still the same. */
  private isSure = false;
  private attempts = 0;
  private readonly timers = { typing: 0, take: 0, retry: 0, patience: 0, poll: 0 };
  private readonly stop = new AbortController();

  constructor(
    readonly id: string,
    readonly analysis: AnalysisBoard,
  ) {
    analysis.keeper = this;
    const { signal } = this.stop;
    addEventListener('pagehide', () => this.flush(), { signal });
    addEventListener('online', () => void this.send(), { signal });
    const look = () => {
      this.isSure = false;
      if (document.hidden) this.flush();
    };
    document.addEventListener('visibilitychange', look, { signal });
  }

  /** The reader as the author of operations. */
  get self(): Guest {
    return { id: this.person, name: me.name };
  }

  /** Reads the study and follows it from then on; shows a chapter, or the first one. */
  async load(wanted: string): Promise<void> {
    this.problem = '';
    try {
      this.person ||= await me.known();
      await this.takeKept();
      const details = await readServerStudy(this.id);
      await this.readOn();
      for (const op of this.outbox.pending) this.document.add(this.self, op);
      this.heads = this.document.chapters();
      this.details = details;
    } catch (error) {
      this.problem = errorMessage(error);
      // What waits for a study that is gone stays, to be copied.
      if (this.person && !isGone(error)) void this.send();
      return;
    }
    void this.send();
    if (this.isClosed) return;
    this.watch();
    const first = this.chapters.find((one) => one.id === wanted) ?? this.chapters[0];
    if (first) await this.open(first.id);
  }

  /** Ends the page; what waits is sent all the same. */
  close(): void {
    this.flush();
    this.isClosed = true;
    this.isShown = false;
    this.stop.abort();
    this.socket?.close();
    const { typing, take, patience, poll } = this.timers;
    for (const timer of [typing, take, patience, poll]) clearTimeout(timer);
    if (this.outbox.pending.length) lingering.set(this.key, this);
  }

  private get key(): string {
    return `${this.person} ${this.id}`;
  }

  /** Takes over what is kept in this browser, and what a page that was left has not sent. */
  private async takeKept(): Promise<void> {
    const kept = await readOutbox(this.person, this.id).catch(() => emptyOutbox());
    const left = lingering.get(this.key);
    lingering.delete(this.key);
    if (left) {
      left.isHalted = true;
      clearTimeout(left.timers.retry);
      for (const id of left.sent) this.sent.add(id);
      this.isUnstored ||= left.isUnstored;
    }
    this.outbox = join(join(kept, left?.outbox ?? emptyOutbox()), this.outbox);
    // They may have been sent before.
    for (const { id } of this.outbox.pending) this.sent.add(id);
  }

  /** Shows a chapter. */
  async open(id: string): Promise<void> {
    this.flush();
    const head = this.heads.find((one) => one.id === id);
    if (!head) return;
    const opening = ++this.openings;
    [this.isShown, this.chapter, this.problem, this.tree] = [false, id, '', null];
    try {
      const ruleset = await this.analysis.rulesetOf(head.instance);
      if (opening !== this.openings || this.isClosed) return;
      this.analysis.beginWith(ruleset, head.fen ?? undefined);
      this.tree = new BoardTree(this.analysis.start, id);
      this.isShown = true;
      this.show();
    } catch (error) {
      if (opening === this.openings) this.problem = error instanceof Error && error.message ? error.message : errorMessage(error);
    }
  }

  changed(isTyping: boolean): void {
    clearTimeout(this.timers.typing);
    if (isTyping) this.timers.typing = window.setTimeout(() => this.flush(), TYPING);
    else this.flush();
  }

  rested(): void {
    if (this.timers.typing) this.flush();
  }

  /** Writes what was changed on the board. */
  flush(): void {
    this.stopTyping();
    const { tree, chapter } = this;
    // What is on a board that shows something else is not what became of the chapter.
    const isOfChapter = tree?.start === this.analysis.start && tree.chapter === chapter;
    if (!this.isShown || !this.canWrite || !isOfChapter) return;
    const [ops, folded]: [StudyOp[], string[]] = [[], []];
    writeChanges(this.document, chapter, tree.start, this.self, (act) => {
      if (act.do === 'comment') {
        const after = foldComments(act.replaces ?? [], this.outbox.pending, this.sent);
        folded.push(...after.folded);
        act = { ...act, replaces: after.replaces };
      }
      ops.push(this.make(act, chapter));
      return ops.at(-1)!.id;
    });
    if (!ops.length) return;
    for (const id of folded) this.document.delete(id);
    // The board knows from now on which of its nodes are written.
    tree.show(this.document.tree(chapter), this.self, this.play);
    this.post(ops, folded);
  }

  private stopTyping(): void {
    clearTimeout(this.timers.typing);
    this.timers.typing = 0;
  }

  /** Does something to a chapter, or to the order of all. */
  act(act: StudyAct, chapter?: string): string {
    this.flush();
    const op = this.make(act, chapter);
    this.refresh();
    this.post([op]);
    return op.id;
  }

  /** Forgets an operation that was refused. */
  dismiss(id: string): void {
    this.change((kept) => dismiss(kept, id));
  }

  /** Forgets an operation that waits, of a study that cannot be read. */
  discard(id: string): void {
    this.change((kept) => acknowledge(kept, new Set([id])));
  }

  private make(act: StudyAct, chapter?: string): StudyOp {
    const id = `${this.replica}-${++this.number}`;
    const of = act.do === 'chapter' ? id : chapter;
    const op = { id, clock: this.document.clock + 1, ...(of && { chapter: of }), ...act } as StudyOp;
    this.document.add(this.self, op);
    return op;
  }

  private post(ops: StudyOp[], folded: string[] = []): void {
    this.change((kept) => enqueue(acknowledge(kept, new Set(folded)), ops));
    void this.send();
  }

  /** Changes what waits, here and in the store of this browser; all of it is stored again where something was not. */
  private change(change: (kept: Outbox) => Outbox): void {
    const outbox = (this.outbox = change(this.outbox));
    const { isUnstored, failures } = this;
    changeOutbox(this.person, this.id, this.details?.name ?? '', (kept) => (isUnstored ? join(change(kept), outbox) : change(kept))).then(
      () => {
        if (isUnstored && failures === this.failures) this.isUnstored = false;
      },
      () => {
        this.failures++;
        this.isUnstored = true;
      },
    );
  }

  /** Sends what waits, until nothing does or something is in the way; also after the page was left. */
  private async send(): Promise<void> {
    if (this.isSending || this.isHalted) return;
    this.isSending = true;
    clearTimeout(this.timers.retry);
    if (this.isUnstored) this.change((kept) => kept);
    let stopped: unknown = null;
    while (this.outbox.pending.length && !this.isHalted && !stopped) {
      const batch = nextBatch(this.outbox);
      for (const { id } of batch) this.sent.add(id);
      const delivery = await deliver(batch, (ops) => this.write(ops));
      ({ stopped } = delivery);
      if (delivery.written.length) this.change((kept) => acknowledge(kept, new Set(delivery.written)));
      if (delivery.refused.length) this.takeBack(delivery.refused.map(({ op, error }) => ({ op, why: errorMessage(error) })));
    }
    this.isSending = false;
    this.trouble = !stopped ? '' : stopped instanceof OtherAccount ? t('study-other-account') : whyOf(stopped);
    if (this.isHalted) return;
    if (!stopped) {
      this.attempts = 0;
      if (lingering.get(this.key) === this) lingering.delete(this.key);
      return;
    }
    const again = () => {
      this.isSure = false;
      void this.send();
    };
    this.timers.retry = window.setTimeout(again, Math.min(MAX_RETRY, RETRY * 2 ** this.attempts++));
  }

  /** Writes operations, in the name of the reader only: whoever may write nothing may be somebody else. */
  private async write(ops: readonly StudyOp[]): Promise<void> {
    await this.makeSure();
    try {
      await writeOps(this.id, ops);
    } catch (error) {
      if (isForAll(error)) {
        this.isSure = false;
        await this.makeSure();
      }
      if (error instanceof ApiError && error.code === 'no_such_study') this.lose();
      throw error;
    }
  }

  private async makeSure(): Promise<void> {
    if (this.isSure) return;
    const { id } = await readMe().catch((error: unknown) => {
      throw new Unsure(error);
    });
    if (id !== this.person) throw new OtherAccount();
    this.isSure = true;
  }

  /** Takes what was refused off the board, unless the study is gone; its words stay to be copied. */
  private takeBack(refused: RefusedOp[]): void {
    const waited = new Set(this.outbox.pending.map((one) => one.id));
    this.change((kept) => refuse(kept, refused));
    if (this.connection === 'gone') return;
    for (const { op } of refused) if (waited.has(op.id)) this.document.delete(op.id);
    for (const op of this.outbox.pending) {
      if (this.document.op(op.id)?.op === op) continue;
      this.document.delete(op.id);
      this.document.add(this.self, op);
    }
    const { at } = this.analysis;
    const typed = this.timers.typing ? at.comment : null;
    this.stopTyping();
    this.refresh();
    if (typed !== null) this.goOnTyping(at, typed, refused[0]!.why);
  }

  /** Puts words back that were being typed; where their place was refused they are put aside with it. */
  private goOnTyping(at: StudyNode, text: string, why: string): void {
    if (this.isShown && this.analysis.at === at) {
      at.comment = text;
      this.analysis.version++;
      this.flush();
    } else if (text) {
      const op: StudyOp = {
        id: `${this.replica}-${++this.number}`,
        clock: this.document.clock + 1,
        chapter: this.chapter,
        do: 'comment',
        node: '',
        text,
      };
      this.change((kept) => ({ ...kept, refused: [...kept.refused, { op, why }] }));
    }
  }

  private watch(): void {
    const lose = () => {
      if (this.connection === 'connecting') this.connection = 'lost';
    };
    this.timers.patience = window.setTimeout(lose, PATIENCE);
    const poll = () => {
      if (this.connection === 'lost' && !document.hidden) void this.catchUp();
      this.timers.poll = window.setTimeout(poll, POLL);
    };
    this.timers.poll = window.setTimeout(poll, POLL);
    this.socket = watchStudy(this.id, () => this.seq, {
      message: (message) => this.hear(message),
      state: (state) => this.follow(state),
    });
  }

  private follow(state: SocketState): void {
    if (this.connection === 'gone' || state === 'connecting') return;
    if (state === 'open') {
      this.isSure = false;
      void this.send();
    } else {
      this.connection = 'lost';
      [this.people, this.others] = [[], 0];
    }
  }

  private hear(message: StudyMessage): void {
    if (this.connection === 'gone') return;
    // A proxy may open connections over which nothing comes.
    this.connection = 'open';
    if (message.type === 'study') this.tell(message.data);
    else if (message.type === 'people') [this.people, this.others] = [message.people, message.others];
    else if (message.type === 'gone') this.lose();
    else {
      this.arrived.push(message.data);
      // Those of one packet come together.
      this.timers.take ||= window.setTimeout(() => this.take(), 0);
    }
  }

  /** What is known of the study now. Whoever may write from now on does not write what they tried out as a reader. */
  private tell(details: StudyDetails): void {
    const couldWrite = this.canWrite;
    this.details = details;
    if (!couldWrite && this.canWrite && this.isShown) {
      this.isShown = false;
      void this.open(this.chapter);
    }
  }

  /** The study is gone, or is not for this reader any more. */
  private lose(): void {
    this.connection = 'gone';
    this.socket?.close();
    clearTimeout(this.timers.poll);
  }

  /** Reads what has changed, as long as there is no connection over which it comes. */
  async catchUp(): Promise<void> {
    try {
      this.tell(await readServerStudy(this.id));
      await this.readOn();
    } catch (error) {
      if (isGone(error)) this.lose();
    }
  }

  private async readOn(): Promise<void> {
    for (;;) {
      const { ops, seq } = await readOps(this.id, this.seq);
      this.arrived.push(...ops);
      this.take();
      if (!ops.length || this.seq >= seq) return;
    }
  }

  /** Takes in what has arrived. */
  private take(): void {
    this.timers.take = 0;
    const arrived = this.arrived.splice(0);
    // What was typed meanwhile is of what its writer has seen. What the reader wrote comes back while they type on.
    if (arrived.some(({ id }) => !this.document.op(id))) this.flush();
    let isNew = false;
    for (const { seq, at: _, by, ...op } of arrived) {
      this.seq = Math.max(this.seq, seq);
      isNew = this.document.add(by, op as StudyOp) || isNew;
    }
    const ids = new Set(arrived.map((one) => one.id));
    if (this.outbox.pending.some((one) => ids.has(one.id))) this.change((kept) => acknowledge(kept, ids));
    if (isNew) this.refresh();
  }

  private refresh(): void {
    this.heads = this.document.chapters();
    if (this.isClosed) return;
    const isThere = this.chapters.some((one) => one.id === this.chapter);
    const [first] = this.chapters;
    if (isThere && this.isShown) this.show();
    else if (!isThere && this.socket) {
      [this.isShown, this.chapter] = [false, ''];
      if (first) void this.open(first.id);
    }
  }

  /** Shows the chapter as it is now, at the place that was looked at; whoever only reads follows its end. */
  private show(): void {
    const { analysis, tree } = this;
    const isAtEnd = !this.canWrite && analysis.at.parent !== null && endOf(analysis.start) === analysis.at;
    try {
      tree!.show(this.document.tree(this.chapter), this.self, this.play);
    } catch (error) {
      // Nothing is written of a board that does not show everything.
      this.isShown = false;
      this.problem = t('study-unplayable', { why: error instanceof Error ? error.message : String(error) });
      return;
    } finally {
      this.made = null;
    }
    analysis.headers = this.heads.find((one) => one.id === this.chapter)?.tags ?? {};
    const at = follow(analysis.start, eventsTo(analysis.at));
    const shown = isAtEnd ? endOf(at) : at;
    if (shown !== analysis.at) analysis.go(shown);
    analysis.version++;
  }

  /** Makes an event after a node; that after the node that was made last goes on in the same game. */
  private readonly play = (parent: StudyNode, event: GameEvent) => {
    const { made } = this;
    const isNext = made && parent.parent === made.parent && eventKey(parent.event) === made.key;
    const game = isNext ? made.game : this.analysis.gameAt(parent);
    const played = playEvent(game, event);
    this.made = { parent, key: eventKey(event), game };
    return played;
  };
}

const whyOf = (error: unknown): string => errorMessage(error instanceof Unsure ? error.why : error);
