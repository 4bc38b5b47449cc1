/** What goes wrong between a program and a server. */

/** Base class of the errors of `rukh/client`. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
}

/** The server does not answer. */
export class UnreachableError extends ClientError {
  override readonly name = 'UnreachableError';
}

/** The stream of a game has left events out, again and again. */
export class StreamGapError extends ClientError {
  override readonly name = 'StreamGapError';
}

/** A request is no delivery of a webhook: nothing proves that the server has sent it just now. */
export class WebhookError extends ClientError {
  override readonly name = 'WebhookError';
}

/** The server answered with an error. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';

  constructor(
    /** Status of the answer, 400 or more. */
    readonly status: number,
    /** What is wrong, as a word for programs, such as `no_such_game`. */
    readonly code: string,
    /** What is wrong, as an English sentence. */
    readonly reason: string,
    /** What would be right, where the server knows. */
    readonly hint: string | undefined,
    /** When to try again, in seconds, where the server says. */
    readonly retryAfter: number | undefined,
  ) {
    super(`${reason} (${code}, ${status})${hint ? `: ${hint}` : ''}`);
  }
}

/** The server rejected an intent; nothing has changed in the game. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';

  constructor(
    /** Why, as a word for programs, such as `not_your_turn`. */
    readonly code: string,
    /** Why, as an English sentence. */
    readonly reason: string,
    /** Number of the last event of the game. */
    readonly seq: number,
  ) {
    super(`${reason} (${code})`);
  }
}

interface ErrorAnswer {
  type?: string;
  code?: string;
  seq?: number;
  message?: { english: string };
  error?: { code: string; message: { english: string }; hint?: { english: string } | null };
}

/** The error of an answer with a status of 400 or more. */
export async function readError(response: Response): Promise<ClientError> {
  const answer = (await response.json().catch(() => null)) as ErrorAnswer | null;
  const after = Number(response.headers.get('retry-after') ?? NaN);
  const retryAfter = after >= 0 ? after : undefined;
  if (answer?.code && answer.message) return new RefusedError(answer.code, answer.message.english, answer.seq ?? 0);
  const { code, message, hint } = answer?.error ?? {};
  return new ApiError(response.status, code ?? 'unknown', message?.english ?? 'the server gives no reason', hint?.english, retryAfter);
}

/** Whether another attempt may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof UnreachableError || (error instanceof RefusedError && error.code === 'unavailable');
}
