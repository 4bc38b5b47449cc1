import { expect, it } from 'vitest';
import mansubat from '../../../puzzles/mansubat.jsonl?raw';
import type { ArrayPiece } from '../wire/generated';
import classic from './classic.json';
import { cellsAfter, piecesOf, stepsOf, type LoopStep } from './loop';
import recorded from './werera-loop.json';

const steps = recorded.steps as LoopStep[];

it('cells_after_follow_moves_and_captures', () => {
  const array = [{ cell: 'a1' }, { cell: 'b2' }];
  expect(cellsAfter(array, [{ from: 'a1', to: 'a2' }])).toEqual(['a2', 'b2']);
  expect(cellsAfter(array, [{ from: 'a1', to: 'b2' }])).toEqual(['b2', null]);
  expect(cellsAfter(array, [])).toEqual(['a1', 'b2']);
});

it('recording_lasts_about_twenty_seconds_and_moves_both_sides', () => {
  expect(steps.at(-1)!.at).toBeGreaterThan(12_000);
  expect(steps.at(-1)!.at).toBeLessThan(20_000);
  expect(new Set(steps.map((step) => step.side)).size).toBe(2);
  expect(steps.some((step) => step.retracts)).toBe(true);
  expect(steps.map((step) => step.at)).toEqual(steps.map((step) => step.at).sort((one, other) => one - other));
});

it('classic_is_the_puzzle_that_its_button_leads_to', () => {
  const puzzle = mansubat.split('\n').map((line) => JSON.parse(line || '{}') as Record<string, unknown>);
  const found = puzzle.find((one) => one['id'] === classic.puzzle);
  expect(found).toMatchObject({ fen: classic.fen, ruleset: classic.ruleset, moves: classic.moves, origin: { name: classic.name } });
});

it('classic_goes_from_its_diagram_to_its_mate', () => {
  const like = (letter: string) => ({ letter, picture: letter, cell: '', side: 'white' }) as ArrayPiece;
  const array = [...'RNEKP'].flatMap((letter) => [like(letter), { ...like(letter), side: 'black' } as ArrayPiece]);
  const pieces = piecesOf(classic.fen, { files: 8, ranks: 8, array });
  expect(pieces.map(({ side, letter, cell }) => `${side[0]}${letter}${cell}`)).toEqual([
    'bRb8',
    'bKg8',
    'wPf6',
    'wPg6',
    'wKa4',
    'wNg4',
    'wRh4',
    'wEh3',
    'bRb2',
    'wRh1',
  ]);
  const cells = cellsAfter(pieces, stepsOf(classic.moves, 1000));
  const left = pieces.flatMap(({ side, letter }, index) => (cells[index] ? [`${side[0]}${letter}${cells[index]}`] : []));
  expect(left.sort()).toEqual(['bKg8', 'bRb8', 'wEf5', 'wKa4', 'wNh6', 'wPf6', 'wPg7']);
});
