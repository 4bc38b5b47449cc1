/** Requests about players: their games and ratings, leaderboards, what a game has changed. */
import { gameAddress, request } from './api';
import type { GameList, GameRatings, Leaderboard, PlayerDetails, RatingHistory, RatingPoolList } from './generated';

/** Searches finished games, or lists others, with the parameters of `GET /api/v1/games`. */
export const searchGames = (query: Record<string, string>) => request<GameList>(`/api/v1/games?${new URLSearchParams(query).toString()}`);

/** A player with the results of the listed finished games. */
export const readPlayer = (id: string) => request<PlayerDetails>(`/api/v1/players/${encodeURIComponent(id)}`);

export const readRatingHistory = (id: string, pool: string) =>
  request<RatingHistory>(`/api/v1/players/${encodeURIComponent(id)}/ratings/${pool}`);

export const readRatingPools = () => request<RatingPoolList>('/api/v1/ratings').then((answer) => answer.pools);

export const readLeaderboard = (pool: string, of: 'people' | 'bots') =>
  request<Leaderboard>(`/api/v1/ratings/${pool}${of === 'bots' ? '/bots' : ''}`);

export const readGameRatings = (id: string) => request<GameRatings>(`${gameAddress(id)}/ratings`);
