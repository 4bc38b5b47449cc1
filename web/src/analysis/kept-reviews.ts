/** Reviews that this browser has computed, so that a game is reviewed once. */
import type { GameAnalysis, GameData } from 'rukh';

const CACHE = 'rukh-reviews';
const MAX_REVIEWS = 30;

export async function keepReview(game: GameData, review: GameAnalysis): Promise<void> {
  const cache = await open();
  if (!cache) return;
  // Keys come in the order in which they were put.
  for (const request of (await cache.keys()).slice(0, -(MAX_REVIEWS - 1))) await cache.delete(request);
  await cache.put(await addressOf(game), Response.json(review));
}

export async function readReview(game: GameData): Promise<GameAnalysis | null> {
  const cache = await open();
  const found = cache && (await cache.match(await addressOf(game)));
  return found ? ((await found.json()) as GameAnalysis) : null;
}

async function addressOf(game: GameData): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(game)));
  return `/kept-review/${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Pages without https have no cache. */
async function open(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null;
}
