import { expect, it } from 'vitest';
import { readInstance, writeInstance } from './api';

const options = [{ key: 'saba', default: 'A' }, { key: 'stalemate', default: 'draw' }];

it('names only the choices that differ', () => {
  expect(writeInstance('senterej', options, {})).toBe('senterej');
  expect(writeInstance('senterej', options, { saba: 'A' })).toBe('senterej');
  expect(writeInstance('senterej', options, { saba: 'G', stalemate: 'loss' })).toBe('senterej[saba=G,stalemate=loss]');
});

it('reads what it writes', () => {
  expect(readInstance('senterej[saba=G,stalemate=loss]')).toEqual({ id: 'senterej', chosen: { saba: 'G', stalemate: 'loss' } });
  expect(readInstance('shatranj')).toEqual({ id: 'shatranj', chosen: {} });
});
