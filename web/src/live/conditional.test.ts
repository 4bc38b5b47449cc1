import { expect, it } from 'vitest';
import { answerTo, countOf, linesOf, withLine, withoutLine, type Answer } from './conditional';

const line = (...steps: string[]): Answer[] => steps.map((step) => ({ after: step.split(' ')[0]!, move: step.split(' ')[1]! }));
const ONE = line('e2e3 e7e6', 'd2d3 d7d6');
const OTHER = line('e2e3 e7e6', 'a2a3 a7a6', 'b2b3 b7b6');

it('lines_make_a_tree_from_which_they_are_read_again', () => {
  const tree = withLine(withLine([], ONE), OTHER);
  expect(tree).toHaveLength(1);
  expect(countOf(tree)).toBe(4);
  expect(linesOf(tree)).toEqual([ONE, OTHER]);
  expect(withLine(tree, ONE)).toEqual(tree);
  expect(answerTo(tree, ONE.slice(0, 1), 'a2a3')).toBe('a7a6');
  expect(answerTo(tree, [], 'a2a3')).toBeUndefined();
});

it('another_answer_replaces_what_stood_after_the_first', () => {
  const tree = withLine(withLine([], ONE), line('e2e3 f7f6'));
  expect(linesOf(tree)).toEqual([line('e2e3 f7f6')]);
});

it('line_that_is_removed_leaves_those_that_branch_off_before', () => {
  const tree = withLine(withLine([], ONE), OTHER);
  expect(linesOf(withoutLine(tree, OTHER))).toEqual([ONE]);
  expect(withoutLine(withoutLine(tree, OTHER), ONE)).toEqual([]);
  expect(withoutLine(tree, line('h2h3 h7h6'))).toEqual(tree);
});
