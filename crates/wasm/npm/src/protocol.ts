/** What page and worker say to each other. */
import type { ChoiceOptions, ExerciseOptions, ExplainOptions, GameData, MatchPair, OpeningOptions, Problem, ReviewProgress, SearchInfo, SearchOptions, Side } from './data.js';
import type { SharedBuffers } from './shared-memory.js';

/** A request of the page. */
export type Request =
  | { op: 'search'; game: GameData; options: SearchOptions }
  | { op: 'choose'; game: GameData; options: ChoiceOptions }
  | { op: 'faces'; game: GameData; options: SearchOptions }
  | { op: 'review'; game: GameData; options: SearchOptions }
  | { op: 'agrees_to_draw'; game: GameData; side: Side }
  | { op: 'explain'; game: GameData; options: ExplainOptions }
  | { op: 'evaluate'; game: GameData }
  | { op: 'tables'; game: GameData }
  | { op: 'openings'; options: OpeningOptions }
  | { op: 'exercise'; options: ExerciseOptions }
  | { op: 'match_numbers'; pairs: MatchPair[] }
  | { op: 'clear' };

/** A request with its number. */
export interface Envelope {
  id: number;
  request: Request;
  /** Milliseconds after which a search ends. */
  time?: number | undefined;
  /** The size of the table in MiB. */
  hashMb: number;
  /** The memory shared with the page and with other workers, where there can be any. */
  shared?: SharedBuffers | undefined;
}

/** Progress: a depth of a search, or the steps of a review that are done. */
export type Progress = SearchInfo | ReviewProgress;

/** An answer of the worker. */
export type Answer =
  | { id: number; progress: Progress }
  | { id: number; result: unknown }
  | { id: number; problem: Problem }
  | { id: number; failure: string };
