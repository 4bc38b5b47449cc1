import { expect, it } from 'vitest';
import { errorOf } from './api';
import { parseInstance, formatInstance } from './new-game';

const options = [
  { key: 'saba', default: 'A' },
  { key: 'stalemate', default: 'draw' },
];

it('format_instance_omits_defaults', () => {
  expect(formatInstance('senterej', options, {})).toBe('senterej');
  expect(formatInstance('senterej', options, { saba: 'A' })).toBe('senterej');
  expect(formatInstance('senterej', options, { saba: 'G', stalemate: 'loss' })).toBe('senterej[saba=G,stalemate=loss]');
});

it('instance_round_trips', () => {
  expect(parseInstance('senterej[saba=G,stalemate=loss]')).toEqual({ id: 'senterej', chosen: { saba: 'G', stalemate: 'loss' } });
  expect(parseInstance('shatranj')).toEqual({ id: 'shatranj', chosen: {} });
});

it('error_of_a_proxy_is_a_server_that_cannot_be_reached', async () => {
  for (const status of [502, 503, 504, 522])
    expect((await errorOf(new Response('<h1>Bad gateway</h1>', { status }))).status, String(status)).toBe(0);
  const busy = await errorOf(Response.json({ error: { code: 'engines_busy', message: { english: 'Busy.' } } }, { status: 503 }));
  expect([busy.status, busy.code]).toEqual([503, 'engines_busy']);
  expect((await errorOf(new Response('<h1>Not found</h1>', { status: 404 }))).status).toBe(404);
});
