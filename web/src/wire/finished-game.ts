/** Requests about finished games: reviews, positions, throws. */
import { gameAddress, request } from './api';
import type { GamePosition, ReviewStatus, ThrowProof } from './generated';

/** The review of a finished game, or how far it is; 404 if nobody has asked for it. */
export const readReview = (id: string) => request<ReviewStatus>(`${gameAddress(id)}/review`);

/** Has a finished game reviewed by the server. */
export const requestReview = (id: string) => request<ReviewStatus>(`${gameAddress(id)}/review`, {});

/** The position of a game after a number of moves; the last one for null. */
export const readPosition = (id: string, move: number | null) =>
  request<GamePosition>(`${gameAddress(id)}/position${move === null ? '' : `?move=${move}`}`);

export const readThrows = (id: string) => request<ThrowProof>(`${gameAddress(id)}/throws`);
