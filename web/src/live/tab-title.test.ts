import { beforeAll, expect, it } from 'vitest';
import { withArea } from '../locale/locale';
import type { FinalResult, Side } from '../wire/generated';
import { tabTitle } from './tab-title';

beforeAll(() => withArea('game', Promise.resolve()));

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const title = (phase: 'werera' | 'turns' | 'over', turn: Side | null, sides: Side[], result: FinalResult | null = null) =>
  plain(tabTitle({ phase, turn, result }, sides, 'Senterej'));

it('title_on_own_turn_says_so', () => {
  expect(title('turns', 'white', ['white'])).toBe('Your turn · Senterej on Rukh');
  expect(title('turns', 'black', ['white'])).toBe('Senterej on Rukh');
  expect(title('werera', 'black', ['black'])).toBe('Your turn · Senterej on Rukh');
  expect(title('werera', 'white', ['black'])).toBe('Senterej on Rukh');
});

it('title_in_shared_werera_addresses_both', () => {
  expect(title('werera', null, ['black'])).toBe('Both players move · Senterej on Rukh');
});

it('title_on_one_screen_names_side_to_move', () => {
  expect(title('turns', 'black', ['white', 'black'])).toBe('Black to move · Senterej on Rukh');
  expect(title('turns', 'black', [])).toBe('Senterej on Rukh');
  expect(title('werera', null, [])).toBe('Senterej on Rukh');
});

it('title_when_over_shows_result', () => {
  const result = { winner: 'black', reason: 'checkmate', text: { english: '' }, style: null } as const;
  expect(title('over', null, ['white'], result)).toBe('You lost: checkmate · Senterej on Rukh');
  expect(title('over', null, ['black'], result)).toBe('You won: checkmate · Senterej on Rukh');
  expect(title('over', null, ['white', 'black'], result)).toBe('Black won: checkmate · Senterej on Rukh');
  expect(title('over', null, [], result)).toBe('Black won: checkmate · Senterej on Rukh');
});
