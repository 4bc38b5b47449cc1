import { expect, it } from 'vitest';
import { linkFragment, pgnOfFragment } from './link';

it('study_survives_its_link', async () => {
  const pgn = `[Ruleset "senterej"]\n\n{ሰንጠረዥ شطرنج} ${'1. e3 e6 '.repeat(200)}*`;
  const fragment = await linkFragment(pgn);
  expect(fragment).toMatch(/^#pgn=[\w-]+$/);
  expect(fragment.length).toBeLessThan(300);
  expect(await pgnOfFragment(fragment)).toBe(pgn);
});

it('link_that_is_cut_off_is_none', async () => {
  const fragment = await linkFragment('[Ruleset "shatranj"]\n\n1. e3 *');
  expect(await pgnOfFragment(fragment.slice(0, -4))).toBeNull();
  expect(await pgnOfFragment('#pgn=%%')).toBeNull();
  expect(await pgnOfFragment('#20')).toBeNull();
});
