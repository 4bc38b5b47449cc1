/** Kinds of opponents, and the requests that create their games. */
import type { NewGameRequest, NewSeat, SeekRequest } from '../wire/generated';
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

/** Why a seek cannot be rated; `null` if it can. */
export function whyUnrated({ time, fen }: Pick<PlannedGame, 'time' | 'fen'>, isAccount: boolean): 'account' | 'time' | 'start' | null {
  if (!isAccount) return 'account';
  if (time.kind === 'none') return 'time';
  return fen ? 'start' : null;
}

/** A seek is rated if its maker wants so and it can be. */
export function newSeekOf(plan: PlannedGame, isAccount: boolean): SeekRequest {
  const { instance, opponent, colour, time, manner, fen, isRated } = plan;
  const rated = isRated && !whyUnrated(plan, isAccount);
  const position = fen ? { fen } : {};
  return { instance, ...position, colour, time_control: time, spectator_mode: manner, private: opponent === 'friend', rated };
}

/** `isWhite` decides if the colour is random. */
export function newGameOf(plan: PlannedGame, isWhite = Math.random() < 0.5): NewGameRequest {
  const { instance, opponent, colour, time, manner, fen } = plan;
  const human: NewSeat = { kind: 'human' };
  const engine: NewSeat = { kind: 'engine', level: plan.level };
  const rest = { instance, ...(fen ? { fen } : {}), time_control: time, spectator_mode: manner, private: plan.isPrivate };
  if (opponent === 'watch') return { ...rest, white: engine, black: { kind: 'engine', level: plan.otherLevel } };
  if (opponent === 'screen') return { ...rest, white: human, black: human };
  const white = colour === 'random' ? isWhite : colour === 'white';
  return white ? { ...rest, white: human, black: engine } : { ...rest, white: engine, black: human };
}
