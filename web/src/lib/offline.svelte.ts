/** The service worker, new versions of the site, and whether there is a connection. */
import type { WorkerMessage } from '../service-worker/requests';
import type { Kept } from './kept-parts';
import { settings } from '../settings/settings.svelte';

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
    this.kept = await import('./kept-parts').then(({ findKept }) => findKept()).catch(() => 'nothing' as const);
  }

  private async register(): Promise<void> {
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null);
    // Without it (private windows, full disks) the site needs a connection, as any other.
    if (!registration) return;
    this.watch(registration);
    const keeping = import('./kept-parts');
    void keeping.then(
      ({ keepRead }) => keepRead(),
      () => {},
    );
    setTimeout(() => {
      void keeping.then(
        ({ warm }) => warm(),
        () => {},
      );
      if (settings.push)
        void import('./push').then(
          ({ renewPush }) => renewPush(),
          () => {},
        );
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
}

function tell(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}

export const offline = new Offline();
