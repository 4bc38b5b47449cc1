/** How an event is played and when, in words. */
import { t } from '../locale/locale';
import type { EventFormat, EventResult } from '../wire/generated';

export function formatText(format: EventFormat): string {
  if (format.kind === 'arena') return t('event-arena', { n: format.minutes });
  if (format.kind === 'swiss') return t('event-swiss', { n: format.rounds });
  if (format.kind === 'knockout') return t('event-knockout', { n: format.games });
  return t('event-simul', { n: format.boards });
}

/** A number of points, of which halves are told apart. */
export const pointsText = (points: number): string => (Number.isInteger(points) ? String(points) : `${Math.floor(points) || ''}½`);

const RESULTS: Record<EventResult, string> = {
  white_wins: '1–0',
  black_wins: '0–1',
  draw: '½–½',
  white_forfeits: '−/+',
  black_forfeits: '+/−',
  both_forfeit: '−/−',
};

export const resultSign = (result: EventResult | null): string => (result ? RESULTS[result] : '…');
