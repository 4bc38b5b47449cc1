/**
 * Own games with days for each move as they were last seen, kept in this browser to be read without a
 * connection. The service worker keeps nothing of games but the list of one's own.
 */
import type { Hello, WireEvent } from '../wire/generated';
import { BoundedCache } from './bounded-cache';

const games = new BoundedCache('rukh-games', 20);

export interface KeptGame {
  /** When it was seen, in milliseconds since the epoch. */
  at: number;
  hello: Hello;
  events: WireEvent[];
}

const addressOf = (id: string) => `/kept/${encodeURIComponent(id)}`;

/** Keeps a game, or removes it once it is over. */
export async function keepGame(kept: KeptGame): Promise<void> {
  const address = addressOf(kept.hello.game.id);
  await (kept.hello.view.phase === 'over' ? games.delete(address) : games.put(address, kept));
}

export const readKeptGame = (id: string): Promise<KeptGame | null> => games.get<KeptGame>(addressOf(id));
