import { expect, it } from 'vitest';
import type { Counter, View } from '../wire/generated';
import { counterNews } from './counter-news';

const counter = (key: string, value: number, limit: number, side: Counter['side'] = null): Counter => ({
  label: { english: key, key },
  side,
  value,
  limit,
  text: { english: `${key} ${value}` },
});
const view = (counters: Counter[], phase: View['phase'] = 'turns') => ({ phase, counters }) as View;
const texts = (before: View, now: View) => counterNews(before, now).map((one) => one.english);

it('counter_of_a_side_is_told_at_each_change', () => {
  expect(texts(view([]), view([counter('lone', 1, 7, 'white')]))).toEqual(['lone 1']);
  expect(texts(view([counter('lone', 1, 7, 'white')]), view([counter('lone', 1, 7, 'white')]))).toEqual([]);
  expect(texts(view([counter('lone', 1, 7, 'white')]), view([counter('lone', 2, 7, 'white')]))).toEqual(['lone 2']);
});

it('counter_of_both_sides_is_told_near_its_limit', () => {
  expect(texts(view([counter('limit', 4, 140)]), view([counter('limit', 5, 140)]))).toEqual([]);
  expect(texts(view([counter('limit', 129, 140)]), view([counter('limit', 130, 140)]))).toEqual(['limit 130']);
  expect(texts(view([]), view([counter('limit', 139, 140)], 'over'))).toEqual([]);
});
