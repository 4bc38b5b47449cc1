import type { GameAnalysis, JudgedMove } from 'rukh';
import { expect, it } from 'vitest';
import { course, graphPath, moments, pointAt, summary } from './review';

const side = { moves: 0, accuracy: 100, loss: 0, errors: [0, 0, 0] as [number, number, number], luck: 0 };
/** A game of the expected results for White, of which each move is sound unless it loses a tenth. */
function game(...results: number[]): GameAnalysis {
  const moves = results.map((after, index): JudgedMove => {
    const mover = index % 2 ? 'black' : 'white';
    const own = (value: number) => (mover === 'white' ? value : 1 - value);
    const before = own(results[index - 1] ?? 0.5);
    const loss = Math.max(0, before - own(after));
    return { seq: index + 1, side: mover, uci: '', san: `m${index + 1}`, pv: [], before, after: own(after), loss, accuracy: 100, grade: loss >= 0.1 ? 'blunder' : 'sound', isForced: false };
  });
  return { moves, skipped: 0, white: side, black: side };
}

it('summary_says_when_a_won_game_turned', () => {
  const lost = game(0.55, 0.75, 0.8, 0.8, 0.2, 0.1);
  expect(summary(lost, 'black')).toEqual([{ id: 'review-turned', side: 'white', seq: 4 }, { id: 'review-worst', move: lost.moves[4] }]);
});

it('summary_says_how_long_a_game_was_even', () => {
  expect(summary(game(0.5, 0.52, 0.55, 0.6, 0.9), 'white')[0]).toEqual({ id: 'review-even', seq: 4 });
  expect(summary(game(0.9, 0.92), 'white')[0]).toEqual({ id: 'review-ahead', side: 'white', seq: 1 });
});

it('quiet_game_has_no_moments', () => {
  const quiet = game(0.5, 0.5, 0.51, 0.5);
  expect(moments(quiet)).toEqual([]);
  expect(summary(quiet, null)).toEqual([{ id: 'review-quiet' }]);
  expect(summary(game(), null)).toEqual([{ id: 'review-quiet' }]);
});

it('graph_has_white_above_and_finds_the_nearest_move', () => {
  const points = course(game(0.5, 1, 0));
  expect(graphPath(points)).toBe('M0 50L50 0L100 100');
  expect([-1, 0.2, 0.3, 2].map((place) => pointAt(points, place)?.seq)).toEqual([1, 1, 2, 3]);
  expect(pointAt([], 0.5)).toBeUndefined();
});
