/** Whether games can be played on this device alone: the one place that decides it. */
import { hasPackage } from './rukh-package';

/** Whether a browser can: it compiles WebAssembly, and keeps games. `isPackaged`: the site was built with the rules. */
export function canPlay(isPackaged: boolean, scope: { WebAssembly?: unknown; indexedDB?: unknown }): boolean {
  return isPackaged && !!scope.WebAssembly && !!scope.indexedDB;
}

export const canPlayHere = canPlay(hasPackage, globalThis);
