/** Reviews of finished games that the server computes once and stores. */
import { readReview, requestReview } from '../wire/finished-game';
import type { GameReview } from '../wire/generated';

/** Milliseconds between two requests for the state of a review. */
const PAUSE = 700;

/**
 * The review of a game, which the server begins unless it has one. Null once it is not wanted any more.
 * Fails where the server cannot review now.
 */
export async function serverReview(
  id: string,
  isWanted: () => boolean,
  onProgress: (done: number) => void = () => {},
): Promise<GameReview | null> {
  let status = await requestReview(id);
  while (!status.review) {
    onProgress(status.done);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (!isWanted()) return null;
    status = await readReview(id);
  }
  return status.review;
}
