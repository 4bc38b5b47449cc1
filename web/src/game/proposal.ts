/** The address of the form for an appointment. */
import { formatTime } from './time';
import { pathTo } from '../lib/router.svelte';
import type { GameTimeControl } from '../wire/generated';

/** What the form for an appointment proposes. */
export interface Proposal {
  /** Whom to play. */
  whom: string;
  /** Whether to play now. */
  isNow?: boolean;
  /** Which game. */
  instance?: string;
  time?: GameTimeControl;
}

/** Address of the form for an appointment with somebody. */
export function proposalAddress({ whom, isNow, instance, time }: Proposal): string {
  const search = new URLSearchParams({ with: whom });
  if (isNow) search.set('now', '1');
  if (instance) search.set('game', instance);
  if (time && time.kind !== 'none') search.set('time', formatTime(time));
  return `${pathTo('people')}?${search}`;
}
