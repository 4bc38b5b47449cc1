import { expect, it } from 'vitest';
import { addMove, startNode, type Made, type StudyNode } from './study';
import { mergeStudy } from './study-merge';

const made = (mv: string): Made => ({ event: { t: 'move', mv }, text: mv, side: 'white', turn: 1, isWerera: false });
/** A study with lines of moves. */
function study(...lines: string[][]): StudyNode {
  const start = startNode();
  for (const line of lines) line.reduce((at, mv) => addMove(at, made(mv)), start);
  return start;
}
const lines = (node: StudyNode): string[] =>
  node.children.length ? node.children.flatMap((child) => lines(child).map((rest) => `${child.text} ${rest}`.trim())) : [''];

it('merge_keeps_the_moves_of_both_and_the_main_line_of_the_first', () => {
  const kept = study(['e3', 'e6', 'd3'], ['d3']);
  mergeStudy(kept, study(['d3', 'd6'], ['e3', 'd6'], ['e3', 'e6']));
  expect(lines(kept)).toEqual(['e3 e6 d3', 'e3 d6', 'd3 d6']);
});

it('merge_keeps_every_word_and_sign', () => {
  const [kept, own] = [study(['e3']), study(['e3'])];
  Object.assign(kept.children[0]!, { comment: 'Good', nags: [1], marks: [{ from: 'e3', to: 'e3' }] });
  Object.assign(own.children[0]!, {
    comment: 'Slow',
    nags: [1, 14],
    marks: [
      { from: 'e3', to: 'e3' },
      { from: 'e3', to: 'e4' },
    ],
  });
  own.comment = 'Before the game';
  mergeStudy(kept, own);
  expect(kept.comment).toBe('Before the game');
  expect(kept.children[0]).toMatchObject({
    comment: 'Good\nSlow',
    nags: [1, 14],
    marks: [
      { from: 'e3', to: 'e3' },
      { from: 'e3', to: 'e4' },
    ],
  });
});

it('merge_keeps_what_stands_before_a_variation', () => {
  const [kept, own] = [study(['e3']), study(['e3'], ['d3'])];
  own.children[1]!.preface.comment = 'or';
  mergeStudy(kept, own);
  expect(kept.children[1]!.preface.comment).toBe('or');
  const empty = study();
  mergeStudy(empty, { ...own, children: own.children.slice(1) });
  expect(empty.children[0]).toMatchObject({ comment: 'or', preface: { comment: '' } });
});

it('merge_of_a_text_that_goes_on_is_the_longer_one', () => {
  const [kept, own] = [study(), study()];
  [kept.comment, own.comment] = ['a rook', 'a rook sacrifice'];
  mergeStudy(kept, own);
  expect(kept.comment).toBe('a rook sacrifice');
  mergeStudy(own, kept);
  expect(own.comment).toBe('a rook sacrifice');
});
