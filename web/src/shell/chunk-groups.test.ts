import { expect, it } from 'vitest';
import { ACCOUNT, BASE, PLAY, RULESETS } from '../../build/chunk-groups';
import { files, staticImportsOf } from './import-graph';

const paths = Object.keys(files).filter((path) => !path.endsWith('.test.ts'));
const isIn = (group: RegExp, path: string) => group.test(`src/${path}`);

/** What a file of the base imports comes to every page with it, whichever group it is of. */
it('base_needs_nothing_that_only_some_pages_share', () => {
  const base = new Set(paths.filter((path) => isIn(BASE, path)));
  expect(base.size).toBeGreaterThan(30);
  for (const path of base) for (const file of staticImportsOf(path)) base.add(file);
  expect([...base].filter((path) => [RULESETS, PLAY, ACCOUNT].some((group) => isIn(group, path)))).toEqual([]);
  expect([...base].filter((path) => path.startsWith('game/')).sort()).toEqual(['game/seat.ts', 'game/time.ts']);
});

it('groups_have_files', () => {
  for (const group of [RULESETS, PLAY, ACCOUNT]) expect(paths.filter((path) => isIn(group, path)).length).toBeGreaterThan(5);
});
