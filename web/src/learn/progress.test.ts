// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { countDone, END, placeIn, readProgress, saveProgress } from './progress';

beforeEach(() => localStorage.clear());

it('progress_is_kept_for_each_course', () => {
  saveProgress('senterej', { at: 'saba', done: ['goal'] });
  saveProgress('mideast', { at: END, done: ['goal', 'pawn'] });
  expect(readProgress('senterej')).toEqual({ at: 'saba', done: ['goal'] });
  expect(readProgress('oblong')).toEqual({ at: '', done: [] });
});

it('progress_that_cannot_be_read_begins_anew', () => {
  for (const kept of ['{', 'null', '[1]', '{"senterej":{"at":1}}', '{"senterej":null}']) {
    localStorage.setItem('rukh-learn', kept);
    expect(readProgress('senterej'), kept).toEqual({ at: '', done: [] });
  }
});

it('place_and_count_ignore_steps_that_are_gone', () => {
  const steps = ['goal', 'saba'];
  expect(placeIn(steps, { at: 'saba', done: [] })).toBe(1);
  expect(placeIn(steps, { at: 'gone', done: [] })).toBe(0);
  expect(placeIn(steps, { at: END, done: [] })).toBe(2);
  expect(countDone(steps, { at: '', done: ['gone', 'saba'] })).toBe(1);
});
