import { expect, it } from 'vitest';
import { parseRoute, pathTo } from './router.svelte';

it('routes_round_trip', () => {
  for (const page of ['new', 'game', 'rules', 'replay', 'verify', 'challenge'] as const) {
    const id = 'senterej[saba=G,stalemate=loss]';
    expect(parseRoute(pathTo(page, id))).toEqual({ page, id });
  }
  expect(parseRoute('/games')).toEqual({ page: 'games' });
});

it('parse_route_unknown_path_is_not_found', () => {
  for (const path of ['/nowhere/x', '/game', '/game/a/b', '/game/%']) expect(parseRoute(path), path).toEqual({ page: 'not-found' });
});
