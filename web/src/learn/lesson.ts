/**
 * A reader's run through a step of a course: which of its positions is shown, what is done, and
 * the answer to a wrong try. The positions come from the rules; nothing here knows them.
 */
import type { Course, LessonMove, LessonState, LessonStep, Message, PhraseArgument, Side } from '../wire/generated';

/** Why a try was wrong: a reason of the rules, or a legal move that is not asked for. */
export type WrongTry = { kind: 'reason'; message: Message } | { kind: 'other-piece' } | { kind: 'other-move' };

export interface LessonRun {
  readonly step: LessonStep;
  /** Number of the position. */
  readonly at: number;
  /** Cells of `step.visit` that were reached. */
  readonly visited: readonly string[];
  /** Message key of the text. */
  readonly text: string;
  readonly wrong: WrongTry | null;
  /** Wrong tries since the last right one. */
  readonly tries: number;
}

export interface LessonPiece {
  /** Stable identity within the step. */
  id: number;
  letter: string;
  side: Side;
  cell: string;
}

/** Wrong tries after which the run shows what is right. */
const TRIES_BEFORE_HELP = 2;

export function beginStep(step: LessonStep): LessonRun {
  return { step, at: 0, visited: [], text: step.text, wrong: null, tries: 0 };
}

export function stateOf(run: LessonRun): LessonState {
  return run.step.states[run.at]!;
}

export function isDone(run: LessonRun): boolean {
  return !!stateOf(run).goal || (!!run.step.visit && run.step.visit.every((cell) => run.visited.includes(cell)));
}

/** Parses the pieces of a position. */
export function piecesOf({ pieces }: LessonState): LessonPiece[] {
  return pieces.split(' ').flatMap((word, id) => {
    if (word === '-') return [];
    const letter = word[0]!.toLowerCase();
    return [{ id, letter, side: word[0] === letter ? 'black' : 'white', cell: word.slice(1) } as const];
  });
}

/** Cells that the reader is shown: pieces still to be moved, or cells still to be reached. */
export function markedCells(run: LessonRun): readonly string[] {
  if (isDone(run)) return [];
  return run.step.visit?.filter((cell) => !run.visited.includes(cell)) ?? stateOf(run).marks ?? [];
}

/** Moves between two cells; several if the reader chooses a promotion. */
export function movesBetween(run: LessonRun, from: string, to: string): LessonMove[] {
  return stateOf(run).moves?.[from]?.filter((move) => move.to === to) ?? [];
}

/** The run after a legal move. */
export function makeMove(run: LessonRun, move: LessonMove): LessonRun {
  if (move.state == null) return refuse(run, { kind: 'other-move' });
  const isMark = run.step.visit?.includes(move.to) && !run.visited.includes(move.to);
  return goTo({ ...run, visited: isMark ? [...run.visited, move.to] : run.visited, tries: 0 }, move.state);
}

/** The run after an undo of the piece on a cell; unchanged if there is nothing to undo. */
export function undoMove(run: LessonRun, cell: string): LessonRun {
  const undo = stateOf(run).undo?.[cell];
  if (!undo) return run;
  return undo.state == null ? refuse(run, { kind: 'other-move' }) : goTo({ ...run, tries: 0 }, undo.state);
}

/** The run after a pass; unchanged if passing is not possible. */
export function passTurn(run: LessonRun): LessonRun {
  const pass = stateOf(run).pass;
  if (!pass) return run;
  return pass.state == null ? refuse(run, { kind: 'other-move' }) : goTo({ ...run, tries: 0 }, pass.state);
}

/** The run after what follows of itself, such as the answer of the other side. */
export function advance(run: LessonRun): LessonRun {
  const { next } = stateOf(run);
  return next == null ? run : goTo(run, next, run.wrong);
}

/** The run with the answer to a try that is no legal move. */
export function explain(run: LessonRun, course: Course, from: string, to: string | null): LessonRun {
  if (isDone(run) || !hasTurn(run)) return run;
  const message = reasonFor(run, course, from, to);
  return refuse(run, message ? { kind: 'reason', message } : { kind: to ? 'other-move' : 'other-piece' });
}

/** Right moves, once the reader has tried in vain: start cells and their targets. */
export function help(run: LessonRun): { from: string; to: string[] } | null {
  if (run.tries < TRIES_BEFORE_HELP || isDone(run)) return null;
  const wanted = markedCells(run);
  const right = Object.entries(stateOf(run).moves ?? {}).map(([from, moves]) => {
    const open = moves.filter((move) => move.state != null);
    const marked = open.filter((move) => run.step.visit && wanted.includes(move.to));
    return { from, to: [...new Set((marked.length ? marked : open).map((move) => move.to))] };
  });
  return right.find((one) => one.to.length) ?? null;
}

function hasTurn(run: LessonRun): boolean {
  return stateOf(run).refusals !== undefined;
}

function refuse(run: LessonRun, wrong: WrongTry): LessonRun {
  return { ...run, wrong, tries: run.tries + 1 };
}

function goTo(run: LessonRun, at: number, wrong: WrongTry | null = null): LessonRun {
  return { ...run, at, wrong, text: run.step.states[at]!.text ?? run.text };
}

function reasonFor(run: LessonRun, course: Course, from: string, to: string | null): Message | null {
  const refusals = stateOf(run).refusals?.[from];
  const number = refusals?.piece ?? (to ? (refusals?.cells?.[to] ?? refusals?.most) : undefined);
  if (number == null || (to && movesBetween(run, from, to).length)) return null;
  return withCells(course.reasons[number]!, from, to ?? '');
}

/** A reason with the cells of the move in their places. */
function withCells(message: Message, from: string, to: string): Message {
  const fill = (text: string) => text.replaceAll('{from}', from).replaceAll('{to}', to);
  const args = Object.entries(message.args ?? {}).map(([name, value]): [string, PhraseArgument] => [
    name,
    typeof value === 'string' ? fill(value) : value,
  ]);
  return { ...message, english: fill(message.english), args: Object.fromEntries(args) };
}
