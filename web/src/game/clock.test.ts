import { expect, it } from 'vitest';
import { clockNews, clockText, delayAt, givesPeriods, leftAt, shownTime, warning } from './clock';

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

it('delay_passes_before_the_clock_counts', () => {
  const waiting = { ...clock, delay: 3_000 };
  const at = (now: number) => [delayAt(waiting, 'white', now), leftAt(waiting, 'white', now)];
  expect([500, 1_000, 3_000, 4_000, 5_500].map(at)).toEqual([
    [3_000, 60_000],
    [3_000, 60_000],
    [1_000, 60_000],
    [0, 60_000],
    [0, 58_500],
  ]);
  expect(delayAt(waiting, 'black', 1_000)).toBe(0);
});

it('shown_time_in_byoyomi_is_main_time_and_then_periods', () => {
  const time = { kind: 'byoyomi' as const, initial: 60, period: 30, periods: 3 };
  const shown = (left: number) => Object.values(shownTime(time, left));
  expect(shown(150_000)).toEqual([60_000, 0, false]);
  expect(shown(90_001)).toEqual([1, 0, false]);
  expect(shown(90_000)).toEqual([30_000, 3, false]);
  expect(shown(60_001)).toEqual([1, 3, false]);
  expect(shown(60_000)).toEqual([30_000, 2, false]);
  expect(shown(12_000)).toEqual([12_000, 1, true]);
  expect(shown(0)).toEqual([0, 0, true]);
  expect(shownTime({ kind: 'none' }, 5_000)).toEqual({ ms: 5_000, periods: 0, isLast: true });
});

it('clock_news_in_byoyomi_are_lost_periods_and_low_time_in_the_last_one', () => {
  const time = { kind: 'byoyomi' as const, initial: 60, period: 30, periods: 3 };
  const said = [];
  for (let left = 150_000; left > 0; left -= 100) {
    const news = clockNews(time, left, left - 100);
    if (news) said.push([left - 100, news]);
  }
  expect(said).toEqual([
    [90_000, { periods: 3 }],
    [60_000, { periods: 2 }],
    [30_000, { periods: 1 }],
    [20_000, { seconds: 20 }],
    [10_000, { seconds: 10 }],
  ]);
  expect(clockNews(time, 12_000, 30_000)).toBeNull();
  expect(clockNews(time, 30_000, 90_000)).toBeNull();
  expect(clockNews({ kind: 'fischer', initial: 60, increment: 0 }, 20_100, 20_000)).toEqual({ seconds: 20 });
});

it('time_given_follows_the_clock_of_the_one_who_gets_it', () => {
  const time_control = { kind: 'fischer' as const, initial: 60, increment: 0 };
  const odds = { side: 'black' as const, time_control: { kind: 'byoyomi' as const, initial: 60, period: 30, periods: 3 } };
  expect([givesPeriods({ time_control, odds }, 'white'), givesPeriods({ time_control, odds }, 'black')]).toEqual([true, false]);
  expect(givesPeriods({ time_control: odds.time_control }, 'white')).toBe(true);
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
