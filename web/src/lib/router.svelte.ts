/** Routes and history; unknown paths become `not-found`. */
import { untrack } from 'svelte';

import { parseRoute, type Route } from './addresses';

export { parseRoute, pathTo, type PageWithId, type Route } from './addresses';

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
  route = $state.raw<Route>({ page: 'home' });
  /** Navigation counter; each navigation creates the page anew. */
  visit = $state(0);
  private shown = '';

  constructor() {
    this.read();
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

  /** Updates the fragment of the current history entry; the page stays. */
  replaceHash(hash: string): void {
    if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash);
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
    if (link.pathname.startsWith('/api/') || link.relList.contains('external')) return;
    const isHere = !!link.hash && link.pathname + link.search === location.pathname + location.search;
    // The browser itself goes to a place of a text; that of a game's address is a move.
    if (isHere && link.hash !== '#main') return;
    event.preventDefault();
    if (isHere) document.getElementById('main')?.focus();
    else this.lead(link.pathname + link.search + link.hash, false);
  }
}

export const router = new Router();
