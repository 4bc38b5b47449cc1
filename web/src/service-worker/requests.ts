/** What the service worker does with a request. */

/**
 * `page`: from the network, else the kept page; `shell`: a file of this version, or one with a hash in
 * its name, which never changes: kept, else from the network; `reading`: from the network, else as it
 * was last seen. Everything else goes to the network as without a service worker: sockets, changes,
 * games of others, pictures.
 */
export type RequestKind = 'page' | 'shell' | 'reading';

/** What a page asks of the service worker. */
export interface WorkerMessage {
  /** A version that waits takes over. */
  activate?: boolean;
  /** Stops prefetching, so that a new version can become active. */
  stopPrefetch?: boolean;
  /** Paths of files that the page has loaded, to be kept: those of its language are in no list. */
  files?: string[];
  /** Addresses that the page has read, to be kept: a page that was opened first has read them without the service worker. */
  read?: string[];
  /** Lessons and rules are read, to be kept; those of the library in this language, and what plays without a server. */
  warm?: string;
  /** The language of push messages; empty if there are to be none. */
  language?: string;
}

export interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** Resources that are the same for everyone and can be read without a connection. */
const READING = /^\/api\/v1\/(catalog|rulesets|lessons|puzzles)(\/[^/]+)?$/;
/** Pages of the library, which the app reads from the server as well. */
const LIBRARY = /^\/(library|compare|evidence|laboratory)(\/|$)|^\/(sources|disputes|map|timeline|squares|downloads)$/;
/** The address at which the app reads a page of the library. */
export const readingOf = (path: string, language: string): string => `${path}?lang=${language}`;

/**
 * Whether the site has answered: a proxy that does not reach it (502, 503, 504, and 520 to 530 of
 * Cloudflare) is as good as no connection, and so is a server that is overloaded.
 */
export const isAnswer = ({ status }: Pick<Response, 'status'>): boolean =>
  !(status >= 502 && status <= 504) && !(status >= 520 && status <= 530);

/** Paths that no page of the site has, though a browser may show them. */
const NO_PAGE = /^\/(api\/v1|ws|node|healthz|readyz|metrics)(\/|$)|\.(png|xml|txt|svg|webmanifest|js)$/;

export function kindOf(asked: Asked, origin: string, shell: ReadonlySet<string>): RequestKind | null {
  const url = new URL(asked.url);
  if (asked.method !== 'GET' || url.origin !== origin) return null;
  if (shell.has(url.pathname) || url.pathname.startsWith('/assets/')) return asked.mode === 'navigate' ? 'page' : 'shell';
  if (asked.mode === 'navigate') return NO_PAGE.test(url.pathname) ? null : 'page';
  if (READING.test(url.pathname)) return 'reading';
  if (url.searchParams.has('lang') && LIBRARY.test(url.pathname)) return 'reading';
  const isOwnGames = url.pathname === '/api/v1/games' && url.searchParams.get('player') === 'me' && !url.searchParams.has('before');
  return isOwnGames ? 'reading' : null;
}
