import { expect, it } from 'vitest';
import { isSeek, seekOf, wishesOf, type Plan } from './opponent';

const plan: Plan = {
  instance: 'shatranj', opponent: 'engine', level: 3, otherLevel: 5, colour: 'random', time: { kind: 'none' }, manner: 'traditional', isPrivate: true,
};

it('asks for a friend by a link only, and for anybody in the lobby', () => {
  expect(seekOf({ ...plan, opponent: 'friend' })).toMatchObject({ private: true, colour: 'random' });
  expect(seekOf({ ...plan, opponent: 'open' })).toMatchObject({ private: false });
  expect(isSeek(plan)).toBe(false);
});

it('seats people and engines', () => {
  const kinds = (wish: ReturnType<typeof wishesOf>) => [wish.white.kind, wish.black.kind];
  expect(kinds(wishesOf({ ...plan, colour: 'white' }))).toEqual(['human', 'engine']);
  expect(kinds(wishesOf({ ...plan, colour: 'black' }))).toEqual(['engine', 'human']);
  expect(kinds(wishesOf(plan, false))).toEqual(['engine', 'human']);
  expect(kinds(wishesOf({ ...plan, opponent: 'screen' }))).toEqual(['human', 'human']);
  expect(wishesOf({ ...plan, opponent: 'watch' })).toMatchObject({ white: { level: 3 }, black: { level: 5 }, private: true });
});
