/**
 * Own games with days for each move as they were last seen, kept in this browser to be read without a
 * connection. The service worker keeps nothing of games but the list of one's own.
 */
import type { Hello, WireEvent } from '../wire/generated';

const CACHE = 'rukh-games';
const MAX_GAMES = 20;

export interface KeptGame {
  /** When it was seen, in milliseconds since the epoch. */
  at: number;
  hello: Hello;
  events: WireEvent[];
}

const addressOf = (id: string) => `/kept/${encodeURIComponent(id)}`;

/** Whether a game is kept: one's own, for days, and not over. */
export const isKeptGame = ({ game, you, view }: Hello): boolean =>
  game.time_control.kind === 'days' && you.sides.length > 0 && view.phase !== 'over';

/** Keeps a game, or removes it once it is over. Browsers without storage keep nothing. */
export async function keepGame(kept: KeptGame): Promise<void> {
  const cache = await open();
  const { id } = kept.hello.game;
  if (!cache) return;
  await cache.delete(addressOf(id));
  if (!isKeptGame(kept.hello)) return;
  // Keys come in the order in which they were put.
  for (const request of (await cache.keys()).slice(0, -(MAX_GAMES - 1))) await cache.delete(request);
  await cache.put(addressOf(id), Response.json(kept));
}

export async function readKeptGame(id: string): Promise<KeptGame | null> {
  const found = await (await open())?.match(addressOf(id));
  return found ? ((await found.json()) as KeptGame) : null;
}

/** Pages without https have no cache. */
async function open(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null;
}
