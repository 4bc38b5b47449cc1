// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../settings/settings.svelte';
import { Roll, TAP_DELAY, TUMBLE } from './roll.svelte';

let roll: Roll;
const told = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  told.mockClear();
  settings.change({ throwByTap: true });
  roll = new Roll();
});
afterEach(() => vi.useRealTimers());

it('own_die_waits_for_a_tap_and_tells_its_number_at_rest', () => {
  roll.begin(true, told);
  vi.advanceTimersByTime(TAP_DELAY - 1);
  expect(roll.state).toBe('waiting');
  roll.tumble();
  expect(roll.state).toBe('tumbling');
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(TUMBLE);
  expect(roll.state).toBe('resting');
  expect(told).toHaveBeenCalledOnce();
});

it('own_die_rolls_by_itself_after_a_while', () => {
  roll.begin(true, told);
  vi.advanceTimersByTime(TAP_DELAY + TUMBLE);
  expect(told).toHaveBeenCalledOnce();
});

it('other_die_and_automatic_die_roll_at_once', () => {
  roll.begin(false, told);
  expect(roll.state).toBe('tumbling');
  roll.finish();
  settings.change({ throwByTap: false });
  roll.begin(true, told);
  expect(roll.state).toBe('tumbling');
  expect(roll.count).toBe(2);
});

it('next_throw_tells_the_one_before_first', () => {
  roll.begin(true, told);
  const next = vi.fn();
  roll.begin(false, next);
  expect(told).toHaveBeenCalledOnce();
  expect(next).not.toHaveBeenCalled();
  roll.finish();
  roll.finish();
  expect(next).toHaveBeenCalledOnce();
});
