import { expect, it } from 'vitest';
import { parseBetza } from './betza';

const places = (text: string, radius = 3) =>
  parseBetza(text, radius)
    ?.map((dot) => `${dot.right},${dot.ahead}`)
    .sort();

it('parse_leapers_and_riders_counts_cells', () => {
  for (const [text, count] of [
    ['K', 8],
    ['F', 4],
    ['A', 4],
    ['N', 8],
    ['NAD', 16],
    ['C', 8],
    ['Z', 8],
    ['R', 12],
    ['Q', 24],
    ['FfW', 5],
    ['WfF', 6],
    ['FbW', 5],
  ] as const) {
    expect(places(text), text).toHaveLength(count);
  }
});

it('parse_pawn_separates_moves_and_captures', () => {
  expect(parseBetza('mfWcfF', 3)).toEqual([
    { right: 0, ahead: 1, kind: 'move' },
    { right: 1, ahead: 1, kind: 'capture' },
    { right: -1, ahead: 1, kind: 'capture' },
  ]);
});

it('parse_cavalier_bends_outward', () => {
  const cells = parseBetza('yafsFyafsW', 3)!;
  expect(cells.some((dot) => Math.max(Math.abs(dot.right), Math.abs(dot.ahead)) < 2)).toBe(false);
  expect(places('yafsFyafsW')).toContain('1,3');
  expect(places('yafsFyafsW')).toContain('2,3');
  expect(places('yafsFyafsW')).not.toContain('3,3');
});

it('parse_unsupported_notation_is_null', () => {
  expect(parseBetza('gabQ', 3)).toBeNull();
});
