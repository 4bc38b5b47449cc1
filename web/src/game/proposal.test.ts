import { expect, it } from 'vitest';
import type { GameTimeControl } from '../wire/generated';
import { proposalAddress, timesAgain } from './proposal';

const LONG: GameTimeControl = { kind: 'fischer', initial: 600, increment: 5 };
const SHORT: GameTimeControl = { kind: 'byoyomi', initial: 60, period: 30, periods: 3 };

it('times_again_leave_odds_with_the_person', () => {
  const game = { time_control: LONG, odds: { side: 'black' as const, time_control: SHORT } };
  expect(timesAgain(game, 'black')).toEqual({ time: LONG, odds: SHORT });
  expect(timesAgain(game, 'white')).toEqual({ time: SHORT, odds: LONG });
  expect(timesAgain({ time_control: LONG }, 'white')).toEqual({ time: LONG });
});

it('proposal_address_has_the_own_time', () => {
  const search = (odds?: GameTimeControl) => proposalAddress({ whom: 'x', time: LONG, ...(odds ? { odds } : {}) }).split('?')[1];
  expect(search()).toBe('with=x&time=10-5');
  expect(search(SHORT)).toBe('with=x&time=10-5&odds=1-3x30');
});
