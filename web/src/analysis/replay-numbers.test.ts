import { expect, it } from 'vitest';
import type { GameReview, ReplayFrame } from '../wire/generated';
import { withReplayNumbers } from './replay-numbers';

/** Frames of these types, each moving the only piece to a cell of its own, except where they say otherwise. */
function replay(...frames: Partial<ReplayFrame>[]) {
  const all = frames.map((frame, index) => {
    const isMove = frame.type === 'place' || frame.type === 'move';
    const changes = isMove ? [{ id: 1, cell: `a${index}`, letter: 'r', side: 'white' as const }] : [];
    return { seq: index + 1, phase: 'turns', changes, from: null, ...frame } as ReplayFrame;
  });
  return { pieces: [{ id: 1, cell: 'a0', letter: 'r', side: 'white' as const }], frames: all };
}

const reviewOf = (...seqs: number[]) => ({ findings: [], werera: [], moves: seqs.map((seq) => ({ seq })) }) as unknown as GameReview;
const numbers = (review: GameReview) => review.moves.map((one) => one.seq);

it('start_readiness_and_offers_are_no_events_of_the_log', () => {
  const game = replay(
    { type: 'start' },
    { type: 'ready' },
    { type: 'throw' },
    { type: 'move' },
    { type: 'draw_offer' },
    { type: 'throw' },
    { type: 'move' },
  );
  expect(numbers(withReplayNumbers(reviewOf(2, 4), game))).toEqual([4, 7]);
});

it('turns_that_were_agreed_on_are_an_event_and_those_of_a_capture_are_not', () => {
  const werera = { phase: 'werera' as const };
  const agreed = replay({ type: 'start', ...werera }, { type: 'place', ...werera }, { type: 'werera_ended' }, { type: 'move' });
  expect(numbers(withReplayNumbers(reviewOf(3), agreed))).toEqual([4]);
  const captured = replay({ type: 'start', ...werera }, { type: 'place' }, { type: 'werera_ended' }, { type: 'move' });
  expect(numbers(withReplayNumbers(reviewOf(2), captured))).toEqual([4]);
});

it('moves_taken_back_are_not_counted', () => {
  const back = [{ id: 1, cell: 'a1', letter: 'r', side: 'white' as const }];
  const game = replay({ type: 'start' }, { type: 'move' }, { type: 'move' }, { type: 'takeback', changes: back }, { type: 'move' });
  expect(numbers(withReplayNumbers(reviewOf(1, 2), game))).toEqual([2, 5]);
});
