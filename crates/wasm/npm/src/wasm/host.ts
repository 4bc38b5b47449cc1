/** What the engine's module asks of the worker it runs in. */

/** Set by the worker before each request. */
export const host = {
  shouldStop: (): boolean => false,
  report: (_progress: string): void => undefined,
};

/** Whether the search shall end. */
export function shouldStop(): boolean {
  return host.shouldStop();
}

/** Progress, as JSON. */
export function report(progress: string): void {
  host.report(progress);
}
