/** The analysis board: a study, the place that is looked at, and what the rules say of it. */
import type { Game, GameEvent, GameState, MoveData, RukhError } from 'rukh';
import { boardInView } from '../settings/board-in-view.svelte';
import { errorMessage } from '../lib/error-message';
import { loadPackage, type RukhPackage } from '../lib/rukh-package';
import { readRuleset } from '../wire/rulesets';
import { titleOf } from '../locale/locale';
import { say } from '../locale/message';
import { shown } from '../locale/shown.svelte';
import type { BoardInfo, RulesetDetails } from '../wire/generated';
import type { DrawnBoard, KeptStudy } from './studies';
import { OpenStudy, type StudyBoard, type Written } from './open-study.svelte';
import { addMove, endOf, eventsTo, follow, promote, remove, startNode, toggleMark, formatStudy, type Mark, type StudyNode } from './study';
import { mergeStudy } from './study-merge';
import { playEvent, readStudy, type ReadStudy } from './study-reader';

/** What is wrong in a text or on a board, and the place if it has one. */
export interface Complaint {
  place: string;
  message: string;
  /** Language of the message. */
  lang: string;
}

/** Thrown for a text that is no game and no position, with all that is wrong. */
export class UnreadText extends Error {
  constructor(readonly complaints: Complaint[]) {
    super(complaints.map((one) => one.message).join('; '));
  }
}

/** Where changes go of a board that shows no study of this browser. */
export interface Keeper {
  /** Longest comment, in characters. */
  readonly maxComment: number;
  /** The tree was changed; while somebody is typing, more comes at once. */
  changed(isTyping: boolean): void;
  /** Whoever was typing has stopped, or looks at another place. */
  rested(): void;
}

export class AnalysisBoard implements StudyBoard {
  readonly study = new OpenStudy(this);
  keeper: Keeper | null = null;
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
  /** What is drawn before the rules have come. */
  preview = $state.raw<DrawnBoard | null>(null);
  /** The game at the place that is looked at; replaced with every step. */
  game = $state.raw<Game | null>(null);

  private rukh: RukhPackage | null = null;
  /** Counts what was to be shown: only the last is. */
  private showings = 0;
  fen = '';

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
    const showing = ++this.showings;
    const ruleset = await this.rulesetOf(instance);
    if (showing === this.showings) this.beginWith(ruleset, fen);
  }

  /** Begins anew at once. Fails where the position cannot be read; then nothing has changed. */
  beginWith(ruleset: RulesetDetails, fen?: string): void {
    const game = this.newGame(ruleset.instance, fen);
    this.install(ruleset, { instance: ruleset.instance, fen: game.fen, start: startNode(), headers: {}, unread: [] }, null);
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

  /** Shows a study: one that this browser keeps, or one that it keeps once it is changed. */
  async show(study: ReadStudy, kept: KeptStudy | null = null): Promise<void> {
    const showing = ++this.showings;
    const ruleset = await this.rulesetOf(study.instance);
    if (showing === this.showings) this.install(ruleset, study, kept);
  }

  /** Shows a study that this browser keeps. */
  async open(kept: KeptStudy): Promise<void> {
    const [study] = this.read(kept.pgn);
    if (study) await this.show(study, kept);
  }

  /** What the server says of a ruleset; it is asked unless that is on the board. */
  async rulesetOf(instance: string): Promise<RulesetDetails> {
    return this.ruleset?.instance === instance ? this.ruleset : await readRuleset(instance);
  }

  private install(ruleset: RulesetDetails, { fen, start, headers, unread }: ReadStudy, kept: KeptStudy | null): void {
    this.showings++;
    const { files, ranks, skin, pieces } = ruleset;
    this.ruleset = ruleset;
    this.board = { files, ranks, skin, pieces: Object.fromEntries(pieces.map((piece) => [piece.letter, piece])) };
    boardInView.skin = skin;
    this.study.open(kept);
    Object.assign(this, { fen, start, headers, unread });
    this.go(start);
    this.version++;
  }

  /** The game up to a node. */
  gameAt(node: StudyNode): Game {
    return this.rukh!.Game.from({ ruleset: { name: this.instance }, start: this.fen, events: eventsTo(node) });
  }

  go(to: StudyNode): void {
    if (to !== this.at) this.keeper?.rested();
    this.at = to;
    this.game = this.gameAt(to);
    this.state = this.game.state;
    this.moves = this.state.node === 'over' ? [] : this.game.legalMoves();
  }

  /** Makes a legal move. */
  move(move: MoveData): void {
    const { isWerera, piece } = { isWerera: this.state!.node === 'werera', piece: this.game!.pieceAt(move.from ?? '') };
    const { side, from, to, promotion } = move;
    this.play(
      isWerera
        ? { t: 'place', side, id: piece!.id, from: from!, to: to!, ...(promotion ? { promotion } : {}) }
        : { t: 'move', mv: move.uci },
    );
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

  mark(mark: Pick<Mark, 'from' | 'to'>): void {
    toggleMark(this.at, { ...mark, colour: 'G' });
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

  /** Tells that the tree has changed, and has it kept, in this browser unless the board has another keeper. */
  changed(isTyping = false): void {
    this.version++;
    if (this.keeper) this.keeper.changed(isTyping);
    else void this.study.save();
  }

  /** Tells that whoever was typing has stopped. */
  rested(): void {
    this.keeper?.rested();
  }

  pgn(): string {
    return this.format(this);
  }

  written(): Written {
    const { files, ranks, skin, pieces } = this.board!;
    const placed = this.state!.pieces.map(({ cell, side, letter }) => ({ cell, side, letter, picture: pieces[letter]?.picture ?? '' }));
    return { instance: this.instance, pgn: this.pgn(), board: { files, ranks, skin, pieces: placed, near: 'white' } };
  }

  replace(pgn: string): void {
    const [study] = this.read(pgn);
    if (!study) return;
    const { fen, start, headers, unread } = study;
    const at = follow(start, eventsTo(this.at));
    Object.assign(this, { fen, start, headers, unread });
    this.go(at);
    this.version++;
  }

  merge(kept: string, own: string): string {
    const [into, other] = [kept, own].map((pgn) => this.read(pgn)[0]!) as [ReadStudy, ReadStudy];
    mergeStudy(into.start, other.start);
    return this.format(into);
  }

  propose(): string {
    const { White, Black } = this.headers;
    if (isName(White) && isName(Black)) return `${White} – ${Black}`;
    const game = titleOf(this.ruleset!);
    return [game, new Date().toLocaleDateString(shown.language.format, { dateStyle: 'medium' })].join(' · ');
  }

  private format({ instance, fen, start, headers }: Omit<ReadStudy, 'unread'>): string {
    const { data, annotations } = formatStudy(start, { ruleset: { name: instance }, start: fen });
    return this.rukh!.Game.from(data).toPgn({ headers, annotations });
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
      return new UnreadText(
        reasons.map(({ place, message, key, args }) => {
          const english = place ? `${place}: ${message}` : message;
          const lang = key ? shown.language.tag : 'en';
          return { place: place ?? '', message: say({ key, args, english }), lang };
        }),
      );
    }
    return new UnreadText([{ place: '', message: error instanceof Error ? error.message : String(error), lang: 'en' }]);
  }
}

/** Whether a header has a name: files write `?` for a player nobody knows. */
const isName = (header: string | undefined): header is string => !!header && !header.startsWith('?');
