/** What this browser keeps for reading offline. Loaded when a page has come to rest, or when there is no connection. */
import { canPlayHere } from './play-here';
import type { WorkerMessage } from '../service-worker/requests';

/** What is kept: nothing; what was opened; that, and what plays without a server. */
export type Kept = 'nothing' | 'opened' | 'play';

/** What plays without a server, as the build names it. */
const PLAYS = [/\/rules_bg-[^/]*\.wasm$/, /\/engine_bg-[^/]*\.wasm$/];

export async function findKept(): Promise<Kept> {
  if (!navigator.serviceWorker?.controller) return 'nothing';
  const shell = (await caches.keys()).find((name) => name.startsWith('rukh-shell-'));
  if (!shell) return 'nothing';
  const kept = (await (await caches.open(shell)).keys()).map((one) => one.url);
  return canPlayHere && PLAYS.every((file) => kept.some((url) => file.test(url))) ? 'play' : 'opened';
}

/** Has what this page has read kept, with the page itself where the server wrote it: before there was a service worker, nobody did. */
export async function keepRead(): Promise<void> {
  const read = loaded().map((one) => one.name);
  await tell({ read: [...read, `${location.pathname}?lang=${document.documentElement.lang}`] });
}

/** Has what this page has loaded kept; lessons and rules too, unless the reader saves data. */
export async function warm(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const isFast = !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
  const files = loaded()
    .map((one) => new URL(one.name).pathname)
    .filter((path) => path.startsWith('/assets/'));
  await tell({ files, warm: isFast ? document.documentElement.lang : undefined });
}

const loaded = () => performance.getEntriesByType('resource');

async function tell(message: WorkerMessage): Promise<void> {
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}
