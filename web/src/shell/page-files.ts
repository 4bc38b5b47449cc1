/** The component of each page, loaded when it is shown. */
import type { Component } from 'svelte';
import { withArea } from '../locale/locale';
import type { Route } from '../lib/addresses';
import { AREAS } from './areas';

type PageName = Exclude<Route['page'], 'not-found'>;
type PageComponent = Component<{ id?: string }>;

const files = import.meta.glob<{ default: PageComponent }>('../pages/*.svelte');

/** File in `pages/`; the server names them too, to have a browser load them at once. */
const NAMES: Record<PageName, string> = {
  home: 'Home',
  learn: 'Learn',
  lesson: 'Lesson',
  play: 'Rulesets',
  new: 'Create',
  game: 'Game',
  review: 'Analysis',
  replay: 'Replay',
  verify: 'Verify',
  challenge: 'Challenge',
  analysis: 'Analysis',
  puzzles: 'Puzzles',
  puzzle: 'Puzzle',
  games: 'Games',
  player: 'Player',
  ratings: 'Ratings',
  events: 'Events',
  event: 'Event',
  embed: 'Embed',
  library: 'Library',
  rules: 'Library',
  sheet: 'Library',
  endings: 'Library',
  compare: 'Library',
  comparison: 'Library',
  sources: 'Library',
  evidence: 'Library',
  disputes: 'Library',
  map: 'Library',
  timeline: 'Library',
  squares: 'Library',
  downloads: 'Library',
  signin: 'SignIn',
  register: 'Register',
  account: 'Account',
  settings: 'Settings',
  languages: 'Languages',
  about: 'About',
  help: 'Help',
  privacy: 'Privacy',
  api: 'Api',
};

const fileOf = (page: PageName) => files[`../pages/${NAMES[page]}.svelte`];

/** Whether this build has a page. */
export const hasPage = (page: PageName): boolean => fileOf(page) !== undefined;

/** The component of a page; null where there is none. */
export async function loadPage(page: Route['page']): Promise<PageComponent | null> {
  const load = page === 'not-found' ? undefined : fileOf(page);
  if (page === 'not-found' || !load) return null;
  const areas = [AREAS[NAMES[page]] ?? []].flat();
  return (await areas.reduce((loading, area) => withArea(area, loading), load())).default;
}
