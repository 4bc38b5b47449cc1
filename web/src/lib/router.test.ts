import { expect, it } from 'vitest';
import { parseRoute, pathTo } from './router.svelte';

it('reads every address it writes', () => {
  for (const page of ['new', 'game', 'rules', 'replay', 'verify', 'challenge'] as const) {
    const id = 'senterej[saba=G,stalemate=loss]';
    expect(parseRoute(pathTo(page, id))).toEqual({ page, id });
  }
  expect(parseRoute('/games')).toEqual({ page: 'games' });
});

it('knows a lost path', () => {
  for (const path of ['/nowhere/x', '/game', '/game/a/b', '/game/%']) expect(parseRoute(path), path).toEqual({ page: 'not-found' });
});
