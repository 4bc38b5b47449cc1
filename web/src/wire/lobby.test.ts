import { expect, test } from 'vitest';
import type { GameCard, LobbyChanges, LobbyState, Seek } from './generated';
import { applyChanges } from './lobby';

function seek(id: string): Seek {
  return { id, owner: { id: `guest-${id}`, name: 'Almaz' }, instance: 'shatranj' } as Seek;
}

function game(id: string, plies = 0): GameCard {
  return { id, instance: 'shatranj', plies } as GameCard;
}

const state: LobbyState = { seeks: ['a', 'b', 'c'].map(seek), games: ['x', 'y'].map((id) => game(id)), online: 2 };

function after(changes: LobbyChanges): LobbyState {
  return applyChanges(state, changes);
}

test('lobby_changes_keep_the_order', () => {
  const seeks = [
    { index: 0, seek: seek('first') },
    { index: 2, seek: seek('between') },
    { index: 4, seek: seek('last') },
  ];
  expect(after({ removed_seeks: ['b'], seeks }).seeks.map((one) => one.id)).toEqual(['first', 'a', 'between', 'c', 'last']);
  expect(after({ removed_seeks: ['a', 'b', 'c'] }).seeks).toEqual([]);
  expect(after({ removed_seeks: ['unheard-of'] }).seeks).toEqual(state.seeks);
});

test('lobby_changes_replace_and_move_games', () => {
  const changed = after({ removed_games: ['y'], games: [{ index: 0, game: game('y', 7) }] });
  expect(changed.games).toEqual([game('y', 7), game('x')]);
  expect([changed.seeks, changed.online]).toEqual([state.seeks, 2]);
  expect(state.games.map((one) => one.id)).toEqual(['x', 'y']);
});

test('lobby_changes_of_online_keep_the_lists', () => {
  const changed = after({ online: 0 });
  expect(changed.online).toBe(0);
  expect(changed.seeks).toBe(state.seeks);
  expect(changed.games).toBe(state.games);
});

/** Any two states: what differs, as the server sends it, leads from one to the other. */
test('lobby_changes_lead_from_any_state_to_any_other', () => {
  let seed = 1;
  const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  const some = () => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter(() => random(2)).map(seek);
  for (let round = 0; round < 500; round++) {
    const [before, wanted] = [some(), some()];
    const changes: LobbyChanges = {
      removed_seeks: before.filter((one) => !wanted.some((other) => other.id === one.id)).map((one) => one.id),
      seeks: wanted.map((entry, index) => ({ index, seek: entry })).filter(({ seek: one }) => !before.some((other) => other.id === one.id)),
    };
    expect(applyChanges({ ...state, seeks: before }, changes).seeks).toEqual(wanted);
  }
});
