/** The addresses of the app and history; anything else is answered as a lost path. */

const WITH_ID = ['new', 'game', 'rules', 'replay', 'verify', 'challenge'] as const;

export type PageWithId = (typeof WITH_ID)[number];

export type Route =
  | { page: 'home' | 'games' | 'lost' }
  | { page: PageWithId; id: string };

export function parseRoute(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  if (/^\/games\/?$/.test(path)) return { page: 'games' };
  const found = /^\/([a-z]+)\/([^/]+)\/?$/.exec(path);
  const page = WITH_ID.find((one) => one === found?.[1]);
  if (!found || !page) return { page: 'lost' };
  try {
    return { page, id: decodeURIComponent(found[2]!) };
  } catch {
    return { page: 'lost' };
  }
}

export function pathTo(page: PageWithId, id: string): string {
  return `/${page}/${encodeURIComponent(id)}`;
}

class Router {
  route = $state.raw<Route>(parseRoute(location.pathname));

  constructor() {
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  private read(): void {
    this.route = parseRoute(location.pathname);
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/') || link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
