/** Games: positions, moves, dice, the werera, records. */
import type {
  AnnotationData, GameData, GameEvent, GameState, MoveData, PictureOptions, PieceOnBoard, RecordData, RefusalReason, Retractable, RulesetSource, Side,
} from './data.js';
import { call } from './error.js';
import { rules } from './rules.js';
import type { WasmGame } from './wasm/rules.js';
import { Ruleset } from './ruleset.js';

/** What stands beside the moves of a game in a file. */
export interface GameNotes {
  headers?: Record<string, string>;
  /** By the number of the event that they follow; 0 is the start. */
  annotations?: Record<number, AnnotationData[]>;
}

/** A game from a file. */
export interface GameRecord extends Omit<RecordData, 'game'> {
  game: Game;
}

/**
 * A game: a ruleset, a start, and everything that has happened since.
 *
 * @example
 * const game = new Game('shatranj');
 * game.push('e2e3');
 * game.legalMoves().map((move) => move.san);
 */
export class Game {
  /** Where its ruleset comes from. */
  readonly source: RulesetSource;
  private readonly inner: WasmGame;
  private known: GameState | undefined;
  private described: Ruleset | undefined;

  /**
   * @param ruleset A ruleset, its name with options in brackets, or the text of a TOML file.
   * @param options.fen The position that the game starts from.
   * @throws {RukhError} Everything that is wrong with ruleset or position.
   */
  constructor(ruleset: string | RulesetSource | Ruleset, options: { fen?: string } = {}) {
    this.source = typeof ruleset === 'string' ? { name: ruleset } : ruleset instanceof Ruleset ? ruleset.source : ruleset;
    this.inner = call(() => new (rules().WasmGame)(JSON.stringify(this.source), options.fen));
  }

  /** The game that its data makes; `game.data()` has them. */
  static from(data: GameData): Game {
    return Game.around(data.ruleset, call(() => rules().WasmGame.replay(JSON.stringify(data))));
  }

  /**
   * The games of a text, PGN or JSON Lines.
   *
   * @throws {RukhError} All that is wrong with games that cannot be read, with their lines.
   */
  static read(text: string): GameRecord[] {
    const records = call(() => JSON.parse(rules().read_games(text)) as RecordData[]);
    return records.map(({ game, ...rest }) => ({ ...rest, game: Game.from(game) }));
  }

  private static around(source: RulesetSource, inner: WasmGame): Game {
    return Object.assign(Object.create(Game.prototype) as Game, { source, inner });
  }

  /** The ruleset. */
  get ruleset(): Ruleset {
    return (this.described ??= new Ruleset(this.source));
  }

  /** Where the game stands; the same object until something happens. */
  get state(): GameState {
    return (this.known ??= JSON.parse(this.inner.state()) as GameState);
  }

  /** The position. */
  get fen(): string {
    return this.state.fen;
  }

  /** The side to move or to throw; `undefined` where both may act, and at the end. */
  get turn(): Side | undefined {
    return this.state.turn ?? undefined;
  }

  /** What may happen next: `choice`, `chance` (a throw), `werera` or `over`. */
  get node(): GameState['node'] {
    return this.state.node;
  }

  /** The end of the game. */
  get outcome(): GameState['outcome'] {
    return this.state.outcome;
  }

  /** The piece on a cell. */
  pieceAt(cell: string): PieceOnBoard | undefined {
    return this.state.pieces.find((piece) => piece.cell === cell);
  }

  /** The legal moves now: of the side to move, and in the werera of a side or of both. */
  legalMoves(side?: Side): MoveData[] {
    return call(() => JSON.parse(this.inner.legal_moves(side)) as MoveData[]);
  }

  /**
   * Makes a move.
   *
   * @param move In coordinates (`e2e3`), as people write it (`Nf3`), or from `legalMoves`.
   * @param side Whose it is; needed only where both sides have such a move in the werera.
   * @throws {RukhError} Why it is not possible; the game is unchanged.
   */
  push(move: string | Pick<MoveData, 'uci' | 'side'>, side?: Side): MoveData {
    const [text, of] = typeof move === 'string' ? [move, side] : [move.uci, move.side];
    return this.change(() => JSON.parse(this.inner.push(text, of)) as MoveData);
  }

  /** Takes back the last event; whether there was one. */
  pop(): boolean {
    return this.change(() => this.inner.pop());
  }

  /** Puts a face of the die on the board. */
  throw(face: number): void {
    this.apply({ t: 'throw', face });
  }

  /** In the werera takes back an own quiet move, by the number of its event. */
  retract(side: Side, seq: number): void {
    this.apply({ t: 'retract', side, of: seq });
  }

  /** The moves of the werera that a side may take back now. */
  retractable(side: Side): Retractable[] {
    return call(() => JSON.parse(this.inner.retractable(side)) as Retractable[]);
  }

  /** Ends a side's bundle, in a werera of bundles. */
  endBundle(side: Side): void {
    this.apply({ t: 'bundle', side });
  }

  /** Ends the werera without a capture: the players have agreed to take turns. */
  beginTurns(): void {
    this.apply({ t: 'turns', why: 'agreed' });
  }

  /** A side gives up. */
  resign(side: Side): void {
    this.apply({ t: 'resign', side });
  }

  /** Both sides agree to a draw. */
  agreeDraw(): void {
    this.apply({ t: 'draw' });
  }

  /** Lets an event happen, as in `data().events`. */
  apply(event: GameEvent): void {
    this.change(() => this.inner.apply(JSON.stringify(event)));
  }

  /** Why a move may not be made, in an English sentence; `undefined` if it may. */
  whyNot(move: string, side?: Side): string | undefined {
    return this.refusal(move, side)?.message.english;
  }

  /** Why a move may not be made, with the key and the arguments of the sentence for other languages; `undefined` if it may. */
  refusal(move: string, side?: Side): RefusalReason | undefined {
    const found = call(() => this.inner.refusal(move, side));
    return found === undefined ? undefined : (JSON.parse(found) as RefusalReason);
  }

  /**
   * The number of leaves of the tree of moves to a depth.
   *
   * @param options.movesOnly Counts as programs do that know no law that ends a game.
   */
  perft(depth: number, options: { movesOnly?: boolean } = {}): number {
    return Number(call(() => this.inner.perft(depth, options.movesOnly ?? false)));
  }

  /** Ruleset, start and events: a game that can be stored, or sent to a worker. */
  data(): GameData {
    return JSON.parse(this.inner.data()) as GameData;
  }

  /** The same game once more. */
  copy(): Game {
    return Game.around(this.source, this.inner.copy());
  }

  /** The game as PGN, with headers, comments, NAGs and variations. */
  toPgn(notes: GameNotes = {}): string {
    return call(() => this.inner.to_pgn(JSON.stringify(notes)));
  }

  /** The game as JSON Lines: a header, and one event a line. Annotations cannot be written so. */
  toJsonl(notes: Pick<GameNotes, 'headers'> = {}): string {
    return call(() => this.inner.to_jsonl(JSON.stringify(notes)));
  }

  /** The board as SVG. */
  svg(options: PictureOptions = {}): string {
    return call(() => this.inner.svg(JSON.stringify(options)));
  }

  private change<T>(run: () => T): T {
    this.known = undefined;
    return call(run);
  }
}
