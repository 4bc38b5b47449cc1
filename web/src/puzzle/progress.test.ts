// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { nextOf, readResults, saveResult } from './progress';

beforeEach(() => localStorage.clear());

it('result_solved_stays_when_a_later_try_fails', () => {
  saveResult('a', 'failed');
  saveResult('b', 'solved');
  saveResult('b', 'failed');
  expect(readResults()).toEqual({ a: 'failed', b: 'solved' });
  saveResult('a', 'solved');
  expect(readResults().a).toBe('solved');
});

it('results_that_are_no_results_count_as_none', () => {
  for (const text of ['[]', '{"a":1}', 'null', '{']) {
    localStorage.setItem('rukh-puzzles', text);
    expect(readResults()).toEqual({});
  }
});

it('next_puzzle_is_one_never_tried_then_one_that_failed', () => {
  const puzzles = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(nextOf(puzzles, {})?.id).toBe('a');
  expect(nextOf(puzzles, { a: 'solved' }, 'b')?.id).toBe('c');
  expect(nextOf(puzzles, { a: 'solved', c: 'solved', d: 'failed' }, 'c')?.id).toBe('b');
  expect(nextOf(puzzles, { a: 'solved', b: 'solved', c: 'failed', d: 'failed' }, 'c')?.id).toBe('d');
  expect(nextOf(puzzles, { a: 'solved', b: 'solved', c: 'solved', d: 'solved' }, 'd')).toBeNull();
  expect(nextOf(puzzles, { a: 'solved', b: 'solved', c: 'solved' }, 'd')).toBeNull();
});
