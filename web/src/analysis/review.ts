/** What a review of a game shows: the course of the expected result and the moments that mattered. */
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

const round = (value: number) => Math.round(value * 100) / 100;
