import { expect, it } from 'vitest';
import { parseBetza } from './betza';

const places = (text: string, radius = 3) => parseBetza(text, radius)?.map((dot) => `${dot.right},${dot.ahead}`).sort();

it('counts the cells of leapers and riders', () => {
  for (const [text, count] of [['K', 8], ['F', 4], ['A', 4], ['N', 8], ['NAD', 16], ['C', 8], ['Z', 8], ['R', 12], ['Q', 24], ['FfW', 5], ['WfF', 6], ['FbW', 5]] as const) {
    expect(places(text), text).toHaveLength(count);
  }
});

it('keeps a pawn moving straight and taking aslant', () => {
  expect(parseBetza('mfWcfF', 3)).toEqual([
    { right: 0, ahead: 1, kind: 'move' },
    { right: 1, ahead: 1, kind: 'capture' },
    { right: -1, ahead: 1, kind: 'capture' },
  ]);
});

it('bends the cavalier outward and never to a neighbour', () => {
  const cells = parseBetza('yafsFyafsW', 3)!;
  expect(cells.some((dot) => Math.max(Math.abs(dot.right), Math.abs(dot.ahead)) < 2)).toBe(false);
  expect(places('yafsFyafsW')).toContain('1,3');
  expect(places('yafsFyafsW')).toContain('2,3');
  expect(places('yafsFyafsW')).not.toContain('3,3');
});

it('draws nothing rather than something wrong', () => {
  expect(parseBetza('gabQ', 3)).toBeNull();
});
