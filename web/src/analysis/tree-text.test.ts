import { expect, it } from 'vitest';
import { addMove, startNode, type Made, type StudyNode } from './study';
import { blocks, numberBefore } from './tree-text';

const move = (parent: StudyNode, mv: string, side: 'white' | 'black', turn: number): StudyNode =>
  addMove(parent, { event: { t: 'move', mv }, text: mv, side, turn, isWerera: false } as Made);

it('variations_stand_behind_the_move_they_replace', () => {
  const start = startNode();
  const e3 = move(start, 'e3', 'white', 1);
  const e6 = move(e3, 'e6', 'black', 1);
  move(e6, 'Nf3', 'white', 2);
  const d6 = move(e3, 'd6', 'black', 1);
  move(d6, 'd3', 'white', 2);
  move(d6, 'a3', 'white', 2);
  const printed = blocks(start).map(({ depth, nodes }) => [
    depth,
    nodes.map((node, index) => `${numberBefore(node, index, nodes)}${node.text}`).join(' '),
  ]);
  expect(printed).toEqual([
    [0, '1.e3 e6'],
    [1, '1…d6 2.d3'],
    [2, '2.a3'],
    [0, '2.Nf3'],
  ]);
});

it('number_is_repeated_after_a_comment_and_not_after_a_throw', () => {
  const start = startNode();
  const thrown = addMove(start, { event: { t: 'throw', face: 1 }, text: '1', side: 'white', turn: 1, isWerera: false });
  const a6 = move(thrown, 'a6', 'white', 1);
  const next = addMove(a6, { event: { t: 'throw', face: 2 }, text: '2', side: 'black', turn: 1, isWerera: false });
  move(next, 'b12', 'black', 1);
  const text = () => blocks(start)[0]!.nodes.map((node, index, nodes) => numberBefore(node, index, nodes));
  expect(text()).toEqual(['', '1.', '', '']);
  a6.comment = 'quiet';
  expect(text()).toEqual(['', '1.', '', '1…']);
});
