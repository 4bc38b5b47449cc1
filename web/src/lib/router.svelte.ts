/** Routes and history; unknown paths become `not-found`. */
import { untrack } from 'svelte';

const WITH_ID = ['new', 'game', 'rules', 'replay', 'verify', 'challenge'] as const;

export type PageWithId = (typeof WITH_ID)[number];

export type Route =
  | { page: 'home' | 'games' | 'languages' | 'not-found' }
  | { page: PageWithId; id: string };

export function parseRoute(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  if (/^\/games\/?$/.test(path)) return { page: 'games' };
  if (/^\/languages\/?$/.test(path)) return { page: 'languages' };
  const found = /^\/([a-z]+)\/([^/]+)\/?$/.exec(path);
  const page = WITH_ID.find((one) => one === found?.[1]);
  if (!found || !page) return { page: 'not-found' };
  try {
    return { page, id: decodeURIComponent(found[2]!) };
  } catch {
    return { page: 'not-found' };
  }
}

export function pathTo(page: PageWithId, id: string): string {
  return `/${page}/${encodeURIComponent(id)}`;
}

/**
 * Pages that only wait for something. Navigating away from them replaces their history
 * entry: Back from the game a challenge became must not show the challenge, which would
 * redirect to the game again.
 */
const TRANSIENT_PAGES = new Set<Route['page']>(['challenge']);

/**
 * The only place that changes the history:
 *
 * - a link or a navigation pushes a new entry;
 * - the current URL and transient pages are replaced;
 * - a page that keeps its state in the URL updates its own entry.
 */
class Router {
  route = $state.raw<Route>(parseRoute(location.pathname));
  /** Navigation counter; each navigation creates the page anew. */
  visit = $state(0);
  private shown = location.pathname + location.search;

  constructor() {
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** Navigates programmatically. */
  navigate(path: string): void {
    // An effect that navigates must not depend on the route.
    untrack(() => this.lead(path, TRANSIENT_PAGES.has(this.route.page)));
  }

  /** Updates the URL of the current history entry; the page stays. */
  replaceUrl(path: string): void {
    if (path === location.pathname + location.search) return;
    history.replaceState(history.state, '', path);
    this.shown = path;
  }

  private lead(path: string, isReplace: boolean): void {
    if (isReplace || path === location.pathname + location.search) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.show();
    scrollTo(0, 0);
  }

  /** Handles back and forward; ignores jumps within the page. */
  private read(): void {
    if (location.pathname + location.search !== this.shown) this.show();
  }

  private show(): void {
    this.shown = location.pathname + location.search;
    this.route = parseRoute(location.pathname);
    this.visit++;
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    if (link.hash && link.pathname + link.search === location.pathname + location.search) {
      document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus();
    } else this.lead(link.pathname + link.search + link.hash, false);
  }
}

export const router = new Router();
