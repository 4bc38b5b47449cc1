/** The address of the form for an appointment. */
import { timeOf } from './time';
import { formatTime } from './time-choice';
import { pathTo } from '../lib/addresses';
import type { GameCard, GameTimeControl, Side } from '../wire/generated';

/** What the form for an appointment proposes. */
export interface Proposal {
  /** Whom to play. */
  whom: string;
  /** Whether to play now. */
  isNow?: boolean;
  /** Which game. */
  instance?: string;
  time?: GameTimeControl;
  /** Own time, if it is another. */
  odds?: GameTimeControl;
}

/** The times of another game for the player of a side: the opponent's, and with odds the own one. */
export function timesAgain(game: Pick<GameCard, 'time_control' | 'odds'>, side: Side): Pick<Proposal, 'time' | 'odds'> {
  if (!game.odds) return { time: game.time_control };
  return { time: timeOf(game, side === 'white' ? 'black' : 'white'), odds: timeOf(game, side) };
}

/** Address of the form for an appointment with somebody. */
export function proposalAddress({ whom, isNow, instance, time, odds }: Proposal): string {
  const search = new URLSearchParams({ with: whom });
  if (isNow) search.set('now', '1');
  if (instance) search.set('game', instance);
  if (time && time.kind !== 'none') search.set('time', formatTime(time));
  if (odds) search.set('odds', formatTime(odds));
  return `${pathTo('people')}?${search}`;
}
