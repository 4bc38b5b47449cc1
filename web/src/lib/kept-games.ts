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

/** Whether a game is kept: one's own, for days, and not over. */
export const isKeptGame = ({ game, you, view }: Hello): boolean =>
  game.time_control.kind === 'days' && you.sides.length > 0 && view.phase !== 'over';

/** Keeps a game, or removes it once it is over. */
export async function keepGame(kept: KeptGame): Promise<void> {
  const address = addressOf(kept.hello.game.id);
  await (isKeptGame(kept.hello) ? games.put(address, kept) : games.delete(address));
}

export const readKeptGame = (id: string): Promise<KeptGame | null> => games.get<KeptGame>(addressOf(id));
