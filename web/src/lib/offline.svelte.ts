/** The service worker, new versions of the site, and whether there is a connection. */
import type { WorkerMessage } from '../service-worker/requests';
import { canPlayHere } from '../local/play';
import { settings } from './settings.svelte';

/** What plays without a server, as the build names it. */
const PLAYS = [/\/rules_bg-[^/]*\.wasm$/, /\/engine_bg-[^/]*\.wasm$/];

/** What this browser has kept: nothing; what was opened; that, and what plays without a server. */
export type Kept = 'nothing' | 'opened' | 'play';

/** Time for the page itself to load before anything is kept for reading offline, in milliseconds. */
const WARM_DELAY = 4000;

class Offline {
  isOffline = $state(!navigator.onLine);
  /** What works without a connection; found out when there is none. */
  kept = $state<Kept>('opened');
  /** A new version waits, or a part of this version is gone from the server. */
  hasUpdate = $state(false);
  isBroken = $state(false);
  /** When the game that is shown was last seen, if it is not connected; in milliseconds since the epoch. */
  seenAt = $state<number | null>(null);
  private waiting: ServiceWorker | null = null;

  constructor() {
    addEventListener('online', () => (this.isOffline = false));
    addEventListener('offline', () => {
      this.isOffline = true;
      void this.look();
    });
    if (this.isOffline) void this.look();
    // A part of the page could not be loaded: without a connection, or after an update of the server.
    addEventListener('vite:preloadError', () => {
      if (navigator.onLine) this.hasUpdate = this.isBroken = true;
    });
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    if (document.readyState === 'complete') void this.register();
    else addEventListener('load', () => void this.register());
  }

  /** Shows the new version. */
  update(): void {
    if (!this.waiting) return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    if (navigator.serviceWorker.controller) tell(navigator.serviceWorker.controller, { stopPrefetch: true });
    tell(this.waiting, { activate: true });
  }

  private async look(): Promise<void> {
    this.kept = await findKept().catch(() => 'nothing' as const);
  }

  private async register(): Promise<void> {
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null);
    // Without it (private windows, full disks) the site needs a connection, as any other.
    if (!registration) return;
    this.watch(registration);
    void this.keepRead();
    setTimeout(() => {
      void this.warm();
      if (settings.push) void import('./push').then(({ renewPush }) => renewPush(), () => {});
    }, WARM_DELAY);
  }

  /** Notices a version that waits until every tab of this one is closed. */
  private watch(registration: ServiceWorkerRegistration): void {
    const notice = (worker: ServiceWorker | null) => {
      // The first version of all replaces nothing.
      if (!worker || !navigator.serviceWorker.controller) return;
      this.waiting = worker;
      this.hasUpdate = true;
    };
    notice(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => coming.state === 'installed' && notice(coming));
    });
    // A tab may stay open for days.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && navigator.onLine) void registration.update().catch(() => {});
    });
  }

  /** Has what this page has read kept, with the page itself where the server wrote it: before there was a service worker, nobody did. */
  private async keepRead(): Promise<void> {
    const { active } = await navigator.serviceWorker.ready;
    const read = performance.getEntriesByType('resource').map((one) => one.name);
    if (active) tell(active, { read: [...read, `${location.pathname}?lang=${document.documentElement.lang}`] });
  }

  /** Has what this page has loaded kept for reading offline; lessons and rules too, unless the reader saves data. */
  private async warm(): Promise<void> {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
    const isFast = !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
    const warm = isFast ? document.documentElement.lang : undefined;
    const paths = performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname);
    const { active } = await navigator.serviceWorker.ready;
    if (active) tell(active, { files: paths.filter((path) => path.startsWith('/assets/')), warm });
  }
}

function tell(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}

export const offline = new Offline();

async function findKept(): Promise<Kept> {
  if (!navigator.serviceWorker?.controller) return 'nothing';
  const shell = (await caches.keys()).find((name) => name.startsWith('rukh-shell-'));
  if (!shell) return 'nothing';
  const kept = (await (await caches.open(shell)).keys()).map((one) => one.url);
  return canPlayHere && PLAYS.every((file) => kept.some((url) => file.test(url))) ? 'play' : 'opened';
}
