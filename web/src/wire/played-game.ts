/** Requests of whoever plays or replays a game on the server. */
import { ApiError, gameAddress, request } from './api';
import type { PossiblePremoves, Replay, Side, WhyResponse } from './generated';

export const readReplay = (id: string) => request<Replay>(`${gameAddress(id)}/replay`);

export const readPremoves = (id: string, side: Side) => request<PossiblePremoves>(`${gameAddress(id)}/premoves/${side}`);

/** A game as a text. */
export async function downloadGame(id: string, format: 'pgn' | 'jsonl'): Promise<string> {
  const response = await fetch(`${gameAddress(id)}/${format}`);
  if (!response.ok) throw new ApiError(response.status, 'unexpected');
  return response.text();
}

export type WhyQuestion = { from: string; to?: string } | { move: string };
/** Reason why a move or piece is not allowed. */
export const readWhy = (id: string, side: Side, about: WhyQuestion) =>
  request<WhyResponse>(`${gameAddress(id)}/why/${side}?${new URLSearchParams(about).toString()}`);
