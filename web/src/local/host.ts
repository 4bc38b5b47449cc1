/**
 * The host of a game on this device: what the server is for others. The rules' module decides
 * everything, and says what the engines have to do; here are its clock, its dice, its disk and the
 * worker of the engine.
 */
import type { GameConnection, GameHandlers } from './source';
import { thumbnailOf } from '../game/thumbnail';
import { LOCAL_PLAYER, LOCAL_PREFIX } from '../lib/local-id';
import { ApiError } from '../wire/api';
import { randomHex } from '../wire/id';
import type { Hello, Side, SocketMessage } from '../wire/generated';
import {
  loadLocalPackage,
  type Engine,
  type LocalGame,
  type LocalPackage,
  type LocalPlan,
  type LocalStep,
  type LocalTask,
  type RematchSeed,
} from './package';
import { readGame, saveGame } from './store';

/** An engine at the board. */
interface EngineSeat {
  /** The timer of its next action in the werera, and how often it had waited when that was set. */
  timer: number;
  waits: number;
  isThinking: boolean;
}

/** An id and a secret seed of dice. */
const newRematch = (): RematchSeed => ({ id: LOCAL_PREFIX + randomHex(8), seed: randomHex(32) });

/** Time after which an engine that has failed is asked again, in milliseconds. */
const RETRY_DELAY = 2000;

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const helloOf = (game: LocalGame): Hello => game.connect().messages.find((message) => message.type === 'hello')!;

/** Keeps a game; resolves when it is on the disk. */
async function keep(game: LocalGame): Promise<void> {
  const hello = helloOf(game);
  await saveGame({ id: hello.game.id, card: hello.game, board: thumbnailOf(hello, LOCAL_PLAYER), log: game.log() });
}

/** Begins a game on this device; returns its id. */
export async function beginGame(plan: Omit<LocalPlan, keyof RematchSeed>): Promise<string> {
  const { LocalGame } = await loadLocalPackage();
  const begun = newRematch();
  await keep(LocalGame.begin({ ...plan, ...begun }));
  return begun.id;
}

/** The host of a game that is kept here. */
export async function openHost(id: string): Promise<LocalHost> {
  const record = await readGame(id);
  if (!record) throw new ApiError(404, 'no_such_game');
  const rukh = await loadLocalPackage();
  return new LocalHost(rukh, rukh.LocalGame.restore(record.log));
}

export class LocalHost {
  private handlers: GameHandlers | null = null;
  private readonly seats: Record<Side, EngineSeat> = {
    white: { timer: 0, waits: 0, isThinking: false },
    black: { timer: 0, waits: 0, isThinking: false },
  };
  private engine: Engine | null = null;
  private wakeTimer = 0;
  /** What is being written and told, in order. */
  private written: Promise<void> = Promise.resolve();
  private readonly release = new AbortController();

  constructor(
    private readonly rukh: LocalPackage,
    readonly game: LocalGame,
  ) {}

  hello(): Hello {
    return helloOf(this.game);
  }

  /** Connects a page. The last one of several tabs has the game; the others are closed. */
  connect(handlers: GameHandlers): GameConnection {
    this.handlers = handlers;
    void this.acquireLock();
    handlers.state('connecting');
    this.greet();
    this.schedule();
    return {
      send: () => false,
      request: (message) => this.request(message),
      restart: () => this.greet(),
      close: () => this.close(),
    };
  }

  private greet(): void {
    const { handlers } = this;
    if (!handlers) return;
    handlers.state('open');
    // As on a socket: what was not answered goes first, so that the greeting causes nothing twice.
    for (const message of handlers.opened()) this.request(message);
    for (const message of this.game.connect(handlers.after()).messages) handlers.message(message);
  }

  /** Two hosts of one game would write two logs: the lock is taken from whoever had it. */
  private async acquireLock(): Promise<void> {
    // Pages without https have no locks.
    if (!navigator.locks) return;
    const isHeld = new Promise<void>((resolve) => this.release.signal.addEventListener('abort', () => resolve(), { once: true }));
    await navigator.locks.request(`rukh-${this.hello().game.id}`, { steal: true }, () => isHeld).catch(() => this.onLockLost());
  }

  /** Another tab has the game now. */
  private onLockLost(): void {
    const { handlers } = this;
    this.close();
    handlers?.state('closed');
  }

  private close(): void {
    this.handlers = null;
    this.release.abort();
    clearTimeout(this.wakeTimer);
    for (const seat of Object.values(this.seats)) this.cancelTimer(seat);
    this.engine?.close();
    this.engine = null;
  }

  private request(message: SocketMessage): void {
    if (message.type === 'intent')
      this.execute(() => this.game.receive({ id: message.id, base: message.base ?? 0, data: message.data }, newRematch()));
  }

  /** Does something at the board: what follows is written before it is told. */
  private execute(run: () => LocalStep): void {
    if (!this.handlers) return;
    const step = run();
    this.schedule();
    this.written = this.written.then(() => this.finish(step)).catch(() => {});
  }

  private async finish({ messages, rematch }: LocalStep): Promise<void> {
    // A full disk keeps nobody from playing on; after a reload the game is as it was last written.
    if (messages.some((message) => message.type === 'view')) await keep(this.game).catch(() => {});
    if (rematch) await keep(this.rukh.LocalGame.restore(rematch)).catch(() => {});
    for (const message of messages) this.handlers?.message(message);
  }

  /** Sets the timers of what is due, and has the engines think. */
  private schedule(): void {
    if (!this.handlers) return;
    clearTimeout(this.wakeTimer);
    const { deadline } = this.game;
    if (deadline !== undefined)
      this.wakeTimer = window.setTimeout(() => this.execute(() => this.game.wake()), Math.max(0, deadline - Date.now()));
    const tasks = this.game.tasks();
    for (const side of ['white', 'black'] as const) {
      const seat = this.seats[side];
      const task = tasks.find((one) => one.side === side);
      if (seat.isThinking) continue;
      if (!task) this.cancelTimer(seat);
      else if (task.kind !== 'werera') void this.think(side);
      // An engine that waits is woken by what the other side does; one that does not keeps its pace.
      else if (!seat.timer || task.waits < seat.waits) this.setTimer(seat, task);
    }
  }

  private setTimer(seat: EngineSeat, { side, waits, delay }: LocalTask): void {
    this.cancelTimer(seat);
    seat.waits = waits;
    seat.timer = window.setTimeout(() => void this.think(side), delay);
  }

  private cancelTimer(seat: EngineSeat): void {
    clearTimeout(seat.timer);
    seat.timer = 0;
  }

  /** Has an engine decide what it has to decide now. */
  private async think(side: Side): Promise<void> {
    const seat = this.seats[side];
    this.cancelTimer(seat);
    const task = this.game.tasks().find((one) => one.side === side);
    if (!task || !this.handlers) return;
    seat.isThinking = true;
    this.engine ??= new this.rukh.Engine();
    const pace = task.kind === 'werera' ? Promise.resolve() : delay(task.delay);
    try {
      const decision = await this.game.think(this.engine, task);
      await pace;
      seat.isThinking = false;
      this.execute(() => this.game.decide(decision));
    } catch (error) {
      seat.isThinking = false;
      // With the page its worker has ended too.
      if (!this.handlers) return;
      // Without memory, say: it is started once more.
      console.error(error);
      this.engine = null;
      this.setTimer(seat, { ...task, delay: RETRY_DELAY });
    }
  }
}
