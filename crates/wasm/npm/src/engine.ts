/** The engine, in a worker of its own. */
import type {
  ChoiceOptions, Ending, EndingExercise, ExerciseOptions, ExplainOptions, Explanation, FaceEval, GameEvent, GameReview, MatchNumbers, MatchPair, OpeningOptions, Problem, ReviewProgress, SearchInfo, SearchOptions, Side,
} from './data.js';
import { startWorker, type Port } from './environment.js';
import { RukhError } from './error.js';
import type { Game } from './game.js';
import { Helpers } from './helpers.js';
import type { Answer, Envelope, Progress, Request } from './protocol.js';
import { SharedMemory } from './shared-memory.js';

/** Limits of a search; without any it goes on until it is stopped. */
export interface AnalyseOptions extends SearchOptions {
  /** Milliseconds. */
  time?: number;
}

/** A choice of a level of play. */
export type LevelChoice = Omit<ChoiceOptions, 'seed'> & { seed?: number };

/** Limits of a choice at full strength, at least one; `time` is in milliseconds. */
export type LimitedChoice = Pick<AnalyseOptions, 'depth' | 'nodes' | 'time'>;

/** A depth of a search, with its time. */
export interface DepthInfo extends SearchInfo {
  /** Milliseconds since the search began. */
  time: number;
}

/** The most workers of an engine. */
const MAX_WORKERS = 64;

interface Job {
  envelope: Envelope;
  progress: (progress: Progress) => void;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * An engine. It starts its workers with the first request and works on one request at a time.
 *
 * @example
 * const engine = new Engine();
 * for await (const info of engine.analyse(game, { depth: 8 })) console.log(info.depth, info.pv);
 * engine.close();
 */
export class Engine {
  /** The size of the transposition table, in MiB. */
  readonly hashMb: number;
  /** The number of workers that `analyse` uses. */
  readonly workers: number;
  private port: Port | undefined;
  private readonly shared: SharedMemory | undefined;
  private readonly helpers: Helpers;
  private jobs: Job[] = [];
  private lastId = 0;

  /**
   * Each worker has a table of `hashMb` MiB, 16 by default. With more than one worker, 1 by default, the result
   * of `analyse` also depends on chance. Where page and worker cannot share memory, there is one.
   */
  constructor(options: { hashMb?: number; workers?: number } = {}) {
    const { hashMb = 16, workers = 1 } = options;
    if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS) {
      throw new RangeError(`workers: ${workers} should be a whole number from 1 to ${MAX_WORKERS}`);
    }
    this.hashMb = hashMb;
    this.shared = SharedMemory.of(workers);
    this.workers = this.shared ? workers : 1;
    this.helpers = new Helpers(this.workers - 1);
  }

  /** Searches a position: an iterator over the depths, with the result as a promise and `stop()`. */
  analyse(game: Game, options: AnalyseOptions = {}): Analysis {
    const { time, ...limits } = options;
    return new Analysis((progress) => this.ask<SearchInfo>({ op: 'search', game: game.data(), options: limits }, progress, time));
  }

  /**
   * The decision of a level of play: an event for `game.apply`, or `null` to wait in the werera. With limits instead
   * of a level, the best move of a search at full strength, in turns.
   */
  async choose(game: Pick<Game, 'data'>, options: LevelChoice | LimitedChoice): Promise<GameEvent | null> {
    if ('level' in options) return this.ask<GameEvent | null>({ op: 'choose', game: game.data(), options: { seed: 0, ...options } }).result;
    const { depth, nodes, time } = options;
    if (depth === undefined && nodes === undefined && time === undefined) {
      throw new RangeError('a choice needs a level, a depth, a number of nodes or a time');
    }
    const limits = { ...(depth === undefined ? {} : { depth }), ...(nodes === undefined ? {} : { nodes }) };
    const { best } = await this.ask<SearchInfo>({ op: 'search', game: game.data(), options: limits }, undefined, time).result;
    if (!best) throw new Error('there is no move to choose before the throw of a die');
    return { t: 'move', mv: best };
  }

  /**
   * Positions for matches, as FEN, in the order of the seed: those of a text (a list of FENs or EPD, or games in
   * PGN), else the ruleset's own, else ones that are made.
   *
   * @throws {RukhError} Everything that is wrong with the text, with its lines.
   */
  openings(options: OpeningOptions): Promise<string[]> {
    return this.ask<string[]>({ op: 'openings', options }).result;
  }

  /** The numbers of a match, from the results of its pairs. */
  matchNumbers(pairs: MatchPair[]): Promise<MatchNumbers> {
    return this.ask<MatchNumbers>({ op: 'match_numbers', pairs }).result;
  }

  /** Whether a side agrees to a draw that the other offers in turns. */
  agreesToDraw(game: Pick<Game, 'data'>, side: Side): Promise<boolean> {
    return this.ask<boolean>({ op: 'agrees_to_draw', game: game.data(), side }).result;
  }

  /** The value of each face of the die that is thrown next; to one depth or number of nodes. */
  faces(game: Game, options: Pick<SearchOptions, 'depth' | 'nodes'>): Promise<FaceEval[]> {
    return this.ask<FaceEval[]>({ op: 'faces', game: game.data(), options }).result;
  }

  /**
   * Reviews a game: its moves, its turning point, the luck of its throws. Each search goes to one depth
   * or number of nodes; without either it is that of every review.
   */
  reviewGame(
    game: Pick<Game, 'data'>,
    options: Pick<SearchOptions, 'depth' | 'nodes'> = {},
    onProgress: (progress: ReviewProgress) => void = () => undefined,
  ): Promise<GameReview> {
    const report = (progress: Progress): void => onProgress(progress as ReviewProgress);
    return this.ask<GameReview>({ op: 'review', game: game.data(), options }, report).result;
  }

  /**
   * What best play leads to from a position of at most three pieces and after each of its moves: won, drawn or lost,
   * with the plies to the end, or with a die the expected points. `value` is null where nothing is known. A table
   * that is not there yet is computed first, which takes up to a few seconds.
   *
   * @example
   * const { value, moves } = await engine.tables(new Game('shatranj', { fen: '8/8/8/3k4/8/8/8/K6R w - - 0 1' }));
   */
  tables(game: Pick<Game, 'data'>): Promise<Ending> {
    return this.ask<Ending>({ op: 'tables', game: game.data() }).result;
  }

  /**
   * Draws a position of at most three pieces that its side to move wins in `least` to `most` plies, or else the
   * nearest to that; null where no such ending is won, and with a die.
   */
  exercise(options: ExerciseOptions): Promise<EndingExercise | null> {
    return this.ask<EndingExercise | null>({ op: 'exercise', options }).result;
  }

  /**
   * Why a position is valued as it is: what the evaluation counts, the largest first, and what the other side would do
   * if it could move twice. With `mv`, what that move changes and the best reply to it. Messages have their English
   * text, and a key with arguments for the bundles of other languages.
   *
   * @example
   * const { reasons, threats } = await engine.explain(new Game('shatranj', { fen: 'r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1' }));
   */
  explain(game: Pick<Game, 'data'>, options: ExplainOptions = {}): Promise<Explanation> {
    return this.ask<Explanation>({ op: 'explain', game: game.data(), options }).result;
  }

  /** The static evaluation for the side to move, in hundredths of a pawn. */
  evaluate(game: Game): Promise<number> {
    return this.ask<number>({ op: 'evaluate', game: game.data() }).result;
  }

  /** Forgets all earlier searches, so that the next result depends on its arguments only. */
  async clear(): Promise<void> {
    await this.ask({ op: 'clear' }).result;
    this.shared?.exchange?.fill(0);
  }

  /** Ends the workers; requests under way fail. The next request starts a new one. */
  close(): void {
    this.end(new Error('the engine was closed'));
  }

  private ask<T>(request: Request, progress: (progress: Progress) => void = () => undefined, time?: number): Running<T> {
    const id = ++this.lastId;
    const result = new Promise<unknown>((resolve, reject) => {
      const envelope = { id, request, time, hashMb: this.hashMb, shared: this.shared?.buffers };
      this.jobs.push({ envelope, progress, resolve, reject });
      if (this.jobs.length === 1) this.start();
    });
    return { result: result as Promise<T>, stop: (last) => this.stop(id, last) };
  }

  private start(): void {
    const [job] = this.jobs;
    if (!job) return this.port?.setIdle(true);
    if (!this.port) {
      this.port = startWorker();
      this.port.listen((message) => this.receive(message as Answer), (error) => this.end(error));
    }
    this.port.setIdle(false);
    this.shared?.resetNodes();
    this.port.post(job.envelope);
    this.helpers.start(job.envelope);
  }

  private receive(answer: Answer): void {
    const [job] = this.jobs;
    if (!job || job.envelope.id !== answer.id) return;
    if ('progress' in answer) return job.progress(answer.progress);
    this.shared?.stop(answer.id);
    this.jobs.shift();
    this.start();
    if ('result' in answer) job.resolve(answer.result);
    else if ('problem' in answer) job.reject(new RukhError(answer.problem as Problem));
    else job.reject(new Error(answer.failure));
  }

  /** Stops a request: by shared memory, or by ending the worker; then the last progress is the result. */
  private stop(id: number, last: unknown): void {
    const index = this.jobs.findIndex((job) => job.envelope.id === id);
    const job = this.jobs[index];
    if (!job) return;
    if (index > 0) {
      this.jobs.splice(index, 1);
      return job.resolve(last);
    }
    if (this.shared) return this.shared.stop(id);
    if (last === undefined) return;
    this.port?.close();
    this.port = undefined;
    this.jobs.shift();
    job.resolve(last);
    this.start();
  }

  private end(error: Error): void {
    this.port?.close();
    this.port = undefined;
    this.helpers.close();
    for (const job of this.jobs.splice(0)) job.reject(error);
  }
}

interface Running<T> {
  result: Promise<T>;
  stop(last: unknown): void;
}

/** A search under way: an async iterator over its depths. Leaving the loop stops it. */
export class Analysis implements AsyncIterable<DepthInfo> {
  /** The last depth, when the search has ended. */
  readonly result: Promise<DepthInfo>;
  private readonly running: Running<SearchInfo>;
  private readonly begun = performance.now();
  private depths: DepthInfo[] = [];
  private isOver = false;
  private wantsStop = false;
  private wake: () => void = () => undefined;

  constructor(run: (progress: (progress: Progress) => void) => Running<SearchInfo>) {
    this.running = run((progress) => this.add(progress as SearchInfo));
    this.result = this.running.result.then((info) => this.timed(info)).finally(() => {
      this.isOver = true;
      this.wake();
    });
    // Whoever only iterates learns of an error there.
    this.result.catch(() => undefined);
  }

  /** Ends the search; without shared memory, after its first depth. */
  stop(): void {
    this.wantsStop = true;
    this.running.stop(this.depths.at(-1));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<DepthInfo, void, void> {
    try {
      for (let next = 0; ; ) {
        const info = this.depths[next];
        if (info) {
          next += 1;
          yield info;
        } else if (this.isOver) {
          await this.result;
          return;
        } else {
          await new Promise<void>((resolve) => (this.wake = resolve));
        }
      }
    } finally {
      if (!this.isOver) this.stop();
    }
  }

  private add(info: SearchInfo): void {
    this.depths.push(this.timed(info));
    this.wake();
    if (this.wantsStop) this.stop();
  }

  private timed(info: SearchInfo): DepthInfo {
    return { ...info, time: Math.round(performance.now() - this.begun) };
  }
}
