/** Kinds of opponents, and the requests that create their games. */
import type { NewGameRequest, NewSeat, SeekRequest, Side } from '../wire/generated';
import type { GameSetup } from './game-setup';

export const opponents = ['engine', 'friend', 'open', 'screen', 'watch'] as const;
export type Opponent = (typeof opponents)[number];

/** Who can be played without a server. */
const LOCAL: ReadonlySet<Opponent> = new Set(['engine', 'screen']);

export const isLocalOpponent = (opponent: Opponent): boolean => LOCAL.has(opponent);

/** A game setup and its ruleset instance. */
export interface PlannedGame extends GameSetup {
  instance: string;
}

export function readOpponent(text: string | null): Opponent | null {
  return opponents.find((one) => one === text) ?? null;
}

/** Whether the game needs another person to accept it (a seek). */
export function isSeek(plan: Pick<PlannedGame, 'opponent'>): boolean {
  return plan.opponent === 'open' || plan.opponent === 'friend';
}

/** Whether one player can have another time: with a friend or against the computer, on live clocks. */
export function canGiveTime({ opponent, time }: Pick<PlannedGame, 'opponent' | 'time'>): boolean {
  return (opponent === 'friend' || opponent === 'engine') && 'initial' in time;
}

/** Why a seek cannot be rated; `null` if it can. */
export function whyUnrated(
  plan: Pick<PlannedGame, 'opponent' | 'time' | 'odds' | 'fen'>,
  isAccount: boolean,
): 'account' | 'time' | 'odds' | 'start' | null {
  if (!isAccount) return 'account';
  if (plan.time.kind === 'none') return 'time';
  if (plan.odds && canGiveTime(plan)) return 'odds';
  return plan.fen ? 'start' : null;
}

/** A seek is rated if its maker wants so and it can be. */
export function newSeekOf(plan: PlannedGame, isAccount: boolean): SeekRequest {
  const { instance, opponent, colour, time, odds, manner, fen, isRated } = plan;
  const rated = isRated && !whyUnrated(plan, isAccount);
  const position = fen ? { fen } : {};
  const own = odds && canGiveTime(plan) ? { odds } : {};
  return { instance, ...position, ...own, colour, time_control: time, spectator_mode: manner, private: opponent === 'friend', rated };
}

/** `isWhite` decides if the colour is random. */
export function newGameOf(plan: PlannedGame, isWhite = Math.random() < 0.5): NewGameRequest {
  const { instance, opponent, colour, time, odds, manner, fen } = plan;
  const human: NewSeat = { kind: 'human' };
  const engine: NewSeat = { kind: 'engine', level: plan.level };
  const rest = { instance, ...(fen ? { fen } : {}), time_control: time, spectator_mode: manner, private: plan.isPrivate };
  if (opponent === 'watch') return { ...rest, white: engine, black: { kind: 'engine', level: plan.otherLevel } };
  if (opponent === 'screen') return { ...rest, white: human, black: human };
  const white = colour === 'random' ? isWhite : colour === 'white';
  const side: Side = white ? 'white' : 'black';
  const own = odds && canGiveTime(plan) ? { odds: { side, time_control: odds } } : {};
  return white ? { ...rest, ...own, white: human, black: engine } : { ...rest, ...own, white: engine, black: human };
}
