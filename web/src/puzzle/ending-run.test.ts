import { expect, it } from 'vitest';
import { afterMove, afterReply, beginRun, movesOf, valueAt } from './ending-run';

it('moves_that_a_slower_win_takes_more_are_lost', () => {
  const begun = beginRun(9);
  expect(movesOf(begun.plies)).toBe(5);
  const best = afterMove(begun, { is: 'lost', plies: 8 });
  expect([best.lastLost, best.made, best.isWon]).toEqual([0, 1, false]);
  const next = afterReply(best, { is: 'won', plies: 7 });
  const slow = afterMove(next, { is: 'lost', plies: 10 });
  expect([slow.lastLost, slow.lost, slow.made]).toEqual([2, 2, 2]);
  const won = afterMove(afterReply(slow, { is: 'won', plies: 1 }), { is: 'lost', plies: 0 });
  expect([won.isWon, won.made, won.lost, movesOf(won.best)]).toEqual([true, 3, 2, 5]);
});

it('win_that_is_thrown_away_is_said_with_what_became_of_it', () => {
  expect(afterMove(beginRun(9), { is: 'drawn' }).thrown).toBe('drawn');
  expect(afterMove(beginRun(9), { is: 'won', plies: 4 }).thrown).toBe('lost');
  expect(afterReply(beginRun(9), { is: 'drawn' }).thrown).toBe('drawn');
});

it('game_that_is_over_counts_as_it_ended', () => {
  const ending = { value: { is: 'lost', plies: 6 } as const, moves: [] };
  const over = (winner?: 'white' | 'black') => ({
    outcome: { winner: winner ?? null, reason: 'repetition', text: '' } as never,
    turn: 'black' as const,
  });
  expect(valueAt(over(), ending)).toEqual({ is: 'drawn' });
  expect(valueAt(over('white'), ending)).toEqual({ is: 'lost', plies: 0 });
  expect(valueAt({ outcome: null, turn: 'black' }, ending)).toEqual(ending.value);
});
