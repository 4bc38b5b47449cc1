/** What lists of a player's games say of each, and their order. */
import type { GameCard, Side } from '../wire/generated';
import { sidesOf } from './seat';
import { describeTime, timeOf } from './time';

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
