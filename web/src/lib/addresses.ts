/**
 * Addresses of the pages. The server has the same tables, since it answers 404 where there is no
 * page and writes the head of each (`crates/server/src/http/web_app/address.rs`; a test there
 * compares them).
 */
export const PAGES = {
  home: '/',
  learn: '/learn',
  lesson: '/learn/{id}',
  play: '/play',
  new: '/play/{id}',
  game: '/game/{id}',
  review: '/game/{id}/review',
  replay: '/replay/{id}',
  verify: '/verify/{id}',
  challenge: '/challenge/{id}',
  analysis: '/analysis',
  studies: '/analysis/studies',
  study: '/analysis/studies/{id}',
  puzzles: '/puzzles',
  puzzle: '/puzzles/{id}',
  games: '/games',
  player: '/player/{id}',
  ratings: '/ratings',
  report: '/report',
  moderation: '/moderation',
  events: '/events',
  event: '/events/{id}',
  appointment: '/appointment/{id}',
  people: '/people',
  clubs: '/clubs',
  club: '/club/{id}',
  embed: '/embed/game/{id}',
  library: '/library',
  rules: '/library/{id}',
  sheet: '/library/{id}/sheet',
  endings: '/library/{id}/endings',
  compare: '/compare',
  comparison: '/compare/{id}/{other}',
  sources: '/sources',
  evidence: '/evidence/{id}',
  disputes: '/disputes',
  map: '/map',
  timeline: '/timeline',
  squares: '/squares',
  downloads: '/downloads',
  laboratory: '/laboratory',
  measurement: '/laboratory/{id}',
  signin: '/sign-in',
  register: '/register',
  account: '/account',
  settings: '/settings',
  languages: '/languages',
  about: '/about',
  help: '/help',
  privacy: '/privacy',
  terms: '/terms',
  api: '/api',
} as const;

type Pages = typeof PAGES;

/** Pages that show something with an id. */
export type PageWithId = { [Page in keyof Pages]: Pages[Page] extends `${string}{id}${string}` ? Page : never }[keyof Pages];
export type PlainPage = Exclude<keyof Pages, PageWithId>;

export type Route = { page: PlainPage | 'not-found' } | { page: PageWithId; id: string };

const withId = Object.entries(PAGES).filter(([, path]) => path.includes('{id}')) as [PageWithId, string][];
const plain = Object.entries(PAGES).filter(([, path]) => !path.includes('{id}')) as [PlainPage, string][];

/** The route of a path; unknown paths become `not-found`. */
export function parseRoute(path: string): Route {
  const bare = path === '/index.html' ? '/' : path.replace(/([^/])\/$/, '$1');
  const found = plain.find(([, address]) => address === bare);
  if (found) return { page: found[0] };
  for (const [page, address] of withId) {
    const segment = new RegExp(`^${address.replace('{id}', '([^/]+)').replace('{other}', '[^/]+')}$`).exec(bare)?.[1];
    if (!segment) continue;
    const id = decoded(segment);
    return id === null ? { page: 'not-found' } : { page, id };
  }
  return { page: 'not-found' };
}

/** A part of an address as plain text; null where it is no encoded text, such as a lone `%`. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function pathTo(page: PageWithId, id: string): string;
export function pathTo(page: PlainPage): string;
export function pathTo(page: keyof Pages, id = ''): string {
  return PAGES[page].replace('{id}', encodeURIComponent(id));
}
