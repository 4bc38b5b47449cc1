/** Reviews that this browser has computed, so that a game is reviewed once. */
import type { GameData } from 'rukh';
import { BoundedCache } from '../lib/bounded-cache';
import type { GameReview } from '../wire/generated';

const reviews = new BoundedCache('rukh-reviews', 30);

export async function keepReview(game: GameData, review: GameReview): Promise<void> {
  const address = await addressOf(game);
  if (address) await reviews.put(address, review);
}

export async function readReview(game: GameData): Promise<GameReview | null> {
  const address = await addressOf(game);
  return address ? reviews.get<GameReview>(address) : null;
}

/** Null on pages without https, which have no digests. */
async function addressOf(game: GameData): Promise<string | null> {
  if (!crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(game)));
  return `/kept-review/${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
