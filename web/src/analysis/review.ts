/** What a review of a game shows: the course of the expected result and the moments that mattered. */
import type { Arrow } from '../board/overlay';
import type { GameReview, ReviewedMove } from '../wire/generated';

/** The expected result for White at an event, from 0 to 1. */
export interface CoursePoint {
  seq: number;
  expected: number;
}

/** The course over the werera, then after each move in turns. */
export function course({ werera, moves }: Pick<GameReview, 'werera' | 'moves'>): CoursePoint[] {
  const inTurns = moves.map(({ seq, side, after }) => ({ seq, expected: side === 'white' ? after : 1 - after }));
  return [...werera.map(({ seq, expected }) => ({ seq, expected })), ...inTurns];
}

/** Moves that gave something away, in their order. */
export function moments({ moves }: Pick<GameReview, 'moves'>): ReviewedMove[] {
  return moves.filter((move) => move.grade !== 'sound' && !move.forced);
}

/** The longest part of a line that is written, in plies. */
const SHOWN_PLIES = 8;

/** Glyphs of grades, as annotators write them. */
export const GRADE_NAGS: Record<string, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The line of the graph in a box of 100 by 100, White above. */
export function graphPath(points: readonly CoursePoint[]): string {
  const step = 100 / Math.max(1, points.length - 1);
  return points.map(({ expected }, index) => `${index ? 'L' : 'M'}${round(index * step)} ${round((1 - expected) * 100)}`).join('');
}

/** The point of the graph nearest to a place in it, from 0 to 1. */
export function pointAt(points: readonly CoursePoint[], place: number): CoursePoint | undefined {
  return points[Math.round(Math.min(1, Math.max(0, place)) * (points.length - 1))];
}

/** Cells of a move in coordinates, such as `e2e4` or `a10a11q`; null for a pass. */
const cellsOf = (move: string | undefined) => /^([a-z]+\d+)([a-z]+\d+)/.exec(move ?? '');

/** The arrow of the first move of a line. */
export function lineArrow(pv: readonly string[]): Arrow[] {
  const cells = cellsOf(pv[0]);
  return cells ? [{ from: cells[1]!, to: cells[2]!, kind: 'demo' }] : [];
}

/** A line in coordinates, as far as it is worth reading: `e2–e4 e7–e5`. */
export function lineText(pv: readonly string[]): string {
  return pv
    .slice(0, SHOWN_PLIES)
    .map((move) => move.replace(/^([a-z]+\d+)([a-z]+\d+)/, '$1–$2'))
    .join(' ');
}

const round = (value: number) => Math.round(value * 100) / 100;
