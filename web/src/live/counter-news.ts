/** Which changes of the laws' counters are announced. */
import type { Counter, Message, View } from '../wire/generated';

/** Distance from its limit at which a counter of both sides is announced. */
const NEAR_LIMIT = 10;

/** Texts of the counters of a side, or of any near their limit, that have changed. */
export function counterNews(before: View, now: View): Message[] {
  if (now.phase !== 'turns') return [];
  const decides = now.counters.filter((one) => one.side !== null || one.limit - one.value <= NEAR_LIMIT);
  const isNew = (one: Counter) =>
    !before.counters.some((old) => old.side === one.side && old.label.key === one.label.key && old.value === one.value);
  return decides.filter(isNew).map((one) => one.text);
}
