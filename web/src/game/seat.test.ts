import { expect, test } from 'vitest';
import type { GameCard } from '../wire/generated';
import { gameTime, isPlayersTurn, sortByTurn, waitingGames } from './game-list';
import { phaseText, resultText, sidesOf } from './seat';

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

function game(id: string, change: Partial<GameCard>): GameCard {
  return {
    id,
    instance: 'shatranj',
    ruleset_name: 'Shatranj',
    skin: 'plain',
    white: { player: { kind: 'guest', id: 'me' }, name: 'Me' },
    black: { player: { kind: 'guest', id: 'you' }, name: 'You' },
    phase: 'turns',
    turn: null,
    result: null,
    started: 0,
    updated: 0,
    plies: 0,
    time_control: { kind: 'none' },
    spectator_mode: 'traditional',
    private: false,
    ...change,
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
  expect(waitingGames(games, 'me').map((one) => one.id)).toEqual(['mine-early', 'mine-late', 'both']);
  expect(waitingGames(games, 'me', 'mine-early').map((one) => one.id)).toEqual(['mine-late', 'both']);
  expect(waitingGames(games, 'you').map((one) => one.id)).toEqual(['bundle-of-theirs', 'theirs', 'both']);
  expect(isPlayersTurn(games[0]!, 'you')).toBe(true);
  expect(sidesOf(games[0]!, '')).toEqual([]);
  expect(sidesOf(game('alone', { black: { player: { kind: 'guest', id: 'me' }, name: 'Me' } }), 'me')).toEqual(['white', 'black']);
});

test('result_speaks_to_the_reader_and_gives_the_reason', () => {
  const lost = { winner: 'black', reason: 'bare-king' } as const;
  expect(plain(resultText(lost, ['white']))).toBe('You lost: bare king');
  expect(plain(resultText(lost, ['black']))).toBe('You won: bare king');
  expect(plain(resultText(lost, [], 'red-cloth'))).toBe('Green won: bare king');
  expect(plain(resultText(lost, ['white', 'black'], 'walnut'))).toBe('Black won: bare king');
  expect(plain(resultText({ winner: null, reason: 'repetition' }, ['white']))).toBe('Draw: repetition');
  expect(plain(resultText({ winner: null, reason: 'aborted' }, ['white']))).toBe('Game aborted');
  // A reason of a later server is left out.
  expect(plain(resultText({ winner: 'white', reason: 'recorded' }, [], 'red-cloth'))).toBe('Gold won');
});

test('phase_of_a_finished_game_is_its_result', () => {
  const result = { winner: 'white', reason: 'time', text: { english: '' }, style: null } as const;
  expect(plain(phaseText(game('over', { phase: 'over', skin: 'red-cloth', result }), 'stranger'))).toBe('Gold won: time ran out');
  expect(plain(phaseText(game('over', { phase: 'over', result }), 'me'))).toBe('You won: time ran out');
});

test('game_time_is_that_of_the_own_side', () => {
  const time_control = { kind: 'fischer' as const, initial: 300, increment: 3 };
  const odds = { side: 'black' as const, time_control: { kind: 'fischer' as const, initial: 120, increment: 1 } };
  const timeFor = (player: string, change: Partial<GameCard>) => plain(gameTime(game('one', { time_control, ...change }), player));
  expect(['me', 'you', 'other', ''].map((player) => timeFor(player, { odds }))).toEqual(['5+3', '2+1', '5+3 – 2+1', '5+3 – 2+1']);
  expect(timeFor('you', {})).toBe('5+3');
  const black = game('one', {}).white;
  expect(timeFor('me', { odds, black })).toBe('5+3 – 2+1');
});
