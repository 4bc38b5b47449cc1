/** Pools of ratings: a family of games, with the die or without, at one pace. */
import { t } from '../locale/locale';
import type { RatingPool } from '../wire/generated';
import { familiesOf, nameOf } from './families';

type Families = ReturnType<typeof familiesOf>;

/** As in an address: `senterej-live`, `oblong-die-days`. */
export const poolId = ({ family, die, pace }: RatingPool): string => `${family}${die ? '-die' : ''}-${pace}`;

/** A pool in words. */
export function poolName({ family, die, pace }: RatingPool, families: Families): string {
  const found = families.find((one) => one.id === family);
  const name = found ? nameOf(found.main) : family;
  return [name, die ? t('pool-die') : '', t(`pool-${pace}`)].filter(Boolean).join(' · ');
}
