/** Text of a contest, which lists of moves show as well. */
import { t } from '../locale/locale';
import type { Contest } from '../wire/messages';

/** Text of a contest: the faster side and its lead, network delay deducted. */
export function describeContest({ entries, coin }: Contest): string {
  const [first] = entries;
  const rival = entries.find((one) => one.side !== first?.side);
  if (!first || !rival) return '';
  const side = t(`side-${first.side}`);
  if (coin !== null) return t('said-contest-lot', { side });
  return t('said-contest', { side, ms: Math.max(1, rival.arrived - rival.lag - (first.arrived - first.lag)) });
}
