import { expect, it } from 'vitest';
import { decoded, PAGES, parseRoute, pathTo, type PageWithId, type PlainPage } from './addresses';

it('routes_round_trip', () => {
  const id = 'senterej[saba=G,stalemate=loss]';
  for (const [page, path] of Object.entries(PAGES)) {
    const route = path.includes('{id}') ? { page, id } : { page };
    const address = path.includes('{id}') ? pathTo(page as PageWithId, id) : pathTo(page as PlainPage);
    expect(parseRoute(address)).toEqual(route);
    expect(parseRoute(`${address}/`.replace('//', '/'))).toEqual(route);
  }
});

it('parse_route_unknown_path_is_not_found', () => {
  for (const path of ['/nowhere/x', '/game', '/game/a/b', '/game/%', '/new/shatranj', '/games/x', '//']) {
    expect(parseRoute(path), path).toEqual({ page: 'not-found' });
  }
});

it('decoded_text_that_is_none_is_null', () => {
  expect([decoded('senterej%5Ba%3DG%5D'), decoded('law-opening'), decoded('')]).toEqual(['senterej[a=G]', 'law-opening', '']);
  expect(['%', '%zz', 'a%E0%A4'].map(decoded)).toEqual([null, null, null]);
});
