import { expect, test } from 'vitest';
import type { GameCard } from '../wire/generated';
import { sortByTurn, isPlayersTurn, sidesOf } from './seat';

function game(id: string, change: Partial<GameCard>): GameCard {
  return {
    id, instance: 'shatranj', ruleset_name: 'Shatranj', skin: 'plain', white: { kind: 'human', player: 'me' },
    black: { kind: 'human', player: 'you' }, phase: 'turns', turn: null, result: null, started: 0, updated: 0, plies: 0,
    time_control: { kind: 'none' }, spectator_mode: 'traditional', private: false, ...change,
  };
}

test('sort_by_turn_puts_own_turn_first', () => {
  const games = [
    game('theirs', { turn: 'black', updated: 9 }),
    game('both', { phase: 'werera', updated: 1 }),
    game('mine-early', { turn: 'white', updated: 2 }),
    game('mine-late', { turn: 'white', updated: 3 }),
    game('bundle-of-theirs', { phase: 'werera', turn: 'black', updated: 8 }),
  ];
  expect(sortByTurn(games, 'me').map((one) => one.id)).toEqual(['mine-late', 'mine-early', 'both', 'theirs', 'bundle-of-theirs']);
  expect(isPlayersTurn(games[0]!, 'you')).toBe(true);
  expect(sidesOf(games[0]!, '')).toEqual([]);
  expect(sidesOf(game('alone', { black: { kind: 'human', player: 'me' } }), 'me')).toEqual(['white', 'black']);
});
