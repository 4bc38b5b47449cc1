/** Figures of how somebody plays, as text. */
import { shown } from '../locale/shown.svelte';
import type { IndicatorFigures } from '../wire/generated';

export type Figure = Exclude<keyof IndicatorFigures, 'games' | 'moves'>;

/** The figures in the order in which they are shown. */
export const FIGURES: Figure[] = ['loss', 'first_over_worse', 'first_over_close', 'time_spread', 'time_difficulty'];

/** Shares as percentages, the spread and the correlation as numbers. */
export function figureText(figure: Figure, value: number): string {
  const isShare = figure !== 'time_spread' && figure !== 'time_difficulty';
  const options: Intl.NumberFormatOptions = isShare
    ? { style: 'percent', maximumFractionDigits: figure === 'loss' ? 2 : 0 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(shown.language.format, options).format(value);
}
