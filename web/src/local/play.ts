/** Whether games can be played on this device alone: the one place that decides it. */
import type { Opponent } from '../game/opponent';
import { hasPackage } from '../lib/rukh-package';

/** Who can be played without a server. */
const OPPONENTS: ReadonlySet<Opponent> = new Set(['engine', 'screen']);

/** Whether a browser can: it compiles WebAssembly, and keeps games. `isPackaged`: the site was built with the rules. */
export function canPlay(isPackaged: boolean, scope: { WebAssembly?: unknown; indexedDB?: unknown }): boolean {
  return isPackaged && !!scope.WebAssembly && !!scope.indexedDB;
}

export const canPlayHere = canPlay(hasPackage, globalThis);

export const isLocalOpponent = (opponent: Opponent): boolean => OPPONENTS.has(opponent);
