import { expect, it } from 'vitest';
import type { WireEvent } from '../wire/generated';
import { buildMoveList } from './moves';

let v = 0;
const event = (t: string, d: object) => ({ seq: ++v, type: t, at: 0, data: d }) as unknown as WireEvent;

it('list_with_werera_marks_retraction_and_starts_with_black', () => {
  v = 0;
  const list = buildMoveList([
    event('start', {}),
    event('place', { side: 'white', san: 'e3' }),
    event('place', { side: 'black', san: 'd6' }),
    event('retract', { side: 'white', seq: 2 }),
    event('werera_ended', { text: { english: 'The first capture.' } }),
    event('move', { side: 'black', san: 'd5', pass: false }),
    event('move', { side: 'white', san: 'e3', pass: false }),
  ]);
  expect(list.placed.map((one) => one.retracted)).toEqual([true, false]);
  expect(list.ended).toBe('The first capture.');
  expect(list.turns).toEqual([
    { white: null, black: { seq: 6, san: 'd5', pass: false, face: null } },
    { white: { seq: 7, san: 'e3', pass: false, face: null }, black: null },
  ]);
});

it('list_with_dice_keeps_face_of_each_move', () => {
  v = 0;
  const list = buildMoveList([
    event('throw', { side: 'white', face: 6 }),
    event('move', { side: 'white', san: '--', pass: true }),
    event('throw', { side: 'black', face: 1 }),
    event('move', { side: 'black', san: 'a11', pass: false }),
  ]);
  expect(list.turns).toEqual([{ white: { seq: 2, san: '--', pass: true, face: 6 }, black: { seq: 4, san: 'a11', pass: false, face: 1 } }]);
});

it('list_after_takeback_omits_undone_events', () => {
  v = 0;
  const list = buildMoveList([
    event('start', {}),
    event('place', { side: 'white', san: 'e3' }),
    event('retract', { side: 'white', seq: 2 }),
    event('werera_ended', { text: { english: 'Agreed.' } }),
    event('move', { side: 'white', san: 'e4', pass: false }),
    event('takeback_offer', { side: 'white' }),
    event('takeback', { side: 'black', to: 2 }),
    event('move', { side: 'white', san: 'd3', pass: false }),
  ]);
  expect(list.placed).toEqual([{ seq: 2, side: 'white', san: 'e3', retracted: false, contest: null }]);
  expect(list.ended).toBe('');
  expect(list.turns.map((turn) => turn.white?.san)).toEqual(['d3']);
});

it('list_attaches_contest_to_its_placement', () => {
  v = 0;
  const entries = [
    { side: 'black', intent_id: 'b', arrived: 1080, lag: 110 },
    { side: 'white', intent_id: 'w', arrived: 1000, lag: 10 },
  ];
  const list = buildMoveList([
    event('place', { side: 'white', san: 'd3' }),
    event('contest', { entries, coin: null }),
    event('place', { side: 'black', san: 'Nd4' }),
    event('place', { side: 'white', san: 'e3' }),
  ]);
  expect(list.placed.map((one) => one.contest?.entries[0]?.side)).toEqual([undefined, 'black', undefined]);
});
