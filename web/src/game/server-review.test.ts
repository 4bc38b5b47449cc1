import { afterEach, expect, it, vi } from 'vitest';
import { serverReview } from './server-review';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server that answers each request with the next of these; the requests that were made. */
function answering(...answers: [status: number, body: unknown][]): string[] {
  const made: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    made.push(`${init.method ?? 'GET'} ${path}`);
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
  vi.useFakeTimers();
  return made;
}

const review = { findings: [], moves: [] };

it('review_is_asked_for_once_and_waited_for', async () => {
  const made = answering([202, { done: 0 }], [202, { done: 0.5 }], [200, { done: 1, review }]);
  const seen: number[] = [];
  const found = serverReview(
    'abc',
    () => true,
    (done) => seen.push(done),
  );
  await vi.runAllTimersAsync();
  expect(await found).toEqual(review);
  expect(made).toEqual(['POST', 'GET', 'GET'].map((method) => `${method} /api/v1/games/abc/review`));
  expect(seen).toEqual([0, 0.5]);
});

it('stored_review_is_there_at_once', async () => {
  const made = answering([200, { done: 1, review }]);
  expect(await serverReview('abc', () => true)).toEqual(review);
  expect(made).toHaveLength(1);
});

it('review_that_is_not_wanted_any_more_is_not_waited_for', async () => {
  answering([202, { done: 0 }]);
  const found = serverReview('abc', () => false);
  await vi.runAllTimersAsync();
  expect(await found).toBeNull();
});

it('server_that_cannot_review_now_is_an_error', async () => {
  answering([503, { error: { code: 'engines_busy', message: { english: 'Busy.' }, localized_messages: [], hint: null } }]);
  await expect(serverReview('abc', () => true)).rejects.toThrow();
});
