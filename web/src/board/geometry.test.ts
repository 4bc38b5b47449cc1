import { describe, expect, it } from 'vitest';
import {
  cellAt,
  drawnSize,
  isDark,
  isValidSize,
  cellName,
  parseCell,
  rowsOfCells,
  splitMove,
  step,
  toGrid,
  toCoords,
  type Rotation,
} from './geometry';

const rotations: Rotation[] = [0, 90, 180, 270];
const sizes = [
  { files: 1, ranks: 1 },
  { files: 8, ranks: 8 },
  { files: 4, ranks: 16 },
  { files: 10, ranks: 10 },
  { files: 16, ranks: 16 },
];

describe('cell names', () => {
  it('cell_names_round_trip', () => {
    for (let file = 0; file < 16; file++) {
      for (let rank = 0; rank < 16; rank++) expect(parseCell(cellName({ file, rank }))).toEqual({ file, rank });
    }
  });

  it('parse_cell_rejects_invalid_names', () => {
    for (const name of ['', 'a', 'a0', 'a17', 'q1', 'A1', 'a01', 'a1 ', '11']) expect(parseCell(name)).toBeNull();
  });

  it('split_move_reads_two_digit_ranks', () => {
    expect(splitMove('a1c3')).toEqual({ from: 'a1', to: 'c3', promotion: null });
    expect(splitMove('b15c16q')).toEqual({ from: 'b15', to: 'c16', promotion: 'q' });
    expect(splitMove('--')).toBeNull();
  });
});

describe('rotation', () => {
  it('rotation_round_trips_for_every_size', () => {
    for (const size of sizes) {
      for (const rotation of rotations) {
        for (const name of rowsOfCells(size, rotation).flat()) {
          const coords = parseCell(name)!;
          expect(toCoords(toGrid(coords, size, rotation), size, rotation)).toEqual(coords);
        }
      }
    }
  });

  it('rotation_places_white_at_each_edge', () => {
    const size = { files: 4, ranks: 16 };
    const a1 = { file: 0, rank: 0 };
    expect(toGrid(a1, size, 0)).toEqual({ column: 0, row: 15 });
    expect(toGrid(a1, size, 90)).toEqual({ column: 0, row: 0 });
    expect(toGrid(a1, size, 180)).toEqual({ column: 3, row: 0 });
    expect(toGrid(a1, size, 270)).toEqual({ column: 15, row: 3 });
    expect(drawnSize(size, 90)).toEqual({ columns: 16, rows: 4 });
  });

  it('rows_list_every_cell_once_in_reading_order', () => {
    const rows = rowsOfCells({ files: 4, ranks: 16 }, 90);
    expect(rows).toHaveLength(4);
    expect(rows[0]![15]).toBe('a16');
    expect(new Set(rows.flat()).size).toBe(64);
    expect(rowsOfCells({ files: 8, ranks: 8 }, 0)[0]![0]).toBe('a8');
  });
});

describe('pointing', () => {
  const box = { left: 10, top: 20, width: 160, height: 640 };
  const size = { files: 4, ranks: 16 };

  it('cell_at_point_inside_finds_cell', () => {
    expect(cellAt(11, 659, box, size, 0)).toBe('a1');
    expect(cellAt(169, 21, box, size, 0)).toBe('d16');
    expect(cellAt(169, 21, box, size, 180)).toBe('a1');
  });

  it('cell_at_point_outside_is_null', () => {
    for (const [x, y] of [
      [9, 30],
      [171, 30],
      [30, 19],
      [30, 661],
    ])
      expect(cellAt(x!, y!, box, size, 0)).toBeNull();
  });

  it('step_follows_screen_directions_and_stops_at_edges', () => {
    expect(step('a1', 1, 0, size, 0)).toBe('b1');
    expect(step('a1', 1, 0, size, 90)).toBe('a2');
    expect(step('a1', -1, 0, size, 0)).toBe('a1');
    expect(step('d16', 0, -1, size, 0)).toBe('d16');
  });
});

it('is_valid_size_accepts_1_to_16', () => {
  expect(isValidSize({ files: 16, ranks: 16 })).toBe(true);
  expect(isValidSize({ files: 17, ranks: 1 })).toBe(false);
  expect(isValidSize({ files: 0, ranks: 8 })).toBe(false);
});

it('is_dark_a1_is_dark', () => {
  expect(isDark({ file: 0, rank: 0 })).toBe(true);
  expect(isDark({ file: 7, rank: 0 })).toBe(false);
});
