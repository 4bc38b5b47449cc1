/** Conditional moves: a tree of the opponent's moves, each with one answer, and what stands after it. */
import type { Premove } from '../wire/generated';

/** A move of the opponent and the answer to it, in coordinates. */
export interface Answer {
  after: string;
  move: string;
}

/** Answers that the server keeps. */
export const MAX_ANSWERS = 60;

export const countOf = (tree: readonly Premove[]): number => tree.reduce((sum, { then }) => sum + 1 + countOf(then ?? []), 0);

/** The tree with a line. Where it answers a move otherwise than before, its answer holds, and what stood after the other one goes. */
export function withLine(tree: readonly Premove[], line: readonly Answer[]): Premove[] {
  const [first, ...rest] = line;
  if (!first) return [...tree];
  const known = tree.find((one) => one.after === first.after);
  const then = withLine(known?.move === first.move ? (known.then ?? []) : [], rest);
  const grown: Premove = { ...first, then };
  return known ? tree.map((one) => (one === known ? grown : one)) : [...tree, grown];
}

/** The tree without the end of a line: back to where another line branches off. */
export function withoutLine(tree: readonly Premove[], line: readonly Answer[]): Premove[] {
  const [first, ...rest] = line;
  const known = tree.find((one) => one.after === first?.after);
  if (!known) return [...tree];
  const then = withoutLine(known.then ?? [], rest);
  return then.length ? tree.map((one) => (one === known ? { ...known, then } : one)) : tree.filter((one) => one !== known);
}

/** Every line from its first move to its last answer. */
export function linesOf(tree: readonly Premove[]): Answer[][] {
  return tree.flatMap(({ after, move, then }) => {
    if (after == null) return [];
    const rest = linesOf(then ?? []);
    return rest.length ? rest.map((line) => [{ after, move }, ...line]) : [[{ after, move }]];
  });
}

/** The answer that stands after a line, if the opponent makes a move. */
export function answerTo(tree: readonly Premove[], line: readonly Answer[], after: string): string | undefined {
  const at = line.reduce<readonly Premove[]>((level, step) => level.find((one) => one.after === step.after)?.then ?? [], tree);
  return at.find((one) => one.after === after)?.move;
}
