/** Two versions of a study become one: nothing that anybody wrote is lost. */
import { addMove, settle, type Mark, type Remarks, type StudyNode } from './study';

/** Adds to a study all that another version of it has beyond it. */
export function mergeStudy(into: StudyNode, other: StudyNode): void {
  mergeRemarks(into, other);
  mergeRemarks(into.preface, other.preface);
  for (const child of other.children) mergeStudy(addMove(into, child), child);
  settle(into);
}

function mergeRemarks(into: Remarks, other: Remarks): void {
  into.comment = bothTexts(into.comment, other.comment);
  into.nags = [...new Set([...into.nags, ...other.nags])];
  const isThere = (mark: Mark) => into.marks.some(({ from, to }) => from === mark.from && to === mark.to);
  into.marks = [...into.marks, ...other.marks.filter((mark) => !isThere(mark))];
}

/** The longer of two texts where it goes on from the other, or else both. */
export function bothTexts(one: string, other: string): string {
  if (one.includes(other)) return one;
  return other.includes(one) ? other : `${one}\n${other}`;
}
