import { expect, it } from 'vitest';
import { cellsAfter, type LoopStep } from './loop';
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
