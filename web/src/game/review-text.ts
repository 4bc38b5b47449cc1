/** What a review has found, as sentences. */
import { sideName, t } from '../locale/locale';
import { shown } from '../locale/shown.svelte';
import type { Finding, GameReview, Side } from '../wire/generated';

export const percent = (share: number) =>
  new Intl.NumberFormat(shown.language.format, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** A finding, addressed to the player of one side; `sides` are the reader's. */
export function findingText({ kind, side, turn, share, seq, change }: Finding, { moves }: GameReview, sides: readonly Side[] = []): string {
  const own = sides.length === 1 ? sides[0] : null;
  const who = !own || !side ? 'side' : side === own ? 'own' : 'other';
  const named = side ? sideName(side) : '';
  if (kind !== 'costliest' && kind !== 'thrown-away') return t(`review-${kind}`, { who, side: named, n: turn, share: percent(share ?? 0) });
  const move = moves.find((one) => one.seq === seq)?.san ?? '';
  if (kind === 'costliest') return t('review-worst', { side: named, move, n: turn, loss: percent(share ?? 0) });
  const points = new Intl.NumberFormat(shown.language.format, { maximumFractionDigits: 3 }).format(share ?? 0);
  return t('review-thrown-away', { side: named, move, n: turn, change: change ?? 'points', points });
}
