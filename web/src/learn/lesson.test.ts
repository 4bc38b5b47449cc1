import { expect, it } from 'vitest';
import type { Course, LessonState, LessonStep } from '../wire/generated';
import { advance, beginStep, explain, help, isDone, makeMove, markedCells, movesBetween, passTurn, piecesOf, undoMove } from './lesson';

const state = (pieces: string, rest: Partial<LessonState> = {}): LessonState => ({ pieces, ...rest });
const step = (states: LessonState[], rest: Partial<LessonStep> = {}): LessonStep => ({
  id: 'one',
  task: 'line',
  text: 'one',
  side: 'white',
  hidden: false,
  states,
  ...rest,
});
const reasons = [
  {
    english: 'The saba does not move from {from} to {to}.',
    key: 'refusal',
    args: { from: '{from}', to: '{to}', piece: { piece: 'e', name: 'saba' } },
  },
  { english: 'Blocked on {to}.', key: 'blocked' },
  { english: 'It cannot move.', key: 'nowhere' },
];
const course = { reasons } as unknown as Course;

it('pieces_keep_their_identity_when_others_leave', () => {
  expect(piecesOf(state('Ke1 - pa16'))).toEqual([
    { id: 0, letter: 'k', side: 'white', cell: 'e1' },
    { id: 2, letter: 'p', side: 'black', cell: 'a16' },
  ]);
});

it('line_follows_right_moves_and_answers_until_its_goal', () => {
  const right = step([
    state('Pe2 pe7', {
      moves: {
        e2: [
          { to: 'e3', state: 1 },
          { to: 'd3', capture: true },
        ],
      },
      refusals: {},
    }),
    state('Pe3 pe7', { next: 2, text: 'two' }),
    state('Pe3 pe6', { goal: true }),
  ]);
  const start = beginStep(right);
  expect(advance(start)).toBe(start);
  const aside = makeMove(start, movesBetween(start, 'e2', 'd3')[0]!);
  expect([aside.at, aside.wrong?.kind, isDone(aside)]).toEqual([0, 'other-move', false]);
  const moved = makeMove(aside, movesBetween(aside, 'e2', 'e3')[0]!);
  expect([moved.at, moved.text, moved.wrong, moved.tries]).toEqual([1, 'two', null, 0]);
  const end = advance(moved);
  expect([end.at, end.text, isDone(end)]).toEqual([2, 'two', true]);
});

it('visit_is_done_when_every_cell_was_reached_in_any_order', () => {
  const tour = step(
    [
      state('Ec1', {
        moves: {
          c1: [
            { to: 'e3', state: 1 },
            { to: 'a3', state: 2 },
          ],
        },
      }),
      state('Ee3', { next: 0 }),
      state('Ea3', { next: 0 }),
    ],
    { task: 'visit', visit: ['a3', 'e3'] },
  );
  let run = beginStep(tour);
  expect(markedCells(run)).toEqual(['a3', 'e3']);
  run = makeMove(run, movesBetween(run, 'c1', 'e3')[0]!);
  expect([markedCells(run), isDone(run)]).toEqual([['a3'], false]);
  run = makeMove(advance(run), movesBetween(advance(run), 'c1', 'a3')[0]!);
  expect([markedCells(run), isDone(run)]).toEqual([[], true]);
});

it('wrong_try_is_answered_with_the_reason_of_its_cell', () => {
  const refusals = { c1: { most: 0, cells: { d2: 1 } }, e1: { piece: 2 }, a1: {} };
  const run = beginStep(step([state('Ec1 Ke1 Ra1', { moves: { c1: [{ to: 'e3', state: 0 }] }, refusals })]));
  const reason = (from: string, to: string | null) => explain(run, course, from, to).wrong;
  expect(reason('c1', 'd3')).toEqual({
    kind: 'reason',
    message: {
      english: 'The saba does not move from c1 to d3.',
      key: 'refusal',
      args: { from: 'c1', to: 'd3', piece: { piece: 'e', name: 'saba' } },
    },
  });
  expect(reason('c1', 'd2')).toMatchObject({ message: { english: 'Blocked on d2.' } });
  expect(reason('e1', 'e2')).toMatchObject({ message: { english: 'It cannot move.' } });
  expect(reason('a1', null)).toEqual({ kind: 'other-piece' });
});

it('help_comes_after_two_wrong_tries', () => {
  const moves = { c1: [{ to: 'e3', state: 0 }, { to: 'a3' }] };
  let run = beginStep(step([state('Ec1', { moves, refusals: { c1: { most: 0 } } })]));
  run = explain(run, course, 'c1', 'd2');
  expect(help(run)).toBeNull();
  run = explain(run, course, 'c1', 'd2');
  expect(help(run)).toEqual({ from: 'c1', to: ['e3'] });
});

it('nothing_is_explained_while_the_other_side_answers', () => {
  const run = beginStep(step([state('Ec1', { next: 1 }), state('Ec1', { goal: true })]));
  expect(explain(run, course, 'c1', 'd2')).toBe(run);
});

it('undo_and_pass_lead_on_only_where_they_are_asked_for', () => {
  const text = { english: 'You may pass.' };
  const run = beginStep(
    step([
      state('Na3', { undo: { a3: { to: 'b1', state: 1 }, c3: { to: 'b1' } }, pass: { text, state: 2 } }),
      state('Nb1', { pass: { text } }),
      state('Na3', { goal: true }),
    ]),
  );
  expect(undoMove(run, 'h8')).toBe(run);
  expect(undoMove(run, 'c3')).toMatchObject({ at: 0, wrong: { kind: 'other-move' } });
  expect(undoMove(run, 'a3').at).toBe(1);
  expect(passTurn(undoMove(run, 'a3'))).toMatchObject({ at: 1, wrong: { kind: 'other-move' } });
  expect(isDone(passTurn(run))).toBe(true);
});
