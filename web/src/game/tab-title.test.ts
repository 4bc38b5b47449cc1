import { expect, it } from 'vitest';
import type { Result, Side } from '../wire/types';
import { tabTitle } from './tab-title';

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const title = (phase: 'werera' | 'turns' | 'over', turn: Side | null, sides: Side[], result: Result | null = null) =>
  plain(tabTitle({ phase, turn, result }, sides, 'Senterej'));

it('title_own_turn_says_so', () => {
  expect(title('turns', 'white', ['white'])).toBe('Your turn · Senterej on Rukh');
  expect(title('turns', 'black', ['white'])).toBe('Senterej on Rukh');
  expect(title('werera', 'black', ['black'])).toBe('Your turn · Senterej on Rukh');
  expect(title('werera', 'white', ['black'])).toBe('Senterej on Rukh');
});

it('title_werera_of_both_calls_both', () => {
  expect(title('werera', null, ['black'])).toBe('Both players move · Senterej on Rukh');
});

it('title_one_screen_names_the_side_and_watchers_are_not_called', () => {
  expect(title('turns', 'black', ['white', 'black'])).toBe('Black to move · Senterej on Rukh');
  expect(title('turns', 'black', [])).toBe('Senterej on Rukh');
  expect(title('werera', null, [])).toBe('Senterej on Rukh');
});

it('title_over_says_the_result', () => {
  const result = { winner: 'black', reason: 'checkmate', text: '', style: null } as const;
  expect(title('over', null, ['white'], result)).toBe('Black wins · Senterej on Rukh');
});
