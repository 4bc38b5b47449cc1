import { expect, it } from 'vitest';
import { FIGURES, figureText } from './figure-text';

it('figures_are_shares_or_numbers_of_two_digits', () => {
  expect(FIGURES.map((figure) => figureText(figure, 0.0523))).toEqual(['5.23%', '5%', '5%', '0.05', '0.05']);
  expect(figureText('time_difficulty', -0.5)).toBe('-0.50');
});
