import { expect, it } from 'vitest';
import { addMove, endOf, lineTo, promote, readComment, remove, startNode, toggleMark, toggleNag, formatStudy, type Made } from './study';

const made = (mv: string): Made => ({ event: { t: 'move', mv }, text: mv, side: 'white', turn: 1, isWerera: false });
const rules = { ruleset: { name: 'shatranj' }, start: '' };

it('move_that_is_known_is_not_added_twice', () => {
  const start = startNode();
  const first = addMove(start, made('e2e3'));
  expect(addMove(start, made('e2e3'))).toBe(first);
  expect(addMove(start, made('d2d3'))).not.toBe(first);
  expect(start.children.map((one) => one.text)).toEqual(['e2e3', 'd2d3']);
});

it('promoted_variation_is_the_main_line', () => {
  const start = startNode();
  const first = addMove(addMove(start, made('e2e3')), made('e7e6'));
  const other = addMove(addMove(start, made('d2d3')), made('d7d6'));
  expect(endOf(start)).toBe(first);
  promote(other);
  expect(endOf(start)).toBe(other);
  expect(lineTo(other).map((one) => one.text)).toEqual(['d2d3', 'd7d6']);
  expect(remove(other.parent!)).toBe(start);
  expect(endOf(start)).toBe(first);
});

it('glyphs_of_a_group_exclude_each_other', () => {
  const node = startNode();
  toggleNag(node, 1, [1, 2]);
  toggleNag(node, 2, [1, 2]);
  toggleNag(node, 16, [14, 16]);
  expect(node.nags).toEqual([2, 16]);
  toggleNag(node, 2, [1, 2]);
  expect(node.nags).toEqual([16]);
});

it('marks_are_written_into_the_comment_and_read_again', () => {
  const node = startNode();
  node.comment = 'a plan';
  for (const mark of [{ from: 'a1', to: 'c3' }, { from: 'd10', to: 'd10' }, { from: 'b1', to: 'b1' }, { from: 'b1', to: 'b1' }]) toggleMark(node, mark);
  addMove(node, made('e2e3'));
  expect(formatStudy(node, rules).annotations).toEqual({ 0: [{ comment: '[%csl Gd10] [%cal Ga1c3] a plan' }] });
  expect(readComment('[%csl Gd10] [%cal Ga1c3,Rb10] a [%clk 0:05] plan')).toEqual({
    comment: 'a [%clk 0:05] plan', marks: [{ from: 'd10', to: 'd10' }, { from: 'a1', to: 'c3' }, { from: 'b10', to: 'b10' }],
  });
});

it('variations_are_written_behind_the_move_they_replace', () => {
  const start = startNode();
  const main = addMove(addMove(start, made('e2e3')), made('e7e6'));
  const other = addMove(main.parent!, made('d7d6'));
  addMove(other, made('d2d3')).nags = [1];
  addMove(other, made('a2a3'));
  expect(formatStudy(start, rules)).toEqual({
    data: { ...rules, events: [{ t: 'move', mv: 'e2e3' }, { t: 'move', mv: 'e7e6' }] },
    annotations: { 2: [{ variation: [{ move: 'd7d6' }, { move: 'd2d3' }, { nag: 1 }, { variation: [{ move: 'a2a3' }] }] }] },
  });
});
