import { expect, it } from 'vitest';
import { chanceText, scoreText } from './score-text';

it('scores_are_in_pawns_moves_to_mate_or_chances', () => {
  expect(scoreText({ cp: 35, mate: null, expected: 0.5 }, 'en')).toBe('+0.35');
  expect(scoreText({ cp: -120, mate: null, expected: 0.5 }, 'en')).toBe('−1.20');
  expect(scoreText({ cp: 0, mate: null, expected: 0.5 }, 'en')).toBe('0.00');
  expect(scoreText({ cp: null, mate: 5, expected: 1 }, 'en')).toBe('#3');
  expect(scoreText({ cp: null, mate: -4, expected: 0 }, 'en')).toBe('−#2');
  expect(scoreText({ cp: null, mate: null, expected: 0.4896 }, 'en')).toBe('49%');
  expect(chanceText(0.4896, 'en')).toBe('49%');
  expect(chanceText(0.4936, 'fa')).not.toBe('49.4%');
});
