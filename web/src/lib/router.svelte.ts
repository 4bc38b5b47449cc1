/** Four addresses and history; anything else is the home page's answer to a lost path. */

export type Route =
  | { page: 'home' }
  | { page: 'new' | 'game' | 'rules'; id: string }
  | { page: 'lost' };

export function parseRoute(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  const found = /^\/(new|game|rules)\/([^/]+)\/?$/.exec(path);
  if (!found) return { page: 'lost' };
  try {
    return { page: found[1] as 'new' | 'game' | 'rules', id: decodeURIComponent(found[2]!) };
  } catch {
    return { page: 'lost' };
  }
}

export function pathTo(page: 'new' | 'game' | 'rules', id: string): string {
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
    this.go(link.pathname);
  }
}

export const router = new Router();
