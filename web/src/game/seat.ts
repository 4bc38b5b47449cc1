/** Seats, phases and presence of games as text. */
import { personName } from '../lib/person-name';
import { timeOf } from './clock';
import { describeTime } from './time';
import { hasMessage, sideName, t } from '../locale/locale';
import type { FinalResult, GameCard, PlayerPresence, Seat, ShownRating, Side } from '../wire/generated';

export function seatName({ player, name }: Seat): string {
  return player.kind === 'engine' ? t('seat-engine', { level: player.level }) : name ? personName(name) : t('seat-person');
}

/** A rating; one that is not certain yet has a question mark. */
export const ratingText = ({ value, provisional }: ShownRating): string => `${value}${provisional ? '?' : ''}`;

/** The id of the person in a seat; null for an engine. */
export const personIn = ({ player }: Seat): string | null => (player.kind === 'engine' ? null : player.id);

/** A result with its reason, addressed to the player of one side; `sides` are the reader's. */
export function resultText({ winner, reason }: Pick<FinalResult, 'winner' | 'reason'>, sides: readonly Side[], skin?: string): string {
  if (reason === 'aborted') return t('result-aborted');
  const why = hasMessage(`reason-${reason}`) ? t(`reason-${reason}`) : 'none';
  if (!winner) return t('result-draw', { reason: why });
  if (sides.length !== 1) return t('result-side-won', { side: sideName(winner, skin), reason: why });
  return t(winner === sides[0] ? 'result-you-won' : 'result-you-lost', { reason: why });
}

/** The phase or result of a game, read by a player. */
export function phaseText(game: GameCard, player: string): string {
  if (game.phase !== 'over') return t(`phase-${game.phase}`);
  return game.result ? resultText(game.result, sidesOf(game, player), game.skin) : t('phase-over');
}

/** The sides a player has in a game. */
export function sidesOf(game: GameCard, player: string): Side[] {
  return (['white', 'black'] as const).filter((side) => !!player && personIn(game[side]) === player);
}

/** Whether it is the player's turn. */
export function isPlayersTurn(game: GameCard, player: string): boolean {
  return !!game.turn && sidesOf(game, player).includes(game.turn);
}

/** How much time the player's side of a game has; both times, White's first, if a game of odds is not the player's. */
export function gameTime(game: GameCard, player: string): string {
  const [side, other] = sidesOf(game, player);
  const sides: Side[] = !game.odds ? ['white'] : side && !other ? [side] : ['white', 'black'];
  return sides.map((one) => describeTime(timeOf(game, one))).join(' – ');
}

/** 0 for a game in which it is the player's turn, 1 where both move, 2 for the others. */
function turnRank(game: GameCard, player: string): number {
  if (isPlayersTurn(game, player)) return 0;
  return game.phase === 'werera' && !game.turn ? 1 : 2;
}

/** Sorts a player's games: own turn first, then those where both move, then by latest move. */
export function sortByTurn(games: GameCard[], player: string): GameCard[] {
  return [...games].sort((one, other) => turnRank(one, player) - turnRank(other, player) || other.updated - one.updated);
}

/** The games but one in which a player can move: own turn first, then those where both move, by the longest wait. */
export function waitingGames(games: GameCard[], player: string, except = ''): GameCard[] {
  const waiting = games.filter((game) => game.id !== except && turnRank(game, player) < 2);
  return waiting.sort((one, other) => turnRank(one, player) - turnRank(other, player) || one.updated - other.updated);
}

/** Short disconnections are not shown; milliseconds. */
const DISCONNECT_GRACE = 3000;

export function isDisconnected(here: PlayerPresence, now: number): boolean {
  return !here.connected && now - here.since >= DISCONNECT_GRACE;
}

/** A duration rounded down to seconds, minutes, hours or days. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return t('ago-seconds', { n: seconds });
  if (seconds < 3600) return t('ago-minutes', { n: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t('ago-hours', { n: Math.floor(seconds / 3600) });
  return t('ago-days', { n: Math.floor(seconds / 86_400) });
}
