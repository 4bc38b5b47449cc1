import { expect, it } from 'vitest';
import { parseInstance, formatInstance } from './api';

const options = [{ key: 'saba', default: 'A' }, { key: 'stalemate', default: 'draw' }];

it('format_instance_omits_defaults', () => {
  expect(formatInstance('senterej', options, {})).toBe('senterej');
  expect(formatInstance('senterej', options, { saba: 'A' })).toBe('senterej');
  expect(formatInstance('senterej', options, { saba: 'G', stalemate: 'loss' })).toBe('senterej[saba=G,stalemate=loss]');
});

it('instance_round_trips', () => {
  expect(parseInstance('senterej[saba=G,stalemate=loss]')).toEqual({ id: 'senterej', chosen: { saba: 'G', stalemate: 'loss' } });
  expect(parseInstance('shatranj')).toEqual({ id: 'shatranj', chosen: {} });
});
