/** Beginning games on this device; the host itself is loaded when one begins. */
import type { PlannedGame } from '../forms/opponent';
import { newGameOf } from '../forms/opponent';
import { me } from '../lib/me.svelte';
import { offline } from '../lib/offline.svelte';
import { loadPackage } from '../lib/rukh-package';
import { ApiError } from '../wire/api';
import { createGame } from '../wire/new-game';
import { canPlayHere } from '../lib/play-here';
import type { NewSeat } from '../wire/generated';

/** Begins a planned game on this device; returns its id. */
export async function beginHere(plan: PlannedGame): Promise<string> {
  const { instance, white, black, fen } = newGameOf(plan);
  const level = (seat: NewSeat) => (seat.kind === 'engine' ? (seat.level ?? undefined) : undefined);
  return begin(instance, level(white), level(black), fen ?? undefined);
}

/** Begins a game of White against the computer: on the server, or on this device if that cannot be reached. */
export async function beginFirstGame(instance: string, level: number): Promise<string> {
  const here = () => begin(instance, undefined, level);
  if (canPlayHere && offline.isOffline) return here();
  try {
    await me.loaded;
    return (await createGame({ instance, white: { kind: 'human' }, black: { kind: 'engine', level } })).id;
  } catch (error) {
    if (canPlayHere && isUnreachable(error)) return here();
    throw error;
  }
}

/** The position that games of a ruleset begin with, by the rules on this device. */
export async function startHere(instance: string): Promise<string> {
  const { Game } = await loadPackage();
  return new Game(instance).fen;
}

/** Whether an error says that the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

async function begin(instance: string, white?: number, black?: number, fen?: string): Promise<string> {
  // Without a connection the host may be missing: then it was not kept, as when the reader saves data.
  const unreachable = () => {
    throw new ApiError(0, 'unreachable');
  };
  const [{ beginGame }] = await Promise.all([import('./host'), loadPackage()]).catch(unreachable);
  return beginGame({ instance, name: me.name, ...(white ? { white } : {}), ...(black ? { black } : {}), ...(fen ? { fen } : {}) });
}
