/** What a review of a game says: the course of the expected result, the moments that mattered, and who had the luck. */
import type { GameAnalysis, JudgedMove, Side } from 'rukh';

/** The expected result for White after an event, from 0 to 1. */
export interface CoursePoint {
  seq: number;
  expected: number;
}

/** A sentence of the summary: its message with arguments. */
export type Sentence =
  | { id: 'review-turned'; side: Side; seq: number }
  | { id: 'review-even'; seq: number }
  | { id: 'review-ahead'; side: Side; seq: number }
  | { id: 'review-quiet' }
  | { id: 'review-worst'; move: JudgedMove };

/** From here on a side is winning, and up to here a game is even; shares of the points. */
const WINNING = 0.7;
const EVEN = 0.15;

export function course({ moves }: GameAnalysis): CoursePoint[] {
  return moves.map(({ seq, side, after }) => ({ seq, expected: side === 'white' ? after : 1 - after }));
}

/** Moves that gave something away, in their order. */
export function moments({ moves }: GameAnalysis): JudgedMove[] {
  return moves.filter((move) => move.grade !== 'sound' && !move.isForced);
}

export function summary(analysis: GameAnalysis, winner: Side | null): Sentence[] {
  const points = course(analysis);
  const found: Sentence[] = [];
  const share = (point: CoursePoint, side: Side) => (side === 'white' ? point.expected : 1 - point.expected);
  const leader = winner ?? sideAhead(points.at(-1));
  if (leader) {
    const loser = leader === 'white' ? 'black' : 'white';
    const lost = points.findLast((point) => share(point, loser) >= WINNING);
    const even = points.findLast((point) => Math.abs(point.expected - 0.5) < EVEN);
    if (lost) found.push({ id: 'review-turned', side: loser, seq: lost.seq });
    else if (even) found.push({ id: 'review-even', seq: even.seq });
    else if (points[0]) found.push({ id: 'review-ahead', side: leader, seq: points[0].seq });
  }
  const worst = moments(analysis).reduce<JudgedMove | null>((most, move) => (!most || move.loss > most.loss ? move : most), null);
  found.push(worst ? { id: 'review-worst', move: worst } : { id: 'review-quiet' });
  return found;
}

function sideAhead(last: CoursePoint | undefined): Side | null {
  if (!last || Math.abs(last.expected - 0.5) < EVEN) return null;
  return last.expected > 0.5 ? 'white' : 'black';
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
