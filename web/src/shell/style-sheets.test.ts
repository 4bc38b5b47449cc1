import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Sheets of every page. */
const SHARED = ['../app.css', '../pieces/pieces.css', '../board/board.css'];
/** Every other sheet stays loaded on the pages that follow: the class that all it says is below, and the components with that class. */
const SCOPED: Record<string, { root: string; used: string[] }> = {
  '../library/library.css': { root: 'library', used: [] },
  './article.css': { root: 'article', used: ['About', 'Api', 'Help', 'Privacy', 'TermsView'] },
  '../replay/replay-layout.css': { root: 'game', used: ['ReplayView'] },
  '../studies/dialog.css': { root: 'study-dialog', used: ['ChapterList', 'StudySettings'] },
  '../live/play-layout.css': { root: 'play', used: ['Game'] },
};

const sheets = Object.fromEntries(
  Object.keys(import.meta.glob('../**/*.css')).map((path) => [path, readFileSync(`${import.meta.dirname}/${path}`, 'utf8')]),
);
const components = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });

/** What stands before a block: selectors, and at-rules. */
const preludes = (css: string) => [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, text]) => text!.trim());
const selectors = (css: string) =>
  preludes(css)
    .filter((text) => !text.startsWith('@'))
    .flatMap((list) => list.split(/,(?!(?:[^()]|\([^()]*\))*\))/))
    .map((one) => one.trim());

it('sheet_of_some_pages_matches_nothing_on_others', () => {
  expect(
    Object.keys(sheets)
      .filter((path) => !SHARED.includes(path))
      .sort(),
  ).toEqual(Object.keys(SCOPED).sort());
  for (const [path, { root }] of Object.entries(SCOPED)) {
    // An element of that class, or one around it.
    const isBelow = new RegExp(`^(\\.${root}(?![\\w-])|[^ >]*:has\\(\\.${root}\\))`);
    expect(selectors(sheets[path]!).length, path).toBeGreaterThan(4);
    expect(
      selectors(sheets[path]!).filter((one) => !isBelow.test(one)),
      path,
    ).toEqual([]);
    expect(
      preludes(sheets[path]!).filter((one) => one === '@page'),
      path,
    ).toEqual([]);
  }
});

/** Those of components are checked with the components. */
it('lines_of_style_sheets_fit_the_screen_of_an_editor', () => {
  for (const [path, text] of Object.entries(sheets))
    expect(
      text.split('\n').filter((line) => line.length > 140),
      path,
    ).toEqual([]);
});

it('class_of_a_sheet_is_of_its_components_only', () => {
  for (const { root, used } of Object.values(SCOPED)) {
    const isRoot = new RegExp(`class="(?:[^"]*[ }])?${root}[ "]|class:${root}\\b`);
    const found = Object.entries(components)
      .filter(([, text]) => isRoot.test(text))
      .map(([path]) => /(\w+)\.svelte$/.exec(path)![1]!);
    expect(found.sort(), root).toEqual(used);
  }
});

it('text_on_a_ground_of_its_own_is_seen_in_forced_colours', () => {
  const blocks = Object.values({ ...sheets, ...components }).flatMap((text) =>
    [...text.matchAll(/\{([^{}]*)\}/g)].map(([, block]) => block!),
  );
  const onGround = blocks.filter((block) => /[ ;]color: var\(--(on-accent|paper)\)/.test(block));
  expect(onGround.length).toBeGreaterThan(6);
  expect(onGround.filter((block) => !block.includes('forced-color-adjust: none'))).toEqual([]);
});

it('cells_of_wide_tables_keep_their_distance_in_both_directions_of_reading', () => {
  for (const path of ['../moderation/PoolIndicators.svelte', '../moderation/LogTable.svelte', '../events/Standings.svelte']) {
    const cells = /th, td \{([^}]*)\}/.exec(components[path]!)?.[1];
    expect(cells, path).toContain('padding-inline: 0 12px;');
    expect(cells, path).not.toContain('padding:');
  }
});

/** A board, and what is over it, has its a-file at the left in every language. */
it('left_and_right_differ_nowhere_but_on_boards', () => {
  const styles = Object.entries(components).map(([path, text]) => [path, /<style[^]*/.exec(text)?.[0] ?? ''] as const);
  const found = [...Object.entries(sheets), ...styles]
    .filter(([path]) => !path.startsWith('../board/'))
    .flatMap(([path, css]) => sidesIn(css).map((rule) => `${path}: ${rule}`));
  expect(found).toEqual([]);
  const odd = 'a { padding: 1px 2px 3px 4px; margin-left: 1px; border-radius: 0 6px 6px 0; inset: 0 calc(1px + 2px) 0 0; float: left; }';
  expect(sidesIn(odd).length).toBe(5);
  expect(sidesIn('a { padding: 1px 2px 3px 2px; margin: 0 auto 1px; border-radius: 6px 6px 0 0; left: 0; }')).toEqual([]);
});

/** Rules of a style sheet that tell left from right. */
function sidesIn(text: string): string[] {
  const named = [...text.matchAll(/[ {;](?:(?:padding|margin|border)-(?:left|right)[a-z-]*|text-align: (?:left|right)|float)\b[^;}]*/g)];
  const sized = [...text.matchAll(/[ {;](padding|margin|inset|border-width|border-radius): ([^;{}]+)/g)].filter(([, property, value]) => {
    const sizes = value!.trim().split(/ (?![^(]*\))/);
    if (sizes.length < 4) return false;
    return property === 'border-radius' ? sizes[0] !== sizes[1] || sizes[2] !== sizes[3] : sizes[1] !== sizes[3];
  });
  return [...named, ...sized].map(([rule]) => rule.trim());
}
