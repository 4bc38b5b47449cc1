import { expect, it } from 'vitest';
import { orient } from './orient';

const square = { files: 8, ranks: 8 };
const long = { files: 4, ranks: 16 };
const at = (size: typeof square, width: number, height: number) => {
  const { layout, isCompact, rotation } = orient(size, { width, height }, false);
  return [layout, isCompact, rotation];
};

it('layout_follows_board_and_window', () => {
  expect(at(square, 1280, 850)).toEqual(['side', false, 0]);
  expect(at(square, 390, 844)).toEqual(['under', true, 0]);
  expect(at(square, 844, 390)).toEqual(['side', true, 0]);
  expect(at(square, 640, 425)).toEqual(['side', true, 0]);
  expect(at(square, 768, 1024)).toEqual(['under', true, 0]);
  expect(at(square, 320, 256)).toEqual(['under', true, 0]);
  expect(at(long, 1280, 850)).toEqual(['lying', false, 90]);
  expect(at(long, 390, 844)).toEqual(['upright', true, 0]);
  expect(at(long, 844, 390)).toEqual(['lying', true, 90]);
  expect(at(long, 640, 400)).toEqual(['lying', true, 90]);
  expect(at(long, 768, 1024)).toEqual(['upright', true, 0]);
});

it('turned_board_has_black_near', () => {
  const { near, far, rotation } = orient(square, { width: 1280, height: 850 }, true);
  expect([near, far, rotation]).toEqual(['black', 'white', 180]);
});
