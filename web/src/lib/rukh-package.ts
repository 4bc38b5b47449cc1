/** The npm package `rukh`: the rules in this page, and the engine in a worker of it. */
import { load } from 'virtual:rukh-package';
import type * as Package from 'rukh';

export type RukhPackage = typeof Package;

/** Whether this build of the site has the package. */
export const hasPackage = load !== null;

let loading: Promise<RukhPackage> | null = null;

/** Loads the package once; after a failure the next call tries again. */
export function loadPackage(): Promise<RukhPackage> {
  if (!load) return Promise.reject(new Error('this site was built without the rules for browsers'));
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
