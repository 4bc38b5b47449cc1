import { expect, it } from 'vitest';
import type { PuzzleSummary } from '../wire/generated';
import { question } from './describe';

/** The key of the question: its text comes with the page. */
const asked = (goal: PuzzleSummary['goal'], is_decisive: boolean) =>
  question({ goal, is_decisive, moves: 1, themes: [], side: 'white' } as unknown as PuzzleSummary, '');

it('question_calls_an_advantage_decisive_only_if_it_is', () => {
  expect(asked('advantage', true)).toBe('puzzle-ask-advantage');
  expect(asked('advantage', false)).toBe('puzzle-ask-better');
  expect(asked('defence', true)).toBe('puzzle-ask-defence');
  expect(asked('defence', false)).toBe('puzzle-ask-hold');
});
