// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import type { GuideHint, View, WireEvent } from '../wire/generated';
import { momentsOf, nextHint } from './guide';
import { guideOf, rememberGuide } from './guided-game';

beforeEach(() => localStorage.clear());

const view = (change: Partial<View> = {}): View =>
  ({ phase: 'turns', turn: 'white', check: [], pieces: [], counters: [], throw: null, pass: null, ...change }) as unknown as View;
const event = (type: string, data: object = {}): WireEvent => ({ seq: 1, at: 0, type, data }) as unknown as WireEvent;
const hints: GuideHint[] = [
  { when: 'start', text: 'a' },
  { when: 'turns', text: 'b' },
  { when: 'capture', text: 'c' },
];

it('guide_belongs_to_one_game', () => {
  rememberGuide({ game: 'g1', course: 'senterej' });
  expect([guideOf('g1'), guideOf('g2')]).toEqual(['senterej', null]);
  rememberGuide({ game: 'g2', course: 'oblong' });
  expect([guideOf('g1'), guideOf('g2')], 'the latest only').toEqual([null, 'oblong']);
});

it('moments_are_those_of_the_own_side', () => {
  const own = [event('place', { side: 'white' }), event('move', { side: 'white', pass: false, capture: true })];
  expect([...momentsOf(view(), own, 'white')]).toEqual(['start', 'moved', 'capture']);
  expect([...momentsOf(view({ phase: 'werera' }), own, 'white')]).toContain('werera_move');
  expect([...momentsOf(view(), own, 'black')]).toEqual(['start', 'capture']);
  const king = { cell: 'e1', side: 'white', letter: 'k', id: 1 } as const;
  expect([...momentsOf(view({ check: ['e1'], pieces: [king] }), [], 'white')]).toContain('check');
  expect([...momentsOf(view({ check: ['e1'], pieces: [king] }), [], 'black')]).not.toContain('check');
  expect([...momentsOf(view({ phase: 'over' }), [], 'white')]).toContain('over');
});

it('next_hint_is_the_latest_that_was_not_shown', () => {
  expect(nextHint(hints, new Set(['start', 'turns']), new Set())?.text).toBe('b');
  expect(nextHint(hints, new Set(['start', 'turns']), new Set(['turns']))?.text).toBe('a');
  expect(nextHint(hints, new Set(['start']), new Set(['start']))).toBeNull();
});
