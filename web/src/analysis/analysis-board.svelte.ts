/** The analysis board: a study, the place that is looked at, and what the rules say of it. */
import type { Game, GameEvent, GameState, MoveData, RukhError } from 'rukh';
import { boardInView } from '../lib/board-in-view.svelte';
import { errorMessage } from '../lib/error-message';
import { loadPackage, type RukhPackage } from '../lib/rukh-package';
import { readRuleset } from '../wire/api';
import type { BoardInfo, RulesetDetails } from '../wire/generated';
import { addMove, endOf, eventsTo, promote, remove, startNode, toggleMark, formatStudy, type Mark, type StudyNode } from './study';
import { playEvent, readStudy, type ReadStudy } from './study-reader';

/** A place in a text or on a board, and what is wrong there. */
export interface Complaint {
  place: string;
  message: string;
}

/** Thrown for a text that is no game and no position, with all that is wrong. */
export class UnreadText extends Error {
  constructor(readonly complaints: Complaint[]) {
    super(complaints.map((one) => one.message).join('; '));
  }
}

const SAVED = 'rukh-analysis';

export class AnalysisBoard {
  ruleset = $state.raw<RulesetDetails | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  start = $state.raw<StudyNode>(startNode());
  at = $state.raw<StudyNode>(this.start);
  /** Counts changes of the tree, whose nodes are plain objects. */
  version = $state(0);
  headers = $state.raw<Record<string, string>>({});
  /** What could not be read of the file. */
  unread = $state.raw<string[]>([]);
  state = $state.raw<GameState | null>(null);
  moves = $state.raw<MoveData[]>([]);
  problem = $state('');
  /** The game at the place that is looked at; replaced with every step. */
  game = $state.raw<Game | null>(null);

  private rukh: RukhPackage | null = null;
  private fen = '';

  get instance(): string {
    return this.ruleset?.instance ?? '';
  }

  /** Loads the package; false with a problem if that fails. */
  async load(): Promise<boolean> {
    try {
      this.rukh = await loadPackage();
      return true;
    } catch {
      this.problem = errorMessage(null);
      return false;
    }
  }

  /** Begins anew from the start of a ruleset, or from a position. */
  async begin(instance: string, fen?: string): Promise<void> {
    const game = this.newGame(instance, fen);
    await this.show({ instance, fen: game.fen, start: startNode(), headers: {}, unread: [] });
  }

  /** All games of a text, PGN or JSON Lines. */
  read(text: string): ReadStudy[] {
    const rukh = this.rukh!;
    try {
      return rukh.Game.read(text).map((record) => readStudy(rukh, record));
    } catch (error) {
      throw this.unreadText(error);
    }
  }

  /** What is wrong with a position; nothing if it can be studied. */
  complaints(instance: string, fen: string): Complaint[] {
    try {
      this.newGame(instance, fen);
      return [];
    } catch (error) {
      return (error as UnreadText).complaints;
    }
  }

  async show({ instance, fen, start, headers, unread }: ReadStudy, path: number[] = []): Promise<void> {
    const ruleset = this.ruleset?.instance === instance ? this.ruleset : await readRuleset(instance);
    const { files, ranks, skin, pieces } = ruleset;
    this.ruleset = ruleset;
    this.board = { files, ranks, skin, pieces: Object.fromEntries(pieces.map((piece) => [piece.letter, piece])) };
    boardInView.skin = skin;
    Object.assign(this, { fen, start, headers, unread });
    let at = start;
    for (const index of path) at = at.children[index] ?? at;
    this.go(at);
    this.version++;
  }

  /** The game up to a node. */
  gameAt(node: StudyNode): Game {
    return this.rukh!.Game.from({ ruleset: { name: this.instance }, start: this.fen, events: eventsTo(node) });
  }

  go(to: StudyNode): void {
    this.at = to;
    this.game = this.gameAt(to);
    this.state = this.game.state;
    this.moves = this.state.node === 'over' ? [] : this.game.legalMoves();
  }

  /** Makes a legal move. */
  move(move: MoveData): void {
    const { isWerera, piece } = { isWerera: this.state!.node === 'werera', piece: this.game!.pieceAt(move.from ?? '') };
    const { side, from, to, promotion } = move;
    this.play(isWerera ? { t: 'place', side, id: piece!.id, from: from!, to: to!, ...(promotion ? { promotion } : {}) } : { t: 'move', mv: move.uci });
  }

  /** Lets an event happen after the place that is looked at. */
  play(event: GameEvent): void {
    const made = playEvent(this.game!.copy(), event);
    this.go(addMove(this.at, made));
    this.changed();
  }

  /** Adds a line of moves after a node, and shows its first move; it ends where a die is thrown. */
  playLine(from: StudyNode, moves: string[]): void {
    const game = this.gameAt(from);
    let [at, first] = [from, from];
    for (const mv of moves) {
      if (game.node !== 'choice') break;
      at = addMove(at, playEvent(game, { t: 'move', mv }));
      if (first === from) first = at;
    }
    this.go(first);
    this.changed();
  }

  mark(mark: Mark): void {
    toggleMark(this.at, mark);
    this.changed();
  }

  promote(): void {
    promote(this.at);
    this.changed();
  }

  remove(): void {
    this.go(remove(this.at));
    this.changed();
  }

  /** A step along the line that is looked at. */
  step(by: -1 | 1): void {
    const next = by < 0 ? this.at.parent : this.at.children[0];
    if (next) this.go(next);
  }

  toStart(): void {
    this.go(this.start);
  }

  toEnd(): void {
    this.go(endOf(this.at));
  }

  /** Tells that the tree has changed, and keeps it in this browser. */
  changed(): void {
    this.version++;
    this.save();
  }

  pgn(): string {
    const { data, annotations } = formatStudy(this.start, { ruleset: { name: this.instance }, start: this.fen });
    return this.rukh!.Game.from(data).toPgn({ headers: this.headers, annotations });
  }

  private save(): void {
    try {
      localStorage.setItem(SAVED, this.pgn());
    } catch {
      // Without storage, or with a full one, a study lasts as long as its page.
    }
  }

  /** The study kept last; null if there is none that can be read. */
  saved(): ReadStudy | null {
    try {
      return this.read(localStorage.getItem(SAVED) ?? '')[0] ?? null;
    } catch {
      return null;
    }
  }

  private newGame(instance: string, fen?: string): Game {
    const { Game } = this.rukh!;
    try {
      return new Game(instance, fen ? { fen } : {});
    } catch (error) {
      throw this.unreadText(error);
    }
  }

  private unreadText(error: unknown): UnreadText {
    if (error instanceof this.rukh!.RukhError) {
      const { reasons } = error as RukhError;
      return new UnreadText(reasons.map(({ place, message }) => ({ place: place ?? '', message })));
    }
    return new UnreadText([{ place: '', message: error instanceof Error ? error.message : String(error) }]);
  }
}
