import { expect, it } from 'vitest';
import { glossOf } from './piece-name';

it('gloss_explains_the_name_that_is_shown', () => {
  const horseman = {
    name: 'feresenya',
    names: [
      { language: 'am', text: 'ፈረሰኛ' },
      { language: 'en', text: 'horseman' },
    ],
  };
  expect(glossOf(horseman, 'feresenya')?.text).toBe('horseman');
  expect(glossOf(horseman, 'horseman')?.text).toBe('feresenya');
  expect(glossOf(horseman, 'ፈረሰኛ')?.text).toBe('feresenya');
  expect(glossOf({ name: 'king', names: [{ language: 'en', text: 'king' }] }, 'king')).toBeUndefined();
});
