/** Errors of the package. */
import type { PlacedReason, Problem, ProblemKind } from './data.js';

/** An error of a ruleset, a position, a move, a game record, a search or a picture. */
export class RukhError extends Error {
  override readonly name = 'RukhError';
  /** The subject. */
  readonly kind: ProblemKind;
  /** For moves: `illegal`, `not_your_turn` and so on. */
  readonly code: string | undefined;
  /** Everything that is wrong, each with its place. */
  readonly reasons: PlacedReason[];
  /** Legal moves that look like the one refused. */
  readonly legal: string[];

  constructor(problem: Problem) {
    super(problem.reasons.map(({ place, message }) => (place ? `${place}: ${message}` : message)).join('; '));
    this.kind = problem.kind;
    this.code = problem.code ?? undefined;
    this.reasons = problem.reasons;
    this.legal = problem.legal ?? [];
  }

  /** An error as a module or a worker throws it; anything else stays as it is. */
  static from(thrown: unknown): Error {
    if (typeof thrown === 'string') {
      try {
        return new RukhError(JSON.parse(thrown) as Problem);
      } catch {
        return new Error(thrown);
      }
    }
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  }
}

/** The result of a call of the module, with its errors as `RukhError`. */
export function call<T>(run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    throw RukhError.from(thrown);
  }
}
