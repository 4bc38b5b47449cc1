/** The addresses of the app and history; anything else is answered as a lost path. */
import { untrack } from 'svelte';

const WITH_ID = ['new', 'game', 'rules', 'replay', 'verify', 'challenge'] as const;

export type PageWithId = (typeof WITH_ID)[number];

export type Route =
  | { page: 'home' | 'games' | 'not-found' }
  | { page: PageWithId; id: string };

export function parseRoute(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  if (/^\/games\/?$/.test(path)) return { page: 'games' };
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
 * Pages that only wait for something, or say that it is over. Left by the program they leave no
 * entry in the history: Back from the game a challenge became is not the challenge, which would
 * lead to the game again.
 */
const TRANSIENT_PAGES = new Set<Route['page']>(['challenge']);

/**
 * One place decides what becomes of the history:
 *
 * - a link, or an act that leads somewhere, makes a new entry;
 * - the address already shown, and a page that has only waited, are replaced;
 * - a page that keeps its choices in its address amends the entry it stands in.
 */
class Router {
  route = $state.raw<Route>(parseRoute(location.pathname));
  /** Counts the entries that were shown: a page is made anew for each. */
  visit = $state(0);
  private shown = location.pathname + location.search;

  constructor() {
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** Leads somewhere by the program's own act. */
  navigate(path: string): void {
    // An effect that leads on does not hang on where it has led.
    untrack(() => this.lead(path, TRANSIENT_PAGES.has(this.route.page)));
  }

  /** Says in the address what the page shows now; the page stays, and so does the entry. */
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

  /** Back or forward; a jump within the page is none of ours. */
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
