import { expect, it } from 'vitest';
import {
  addMove,
  addRemark,
  endOf,
  isMainLine,
  lineTo,
  promote,
  readComment,
  remove,
  startNode,
  toggleMark,
  toggleNag,
  formatStudy,
  type Made,
} from './study';

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
  const marks = [
    { from: 'a1', to: 'c3', colour: 'R' },
    { from: 'd10', to: 'd10', colour: 'G' },
    { from: 'b1', to: 'b1', colour: 'G' },
    { from: 'b1', to: 'b1', colour: 'Y' },
  ];
  for (const mark of marks) toggleMark(node, mark);
  addMove(node, made('e2e3'));
  expect(formatStudy(node, rules).annotations).toEqual({ 0: [{ comment: '[%csl Gd10] [%cal Ra1c3] a plan' }] });
  expect(readComment('[%csl Gd10] [%cal Ga1c3,Rb10] a [%clk 0:05] plan')).toEqual({
    comment: 'a [%clk 0:05] plan',
    marks: [
      { from: 'd10', to: 'd10', colour: 'G' },
      { from: 'a1', to: 'c3', colour: 'G' },
      { from: 'b10', to: 'b10', colour: 'R' },
    ],
  });
  expect(readComment('[%cal Ga1c3,here] [%csl Ge4]'), 'what is no mark stays').toEqual({
    comment: '[%cal Ga1c3,here]',
    marks: [{ from: 'e4', to: 'e4', colour: 'G' }],
  });
});

it('paragraphs_of_a_comment_are_kept', () => {
  expect(readComment(' one  line \n\n another\n')).toEqual({ comment: 'one line\nanother', marks: [] });
  const node = startNode();
  for (const comment of ['one\ntwo', 'two', 'three']) addRemark(node, { comment });
  expect(node.comment, 'what stands there already is not added').toBe('one\ntwo\nthree');
});

it('end_of_the_game_stays_before_a_line_that_goes_on', () => {
  const start = startNode();
  const last = addMove(start, made('e2e3'));
  const end = addMove(last, {
    ...made(''),
    event: { t: 'result', result: '1-0' },
    end: { winner: 'white', reason: 'recorded', result: '1-0', message: '' },
  });
  addMove(last, made('a2a3'));
  const line = addMove(addMove(last, made('b2b3')), made('b7b6'));
  promote(line);
  expect(
    last.children.map((one) => one.text),
    'right behind the end',
  ).toEqual(['', 'b2b3', 'a2a3']);
  expect(isMainLine(line)).toBe(false);
  expect(endOf(start)).toBe(end);
  const other = addMove(start, made('d2d3'));
  promote(other);
  expect(isMainLine(other)).toBe(true);
  const { annotations } = formatStudy(start, rules);
  expect(JSON.stringify(annotations), 'the end stays where the game ended').toContain(
    '{"move":"e2e3"},{"end":{"t":"result","result":"1-0"}}',
  );
});

it('remarks_before_a_variation_stay_with_its_first_move', () => {
  const start = startNode();
  addMove(start, made('e2e3'));
  const other = addMove(start, made('d2d3'));
  other.comment = 'own';
  addRemark(other.preface, { comment: 'before' });
  expect(formatStudy(start, rules).annotations).toEqual({
    1: [{ variation: [{ comment: 'before' }, { move: 'd2d3' }, { comment: 'own' }] }],
  });
  promote(other);
  expect(formatStudy(start, rules).annotations).toEqual({ 1: [{ comment: 'before\nown' }, { variation: [{ move: 'e2e3' }] }] });
});

it('variations_are_written_behind_the_move_they_replace', () => {
  const start = startNode();
  const main = addMove(addMove(start, made('e2e3')), made('e7e6'));
  const other = addMove(main.parent!, made('d7d6'));
  addMove(other, made('d2d3')).nags = [1];
  addMove(other, made('a2a3'));
  expect(formatStudy(start, rules)).toEqual({
    data: {
      ...rules,
      events: [
        { t: 'move', mv: 'e2e3' },
        { t: 'move', mv: 'e7e6' },
      ],
    },
    annotations: { 2: [{ variation: [{ move: 'd7d6' }, { move: 'd2d3' }, { nag: 1 }, { variation: [{ move: 'a2a3' }] }] }] },
  });
});
