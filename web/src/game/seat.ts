/** Seats, phases and presence of games as text. */
import { personName } from '../lib/person-name';
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
