import { expect, it } from 'vitest';
import { localTime, nextTime, readTime } from './local-time';

it('local_time_is_read_as_it_was_written', () => {
  const time = new Date(2026, 11, 3, 18, 45).getTime();
  expect(localTime(time)).toBe('2026-12-03T18:45');
  expect(readTime(localTime(time))).toBe(time);
  expect(readTime('')).toBeNull();
});

it('next_time_is_a_day_later_at_a_full_quarter', () => {
  const now = new Date(2026, 11, 3, 18, 46).getTime();
  const first = nextTime([], now);
  expect(localTime(first)).toBe('2026-12-04T19:00');
  expect(localTime(nextTime([first + 60_000, first], now))).toBe('2026-12-05T19:01');
});
