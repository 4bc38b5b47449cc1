// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showDaily, solveDaily } from './streak';

const DAY = 86_400_000;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 20_000 * DAY + DAY / 2 });
});
afterEach(() => vi.useRealTimers());

it('days_in_a_row_are_counted_once_each_and_end_with_a_day_without', () => {
  expect(showDaily('a')).toEqual({ length: 0, isToday: false });
  solveDaily('another');
  expect(showDaily('a').length, 'only the puzzle of the day counts').toBe(0);
  solveDaily('a');
  solveDaily('a');
  expect(showDaily('a')).toEqual({ length: 1, isToday: true });
  vi.advanceTimersByTime(DAY);
  solveDaily('a');
  expect(showDaily('b'), 'yesterday’s puzzle is not today’s').toEqual({ length: 1, isToday: false });
  solveDaily('b');
  expect(showDaily('b')).toEqual({ length: 2, isToday: true });
  vi.advanceTimersByTime(2 * DAY);
  expect(showDaily('d')).toEqual({ length: 0, isToday: false });
  solveDaily('d');
  expect(showDaily('d').length).toBe(1);
});

it('what_is_stored_may_be_broken', () => {
  for (const text of ['{', '1', '{"puzzle":"a"}', '{"puzzle":"a","shown":null,"solved":1,"length":1}']) {
    localStorage.setItem('rukh-daily', text);
    expect(showDaily('a')).toEqual({ length: 0, isToday: false });
  }
});
