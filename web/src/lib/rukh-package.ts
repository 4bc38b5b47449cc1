/** The npm package `rukh`: the rules in this page, and the engine in a worker of it. */
import { load } from 'virtual:rukh-package';
import type * as Package from 'rukh';

export type RukhPackage = typeof Package;

/**
 * Whether the package can run: this build of the site has it, and this browser runs WebAssembly. Apple's lockdown
 * mode and the safer level of Tor's browser do not.
 */
export const hasPackage = load !== null && typeof WebAssembly === 'object';

let loading: Promise<RukhPackage> | null = null;

/** Loads the package once; after a failure the next call tries again. */
export function loadPackage(): Promise<RukhPackage> {
  if (!load || !hasPackage) return Promise.reject(new Error('the rules cannot run in this browser, or this site was built without them'));
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
