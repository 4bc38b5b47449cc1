import { beforeAll, expect, it } from 'vitest';
import type { WireEvent } from '../wire/generated';
import type { Contest } from '../wire/messages';
import { describe } from './describe';
import { describeContest } from '../game/describe-contest';
import { withArea } from '../locale/locale';

beforeAll(() => withArea('game', Promise.resolve()));

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const contest = (coin: number | null): Contest => ({
  coin,
  entries: [
    { side: 'black', intent_id: 'b', arrived: 1080, lag: 110 },
    { side: 'white', intent_id: 'w', arrived: 1000, lag: 10 },
  ],
});
const tell = (t: string, d: object) => plain(describe({ seq: 1, type: t, at: 0, data: d } as unknown as WireEvent, (man) => man));

it('contest_names_faster_side_net_of_lag', () => {
  expect(plain(describeContest(contest(null)))).toBe('Both players chose that square. Black was 20 ms faster.');
  expect(plain(describeContest(contest(2)))).toContain('Black was picked at random.');
  expect(describeContest({ entries: [], coin: null })).toBe('');
});

it('abort_without_side_has_its_own_text', () => {
  expect(tell('abort', { side: 'white' })).toBe('White aborted the game.');
  expect(tell('abort', { side: null })).toBe('Aborted: nobody moved in time.');
});

it('seeds_event_is_silent', () => {
  expect(tell('seeds', {})).toBe('');
});
