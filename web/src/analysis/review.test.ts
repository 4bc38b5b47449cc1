import { expect, it } from 'vitest';
import type { ReviewedMove } from '../wire/generated';
import { course, graphPath, moments, pointAt } from './review';

/** Moves of both sides in turn with the expected results for White after them; each is sound unless it loses a tenth. */
function game(...results: number[]): { werera: []; moves: ReviewedMove[] } {
  const moves = results.map((after, index): ReviewedMove => {
    const mover = index % 2 ? 'black' : 'white';
    const own = (value: number) => (mover === 'white' ? value : 1 - value);
    const before = own(results[index - 1] ?? 0.5);
    const loss = Math.max(0, before - own(after));
    return {
      seq: index + 1,
      turn: 1 + (index >> 1),
      side: mover,
      uci: '',
      san: '',
      pv: [],
      before,
      after: own(after),
      loss,
      accuracy: 100,
      grade: loss >= 0.1 ? 'blunder' : 'sound',
      forced: false,
    };
  });
  return { werera: [], moves };
}

it('moments_are_moves_that_gave_something_away', () => {
  expect(moments(game(0.5, 0.5, 0.51, 0.5))).toEqual([]);
  const lost = game(0.55, 0.75, 0.8, 0.8, 0.2);
  expect(moments(lost).map((move) => move.seq)).toEqual([2, 5]);
  lost.moves[4]!.forced = true;
  expect(moments(lost).map((move) => move.seq)).toEqual([2]);
});

it('course_begins_with_the_werera', () => {
  const werera = [
    { seq: 3, time: 100, expected: 0.4 },
    { seq: 6, expected: 0.6 },
  ];
  expect(
    course({ werera, moves: game(0.7, 0.2).moves.map((move) => ({ ...move, seq: move.seq + 6 })) }).map((point) => [
      point.seq,
      point.expected,
    ]),
  ).toEqual([
    [3, 0.4],
    [6, 0.6],
    [7, 0.7],
    [8, 0.19999999999999996],
  ]);
});

it('graph_has_white_above_and_finds_the_nearest_move', () => {
  const points = course(game(0.5, 1, 0));
  expect(graphPath(points)).toBe('M0 50L50 0L100 100');
  expect([-1, 0.2, 0.3, 2].map((place) => pointAt(points, place)?.seq)).toEqual([1, 1, 2, 3]);
  expect(pointAt([], 0.5)).toBeUndefined();
});
