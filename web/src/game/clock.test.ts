import { expect, it } from 'vitest';
import { clockText, leftAt, warning } from './clock';

const clock = { white: 60_000, black: 30_000, werera: 120_000, running: 'white' as const, at: 1000 };

it('left_at_running_side_only_and_never_negative', () => {
  expect(leftAt(clock, 'white', 11_000)).toBe(50_000);
  expect(leftAt(clock, 'black', 11_000)).toBe(30_000);
  expect(leftAt(clock, 'werera', 11_000)).toBe(120_000);
  expect(leftAt(clock, 'white', 100_000)).toBe(0);
});

it('left_at_before_reading_gains_no_time', () => {
  expect(leftAt(clock, 'white', 500)).toBe(60_000);
});

it('left_at_stopped_clock_is_constant', () => {
  expect(leftAt({ ...clock, running: null }, 'white', 50_000)).toBe(60_000);
});

it('clock_text_formats_minutes_and_tenths', () => {
  const plain = (ms: number) => clockText(ms).args.text;
  expect(plain(180_000)).toBe('3:00');
  expect(plain(59_001)).toBe('1:00');
  expect(plain(20_000)).toBe('0:20');
  expect(plain(19_960)).toBe('0:19.9');
  expect(plain(9_400)).toBe('0:09.4');
  expect(plain(0)).toBe('0:00.0');
  expect(plain(3_661_000)).toBe('1:01:01');
});

it('clock_text_formats_days_and_hours', () => {
  expect(clockText(3 * 86_400_000)).toEqual({ form: 'clock-days', args: { days: 3, hours: 0 } });
  expect(clockText(86_400_000 - 1)).toEqual({ form: 'clock-hours', args: { hours: 23, minutes: 59 } });
});

it('warning_fires_once_at_each_mark', () => {
  expect(warning(60_100, 60_000)).toBe(60);
  expect(warning(60_000, 59_900)).toBeNull();
  expect(warning(25_000, 15_000)).toBe(20);
  expect(warning(70_000, 9_000)).toBe(10);
  expect(warning(5_000, 4_000)).toBeNull();
});
