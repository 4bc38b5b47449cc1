import { expect, it } from 'vitest';
import { isLocalOpponent, isSeek, newSeekOf, newGameOf, opponents, type PlannedGame } from './opponent';

const plan: PlannedGame = {
  instance: 'shatranj',
  opponent: 'engine',
  level: 3,
  otherLevel: 5,
  colour: 'random',
  time: { kind: 'none' },
  manner: 'traditional',
  isPrivate: true,
  fen: '',
};

it('new_seek_for_friend_is_private', () => {
  expect(newSeekOf({ ...plan, opponent: 'friend' })).toMatchObject({ private: true, colour: 'random' });
  expect(newSeekOf({ ...plan, opponent: 'open' })).toMatchObject({ private: false });
  expect(isSeek(plan)).toBe(false);
});

it('requests_name_a_position_only_where_there_is_one', () => {
  const fen = 'k7/8/8/8/8/8/8/K6R w - - 0 1';
  for (const request of [newSeekOf, newGameOf]) {
    expect(request({ ...plan, fen })).toMatchObject({ fen });
    expect('fen' in request(plan)).toBe(false);
  }
});

it('new_game_seats_humans_and_engines', () => {
  const kinds = (wish: ReturnType<typeof newGameOf>) => [wish.white.kind, wish.black.kind];
  expect(kinds(newGameOf({ ...plan, colour: 'white' }))).toEqual(['human', 'engine']);
  expect(kinds(newGameOf({ ...plan, colour: 'black' }))).toEqual(['engine', 'human']);
  expect(kinds(newGameOf(plan, false))).toEqual(['engine', 'human']);
  expect(kinds(newGameOf({ ...plan, opponent: 'screen' }))).toEqual(['human', 'human']);
  expect(newGameOf({ ...plan, opponent: 'watch' })).toMatchObject({ white: { level: 3 }, black: { level: 5 }, private: true });
});

it('is_local_opponent_needs_nobody_elsewhere', () => {
  expect(opponents.filter(isLocalOpponent)).toEqual(['engine', 'screen']);
});
