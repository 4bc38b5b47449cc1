import { expect, it } from 'vitest';
import { hashOfMove, moveOfHash } from './game-link';

it('fragment_names_a_move', () => {
  expect(moveOfHash('#20')).toBe(20);
  expect(moveOfHash('#0')).toBe(0);
  for (const hash of ['', '#', '#main', '#-1', '#1.5', '#123456']) expect(moveOfHash(hash), hash).toBeNull();
  expect([hashOfMove(20), hashOfMove(0), hashOfMove(null)]).toEqual(['#20', '#0', '']);
});
