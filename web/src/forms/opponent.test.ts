import { expect, it } from 'vitest';
import { isLocalOpponent, isSeek, newSeekOf, newGameOf, opponents, type PlannedGame, whyUnrated } from './opponent';

const plan: PlannedGame = {
  instance: 'shatranj',
  opponent: 'engine',
  level: 3,
  otherLevel: 5,
  colour: 'random',
  time: { kind: 'none' },
  odds: null,
  manner: 'traditional',
  isPrivate: true,
  isRated: false,
  fen: '',
};

it('new_seek_for_friend_is_private', () => {
  expect(newSeekOf({ ...plan, opponent: 'friend' }, false)).toMatchObject({ private: true, colour: 'random' });
  expect(newSeekOf({ ...plan, opponent: 'open' }, false)).toMatchObject({ private: false });
  expect(isSeek(plan)).toBe(false);
});

it('requests_name_a_position_only_where_there_is_one', () => {
  const fen = 'k7/8/8/8/8/8/8/K6R w - - 0 1';
  for (const request of [(one: PlannedGame) => newSeekOf(one, false), (one: PlannedGame) => newGameOf(one)]) {
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

it('odds_of_time_are_the_makers_where_they_can_be', () => {
  const odds = { kind: 'delay' as const, initial: 60, delay: 2 };
  const live: PlannedGame = { ...plan, time: { kind: 'fischer', initial: 300, increment: 3 }, odds, isRated: true };
  expect(newSeekOf({ ...live, opponent: 'friend' }, true)).toMatchObject({ odds, private: true, rated: false });
  expect(newGameOf({ ...live, colour: 'black' })).toMatchObject({ odds: { side: 'black', time_control: odds } });
  const others: Partial<PlannedGame>[] = [
    { opponent: 'open' },
    { opponent: 'screen' },
    { opponent: 'watch' },
    { time: { kind: 'days', days: 1 } },
  ];
  for (const change of others) {
    const other = { ...live, ...change };
    expect('odds' in (isSeek(other) ? newSeekOf(other, true) : newGameOf(other)), JSON.stringify(change)).toBe(false);
  }
  expect(newSeekOf({ ...live, opponent: 'open' }, true)).toMatchObject({ rated: true });
});

it('new_seek_is_rated_only_if_it_can_be', () => {
  const timed: PlannedGame = { ...plan, opponent: 'open', isRated: true, time: { kind: 'fischer', initial: 300, increment: 3 } };
  expect(newSeekOf(timed, true)).toMatchObject({ rated: true });
  expect(whyUnrated(timed, true)).toBeNull();
  const position = 'k7/8/8/8/8/8/8/K6R w - - 0 1';
  for (const [other, isAccount, why] of [
    [timed, false, 'account'],
    [{ ...timed, time: { kind: 'none' } }, true, 'time'],
    [{ ...timed, fen: position }, true, 'start'],
    [{ ...timed, opponent: 'friend', odds: { kind: 'fischer', initial: 60, increment: 0 } }, true, 'odds'],
  ] as const) {
    expect(whyUnrated(other, isAccount)).toBe(why);
    expect(newSeekOf(other, isAccount)).toMatchObject({ rated: false });
  }
});
