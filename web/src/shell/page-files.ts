/** The component of each page, loaded when it is shown. */
import type { Component } from 'svelte';
import { withArea } from '../locale/locale';
import type { Route } from '../lib/addresses';
import { AREAS } from './areas';

type PageName = Exclude<Route['page'], 'not-found'>;
type PageComponent = Component<{ id?: string }>;

const files = import.meta.glob<{ default: PageComponent }>('../pages/*.svelte');

/** Files in `pages/` that are not called as their pages; the server names them too, to have a browser load them at once. */
const NAMES: Partial<Record<PageName, string>> = {
  play: 'Rulesets',
  new: 'Create',
  review: 'Analysis',
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
  laboratory: 'Library',
  measurement: 'Library',
  signin: 'SignIn',
  report: 'Terms',
  moderation: 'Terms',
  appointment: 'People',
  club: 'Clubs',
};

const nameOf = (page: PageName) => NAMES[page] ?? page[0]!.toUpperCase() + page.slice(1);

const fileOf = (page: PageName) => files[`../pages/${nameOf(page)}.svelte`];

/** Whether this build has a page. */
export const hasPage = (page: PageName): boolean => fileOf(page) !== undefined;

/** The component of a page; null where there is none. */
export async function loadPage(page: Route['page']): Promise<PageComponent | null> {
  const load = page === 'not-found' ? undefined : fileOf(page);
  if (page === 'not-found' || !load) return null;
  const areas = [AREAS[nameOf(page)] ?? []].flat();
  return (await areas.reduce((loading, area) => withArea(area, loading), load())).default;
}
