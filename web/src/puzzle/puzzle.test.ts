import { expect, it } from 'vitest';
import type { Course, LessonState, PuzzleRefutation } from '../wire/generated';
import { begin, isRunning, isSolved, mayMove, refute, rightMove, showSolution, shownState, step, tryAgain, tryMove } from './puzzle';

const states: LessonState[] = [
  {
    pieces: 'Ra1 kh8 pa7',
    moves: {
      a1: [
        { to: 'a7', capture: true },
        { to: 'h1', state: 1 },
      ],
    },
    refusals: {},
  },
  { pieces: 'Rh1 kh8 pa7', next: 2 },
  { pieces: 'Rh1 kg8 pa7', moves: { h1: [{ to: 'g1', state: 3 }] }, refusals: {} },
  { pieces: 'Rg1 kg8 pa7', goal: true },
];
const course = { steps: [{ id: 'x', task: 'line', text: '', side: 'white', hidden: false, states }] } as unknown as Course;
const start = begin(course);
const [wrongMove, rightMoveOf] = states[0]!.moves!.a1!;

it('right_moves_and_replies_lead_to_the_solution', () => {
  expect(mayMove(start)).toBe(true);
  const moved = tryMove(start, 'a1', rightMoveOf!);
  expect([moved.made, mayMove(moved), isRunning(moved)]).toEqual([1, false, true]);
  const replied = step(moved);
  const solved = tryMove(replied, 'h1', states[2]!.moves!.h1![0]!);
  expect([solved.made, isSolved(solved), solved.failed, isRunning(solved)]).toEqual([2, true, false, false]);
});

it('wrong_move_is_shown_refuted_and_taken_back', () => {
  const tried = tryMove(start, 'a1', wrongMove!);
  expect([tried.failed, mayMove(tried), isRunning(tried)]).toEqual([true, false, false]);
  const shown = shownState(tried);
  expect([shown.pieces, shown.moves, shown.last]).toEqual(['Ra7 kh8 -', undefined, ['a1', 'a7']]);
  const refutation = { states: [{ pieces: 'Ra7 kh8 -' }, { pieces: '- ka7 -' }] } as unknown as PuzzleRefutation;
  const refuted = refute(tried, tried.wrong!, refutation);
  expect(isRunning(refuted)).toBe(true);
  const replied = step(refuted);
  expect([shownState(replied).pieces, isRunning(replied), step(replied)]).toEqual(['- ka7 -', false, replied]);
  const again = tryAgain(replied);
  expect([mayMove(again), again.failed, shownState(again).pieces]).toEqual([true, true, 'Ra1 kh8 pa7']);
  expect(refute(again, tried.wrong!, refutation)).toBe(again);
});

it('solution_plays_by_itself_when_it_is_shown', () => {
  expect(rightMove(start.run)).toEqual({ from: 'a1', move: rightMoveOf });
  let puzzle = showSolution(tryMove(start, 'a1', wrongMove!));
  let count = 0;
  while (isRunning(puzzle) && count++ < 9) puzzle = step(puzzle);
  expect([count, isSolved(puzzle), puzzle.failed, puzzle.made]).toEqual([3, true, true, 2]);
});
