/** What puzzles ask of the server; apart from other requests, which every page loads. */
import { request } from '../wire/api';
import type { DailyPuzzle, PuzzleDetails, PuzzleList, PuzzleRefutation } from '../wire/generated';

/** The puzzles without their solutions. */
export const listPuzzles = () => request<PuzzleList>('/api/v1/puzzles').then((answer) => answer.puzzles);

/** The puzzle of the day, the same for everyone. */
export const readDailyPuzzle = () => request<DailyPuzzle>('/api/v1/puzzles/daily');

/** A puzzle with all its positions. */
export const readPuzzle = (id: string) => request<PuzzleDetails>(`/api/v1/puzzles/${encodeURIComponent(id)}`);

/** What is wrong with a move after so many right ones. */
export const readRefutation = (id: string, after: number, move: string) =>
  request<PuzzleRefutation>(`/api/v1/puzzles/${encodeURIComponent(id)}/refutation?${new URLSearchParams({ after: String(after), move })}`);
