import { describe, expect, it } from 'vitest';
import type { PieceChange, ReplayFrame } from '../wire/generated';
import { buildMoveList } from './moves';
import { missing, toEvents, nextStop, positionAfter, positions, stops } from './reconstruct';

const men = [
  { id: 1, cell: 'e2', side: 'white' as const, letter: 'p' },
  { id: 2, cell: 'd7', side: 'black' as const, letter: 'p' },
];

let v = 0;
function frame(t: string, changes: PieceChange[] = []): ReplayFrame {
  return {
    seq: ++v,
    at: v * 1000,
    type: t,
    san: null,
    side: null,
    from: null,
    to: null,
    throw: null,
    phase: 'werera',
    changes,
    clock: null,
    text: { english: '' },
  };
}

const white = (cell: string | null, letter = 'p'): PieceChange => ({ id: 1, cell, letter, side: 'white' });
const black = (cell: string | null): PieceChange => ({ id: 2, cell, letter: 'p', side: 'black' });
const cells = (list: { id: number; cell: string }[]) => Object.fromEntries(list.map((man) => [man.id, man.cell]));

it('missing_pieces_are_listed_by_side', () => {
  expect(missing(men, [{ ...men[0]!, letter: 'q' }])).toEqual({ white: [], black: ['p'] });
  expect(missing(men, men)).toEqual({ white: [], black: [] });
});

describe('frames', () => {
  v = 0;
  const frames = [
    frame('start'),
    frame('place', [white('e4')]),
    frame('retract', [white('e2')]),
    frame('throw'),
    frame('move', [white('d7', 'q'), black(null)]),
    frame('takeback', [white('e2'), black('d7')]),
    frame('end'),
  ];
  const all = positions({ pieces: men, frames });

  it('positions_apply_retractions_and_takebacks', () => {
    expect(all.map(cells)).toEqual([
      { 1: 'e2', 2: 'd7' },
      { 1: 'e2', 2: 'd7' },
      { 1: 'e4', 2: 'd7' },
      { 1: 'e2', 2: 'd7' },
      { 1: 'e2', 2: 'd7' },
      { 1: 'd7' },
      { 1: 'e2', 2: 'd7' },
      { 1: 'e2', 2: 'd7' },
    ]);
    expect(all[5]).toEqual([{ id: 1, cell: 'd7', side: 'white', letter: 'q' }]);
    expect(all[6]).toContainEqual({ id: 1, cell: 'e2', side: 'white', letter: 'p' });
  });

  it('stops_skip_frames_without_changes', () => {
    const list = stops(frames);
    expect(list).toEqual([0, 2, 3, 5, 6]);
    expect(nextStop(list, 3, 1)).toBe(5);
    expect(nextStop(list, 6, 1)).toBe(6);
    expect(nextStop(list, 4, -1)).toBe(3);
    expect(nextStop(list, 0, -1)).toBe(0);
  });

  it('position_after_finds_event_number', () => {
    expect(positionAfter(frames, 2)).toBe(2);
    expect(positionAfter(frames, 0)).toBe(0);
    expect(positionAfter(frames, 99)).toBe(7);
  });

  it('events_become_move_list_without_takebacks', () => {
    const list = buildMoveList(toEvents({ pieces: men, frames }));
    expect(list.placed).toMatchObject([{ seq: 2, retracted: true }]);
    expect(list.turns).toEqual([]);
    const before = buildMoveList(toEvents({ pieces: men, frames: frames.slice(0, 5) }));
    expect(before.turns).toHaveLength(1);
  });
});
