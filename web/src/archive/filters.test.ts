import { expect, it } from 'vitest';
import { hasSearch, readFilters, tidy, toSearch } from './filters';

it('readFilters_keeps_what_is_given', () => {
  expect(readFilters('?name=%20Almaz%20&from=&state=over&count=3')).toEqual({ name: 'Almaz' });
  expect(readFilters('?opening_of=white')).toEqual({});
  expect(readFilters('?opening=8/8&opening_of=white&family=senterej')).toEqual({ opening: '8/8', opening_of: 'white', family: 'senterej' });
});

it('filters_survive_the_address', () => {
  const filters = tidy({ position: 'rn/PP w - -', opening_of: 'both', opening: 'rn/PP', result: 'draw' });
  expect(readFilters(`?${toSearch(filters)}`)).toEqual({ position: 'rn/PP w - -', opening: 'rn/PP', result: 'draw' });
});

it('hasSearch_is_false_for_a_player_alone', () => {
  expect(hasSearch({ player: 'me' })).toBe(false);
  expect(hasSearch({ player: 'me', reason: 'checkmate' })).toBe(true);
});
