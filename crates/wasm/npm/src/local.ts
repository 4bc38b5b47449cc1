/** Games on this device: what a server does for a board, in the page. */
import type { GameData, GameEvent, LocalDecision, LocalLog, LocalPlan, LocalStep, LocalTask, RematchSeed, Side } from './data.js';
import type { Engine } from './engine.js';
import { call } from './error.js';
import { rules } from './rules.js';
import type { WasmLocalGame } from './wasm/rules.js';

/** A question why a side may not move: a piece, a piece and its target, or a move as people write it. */
export type WhyQuestion = { from: string; to?: string } | { move: string };

/**
 * A game on this device. Its messages are those of a game's socket
 * (https://github.com/rukh-chess/rukh/blob/main/docs/wire.md), so a board that plays on a server plays here too.
 * Times are milliseconds since the epoch.
 *
 * @example
 * const game = LocalGame.begin({ id: 'local1', seed, instance: 'shatranj', black: 3, name: 'Lilavati' });
 * game.connect().messages; // the greeting and the start
 * game.receive({ id: '1', base: 1, data: { kind: 'move', move: 'e2e3' } }, rematch).messages;
 * for (const task of game.tasks()) game.decide(await game.think(engine, task));
 */
export class LocalGame {
  private constructor(private readonly inner: WasmLocalGame) {}

  /**
   * A new game.
   *
   * @throws {RukhError} What is wrong with its ruleset or its seats.
   */
  static begin(plan: LocalPlan, now = Date.now()): LocalGame {
    return new LocalGame(call(() => rules().WasmLocalGame.begin(JSON.stringify(plan), now)));
  }

  /**
   * The game that its log makes, by the laws that it began with.
   *
   * @throws {RukhError} What is wrong with the log.
   */
  static restore(log: LocalLog): LocalGame {
    return new LocalGame(call(() => rules().WasmLocalGame.restore(JSON.stringify(log))));
  }

  /** What restores the game. */
  log(): LocalLog {
    return JSON.parse(this.inner.log()) as LocalLog;
  }

  /** The greeting, and the events after one. */
  connect(after = 0, now = Date.now()): LocalStep {
    return JSON.parse(this.inner.connect(after, now)) as LocalStep;
  }

  /** Executes a player's intent. `rematch` is what a rematch begins with, if one is agreed. */
  receive(message: { id: string; base: number; data: unknown }, rematch: RematchSeed, now = Date.now()): LocalStep {
    return call(() => JSON.parse(this.inner.receive(JSON.stringify(message), JSON.stringify(rematch), now)) as LocalStep);
  }

  /** When something is due next: a forced pass, the end of a werera that nobody began. */
  get deadline(): number | undefined {
    return this.inner.deadline();
  }

  /** Does what is due. */
  wake(now = Date.now()): LocalStep {
    return JSON.parse(this.inner.wake(now)) as LocalStep;
  }

  /** What the engines have to decide now, and at what pace. */
  tasks(now = Date.now()): LocalTask[] {
    return JSON.parse(this.inner.tasks(now)) as LocalTask[];
  }

  /** Lets an engine decide a task. */
  async think(engine: Engine, { side, base, kind, level, seed, sinceReady }: LocalTask): Promise<LocalDecision> {
    const game = { data: () => this.data() };
    if (kind === 'draw') return { side, base, agrees: await engine.agreesToDraw(game, side) };
    const since = kind === 'werera' && sinceReady !== undefined && sinceReady !== null ? { sinceReady } : {};
    const action: GameEvent | null = await engine.choose(game, { side, level, seed, ...since });
    return { side, base, ...(action ? { action } : {}) };
  }

  /** Executes what an engine has decided, unless the game has moved on. */
  decide(decision: LocalDecision, now = Date.now()): LocalStep {
    return call(() => JSON.parse(this.inner.decide(JSON.stringify(decision), now)) as LocalStep);
  }

  /** The game as an engine gets it. */
  data(): GameData {
    return JSON.parse(this.inner.data()) as GameData;
  }

  /** The possible premoves of a side, as the server answers. */
  premoves(side: Side): unknown {
    return call(() => JSON.parse(this.inner.premoves(side)) as unknown);
  }

  /** Why a side may not move, as the server answers. */
  why(side: Side, question: WhyQuestion): unknown {
    return call(() => JSON.parse(this.inner.why(side, JSON.stringify(question))) as unknown);
  }

  /** The replay, as the server answers. */
  replay(): unknown {
    return JSON.parse(this.inner.replay()) as unknown;
  }

  /** The game as PGN. */
  toPgn(): string {
    return this.inner.pgn();
  }

  /** The game as JSON Lines. */
  toJsonl(): string {
    return this.inner.jsonl();
  }
}
