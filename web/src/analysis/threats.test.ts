import { expect, it } from 'vitest';
import { hasPackage, loadPackage } from '../lib/rukh-package';
import { threats } from './threats';

it.skipIf(!hasPackage)('threats_of_the_werera_are_captures_now_and_after_one_more_move', async () => {
  const { Game } = await loadPackage();
  const game = new Game('senterej');
  expect(threats(game, 'white')).toEqual({ once: [], twice: [] });
  // From b4 the knight takes on a2, c2 and d3, from d4 on e2 as well.
  for (const [move, side] of [
    ['b8c6', 'black'],
    ['d2d3', 'white'],
  ] as const)
    game.push(move, side);
  const cells = (side: 'white' | 'black') => {
    const { once, twice } = threats(game, side);
    return { once: once.map((move) => move.to).sort(), twice: twice.map(([, capture]) => capture.to).sort() };
  };
  expect(cells('black')).toEqual({ once: [], twice: ['a2', 'c2', 'd3', 'e2'] });
  expect(threats(game, 'black').twice[0]!.map((move) => move.san)).toEqual(['Nb4', 'Nxa2']);
  game.push('c6b4', 'black');
  expect(cells('black').once).toEqual(['a2', 'c2', 'd3']);
  expect(game.state.seq, 'the game itself is unchanged').toBe(3);
});
