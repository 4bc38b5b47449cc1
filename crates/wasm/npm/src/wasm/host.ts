/** What the engine's module asks of the worker it runs in. */

/** Set by the worker before each request. */
export const host = {
  /** `nodes` were searched since the last call. */
  shouldStop: (_nodes: number): boolean => false,
  report: (_progress: string): void => undefined,
  /** The table that the workers of one engine share; empty without. */
  shared: new Int32Array(0) as Int32Array,
};

/** Whether the search shall end. */
export function shouldStop(nodes: number): boolean {
  return host.shouldStop(nodes);
}

/** Progress, as JSON. */
export function report(progress: string): void {
  host.report(progress);
}

/** The number of words of the shared table. */
export function sharedLength(): number {
  return host.shared.length;
}

/** A word of the shared table. */
export function loadShared(index: number): number {
  return Atomics.load(host.shared, index);
}

/** Replaces a word of the shared table. */
export function storeShared(index: number, word: number): void {
  Atomics.store(host.shared, index, word);
}
