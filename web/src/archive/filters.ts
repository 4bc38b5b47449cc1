/** The filters of the archive, in the words of `GET /api/v1/games` and of the page's address. */

/** Filters that the form has a field for. */
export const FIELDS = ['name', 'from', 'to', 'result', 'reason', 'plies_from', 'plies_to', 'opening', 'opening_of', 'position'] as const;
/** Which rulesets, and those that only links have. */
const OTHERS = ['instance', 'ruleset', 'family', 'player'] as const;

export type FilterName = (typeof FIELDS)[number] | (typeof OTHERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** The filters of an address; empty ones are none. */
export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const found = [...FIELDS, ...OTHERS].map((name) => [name, query.get(name)?.trim() ?? '']);
  return tidy(Object.fromEntries(found) as Filters);
}

/** Filters without empty ones, and without the half of an opening that is not given. */
export function tidy(filters: Filters): Filters {
  const kept = Object.entries(filters).filter(([name, value]) => value && (name !== 'opening_of' || (filters.opening && value !== 'both')));
  return Object.fromEntries(kept) as Filters;
}

/** Whether anything but the player is asked for, so that the form is open. */
export const hasSearch = (filters: Filters): boolean => Object.keys(filters).some((name) => name !== 'player');

export const toSearch = (filters: Record<string, string>): string => new URLSearchParams(filters).toString();
