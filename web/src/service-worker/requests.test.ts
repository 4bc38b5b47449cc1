import { expect, it } from 'vitest';
import { isAnswer, kindOf, readingOf } from './requests';

const ORIGIN = 'https://rukh.example';
const SHELL = new Set(['/', '/assets/index-1.js', '/rukh.svg']);
const get = (path: string, mode = 'cors', method = 'GET') => kindOf({ method, mode, url: ORIGIN + path }, ORIGIN, SHELL);

it('kind_of_pages_files_and_reading', () => {
  for (const path of ['/', '/games', '/library/shatranj', '/api', '/game/0123']) expect(get(path, 'navigate'), path).toBe('page');
  for (const path of ['/assets/index-1.js', '/assets/other-2.woff2', '/rukh.svg', '/']) expect(get(path), path).toBe('shell');
  for (const path of [
    '/api/v1/catalog',
    '/api/v1/rulesets/senterej%5Bsaba%3DG%5D',
    '/api/v1/lessons',
    '/api/v1/lessons/oblong',
    '/api/v1/puzzles/daily',
    readingOf('/library/senterej', 'am'),
    readingOf('/map', 'en'),
    readingOf('/laboratory/stalemate', 'fa'),
    '/api/v1/games?player=me&state=live',
  ]) {
    expect(get(path), path).toBe('reading');
  }
});

it('kind_of_games_changes_and_other_sites_is_left_to_the_network', () => {
  for (const path of [
    '/api/v1/games',
    '/api/v1/games?player=x',
    '/api/v1/games/0123',
    '/api/v1/games/0123/replay',
    '/api/v1/me',
    '/api/v1/seeks',
    '/ws/v1/lobby',
    '/icon-512.png',
    readingOf('/help', 'en'),
    '/api/v1/puzzles/x/refutation',
  ]) {
    expect(get(path), path).toBeNull();
  }
  for (const path of ['/api/v1/schema', '/library/shatranj/card.png', '/sitemap.xml', '/metrics'])
    expect(get(path, 'navigate'), path).toBeNull();
  expect(get('/api/v1/games?player=me', 'cors', 'POST')).toBeNull();
  expect(kindOf({ method: 'GET', mode: 'cors', url: 'https://elsewhere.example/assets/index-1.js' }, ORIGIN, SHELL)).toBeNull();
});

it('answer_of_a_proxy_alone_is_none_of_the_site', () => {
  for (const status of [0, 200, 204, 304, 404, 421, 429, 500, 501]) expect(isAnswer({ status }), String(status)).toBe(true);
  for (const status of [502, 503, 504, 520, 522, 530]) expect(isAnswer({ status }), String(status)).toBe(false);
});
