/**
 * A puzzle while it is solved: the position that is shown, the answer to a wrong move, and how it
 * ended. The positions come from the server; nothing here knows the rules.
 */
import { advance, beginStep, isDone, makeMove, stateOf, type LessonRun } from '../learn/lesson';
import type { Course, LessonMove, LessonState, PuzzleRefutation } from '../wire/generated';

/** A wrong move, with its refutation once the server has found it. */
export interface WrongTry {
  readonly from: string;
  readonly move: LessonMove;
  readonly refutation: PuzzleRefutation | null;
  /** Number of the positions of the refutation that are shown. */
  readonly shown: number;
}

export interface PuzzleRun {
  /** The way along the solution. */
  readonly run: LessonRun;
  /** Number of the solver's moves that were right. */
  readonly made: number;
  readonly wrong: WrongTry | null;
  /** Whether a wrong move was made or the solution shown. */
  readonly failed: boolean;
  /** Whether the solution plays by itself. */
  readonly isShown: boolean;
}

export function begin(course: Course): PuzzleRun {
  return { run: beginStep(course.steps[0]!), made: 0, wrong: null, failed: false, isShown: false };
}

export const isSolved = ({ run, wrong }: PuzzleRun): boolean => !wrong && isDone(run);

/** Whether the solver is to move. */
export const mayMove = ({ run, wrong, isShown }: PuzzleRun): boolean => !wrong && !isShown && !isDone(run) && stateOf(run).next == null;

/** The puzzle after a legal move: further on the way, or with a wrong try. */
export function tryMove(puzzle: PuzzleRun, from: string, move: LessonMove): PuzzleRun {
  if (!mayMove(puzzle)) return puzzle;
  if (move.state == null) return { ...puzzle, failed: true, wrong: { from, move, refutation: null, shown: 0 } };
  return { ...puzzle, run: makeMove(puzzle.run, move), made: puzzle.made + 1 };
}

/** The puzzle after the reply, or after the solver's move where the solution plays by itself. */
export function step(puzzle: PuzzleRun): PuzzleRun {
  if (puzzle.wrong) {
    const { refutation, shown } = puzzle.wrong;
    return refutation && shown < refutation.states.length ? { ...puzzle, wrong: { ...puzzle.wrong, shown: shown + 1 } } : puzzle;
  }
  if (stateOf(puzzle.run).next != null) return { ...puzzle, run: advance(puzzle.run) };
  const right = puzzle.isShown ? rightMove(puzzle.run) : null;
  return right ? { ...puzzle, run: makeMove(puzzle.run, right.move), made: puzzle.made + 1 } : puzzle;
}

/** Whether something follows of itself. */
export function isRunning(puzzle: PuzzleRun): boolean {
  const { run, wrong, isShown } = puzzle;
  if (wrong) return !!wrong.refutation && wrong.shown < wrong.refutation.states.length;
  return !isDone(run) && (stateOf(run).next != null || isShown);
}

/** The puzzle with the refutation of its wrong try; unchanged if that was taken back meanwhile. */
export function refute(puzzle: PuzzleRun, wrong: WrongTry, refutation: PuzzleRefutation): PuzzleRun {
  return puzzle.wrong === wrong ? { ...puzzle, wrong: { ...wrong, refutation, shown: 1 } } : puzzle;
}

/** The puzzle with its wrong try taken back. */
export const tryAgain = (puzzle: PuzzleRun): PuzzleRun => ({ ...puzzle, wrong: null });

/** The puzzle from where it stands, with the solution playing by itself. */
export const showSolution = (puzzle: PuzzleRun): PuzzleRun => ({ ...puzzle, wrong: null, failed: true, isShown: true });

/** The move that is right now. */
export function rightMove(run: LessonRun): { from: string; move: LessonMove } | null {
  for (const [from, moves] of Object.entries(stateOf(run).moves ?? {})) {
    const move = moves.find((one) => one.state != null);
    if (move) return { from, move };
  }
  return null;
}

/** What the board shows: a position of the way along the solution, or of a refutation. */
export function shownState(puzzle: PuzzleRun): LessonState {
  const { run, wrong } = puzzle;
  const now = stateOf(run);
  if (wrong) return wrong.refutation?.states[wrong.shown - 1] ?? locked(afterTry(now, wrong));
  return mayMove(puzzle) ? now : locked(now);
}

/** A position in which nothing can be moved. */
function locked({ moves: _moves, refusals: _refusals, ...rest }: LessonState): LessonState {
  return rest;
}

/** A position with a piece moved, until the server has answered. */
function afterTry(state: LessonState, { from, move }: WrongTry): LessonState {
  const words = state.pieces.split(' ').map((word) => {
    if (word.slice(1) === from) return word[0] + move.to;
    return word.slice(1) === move.to ? '-' : word;
  });
  return { ...state, pieces: words.join(' '), last: [from, move.to], check: [] };
}
