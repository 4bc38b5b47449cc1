import type { GameData } from 'rukh';
import { afterEach, expect, it, vi } from 'vitest';
import type { GameReview } from '../wire/generated';
import { keepReview, readReview } from './kept-reviews';

const game: GameData = { ruleset: { name: 'shatranj' }, start: '', events: [] };
const review = { moves: [], skipped: 0 } as unknown as GameReview;

afterEach(() => vi.unstubAllGlobals());

/** A page of `http://192.168.…` has neither a cache nor digests. */
it('review_without_https_is_computed_each_time', async () => {
  vi.stubGlobal('crypto', {});
  vi.stubGlobal('caches', undefined);
  await keepReview(game, review);
  expect(await readReview(game)).toBeNull();
});

it('review_is_kept_by_the_game', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    delete: async (address: string) => kept.delete(address),
    keys: async () => [...kept.keys()],
    put: async (address: string, answer: Response) => void kept.set(address, answer),
    match: async (address: string) => kept.get(address)?.clone(),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  await keepReview(game, review);
  expect(await readReview(game)).toEqual(review);
  expect(await readReview({ ...game, events: [{ t: 'draw' }] })).toBeNull();
  for (let n = 0; n < 40; n++) await keepReview({ ...game, start: String(n) }, review);
  expect(kept.size, 'the newest are kept').toBe(30);
  expect(await readReview(game)).toBeNull();
});
