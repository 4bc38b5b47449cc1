import { expect, it, vi } from 'vitest';
import { ApiError } from '../wire/api';
import { Act } from './act.svelte';
import { Proof, proof } from './proof.svelte';

const unproven = new ApiError(403, 'prove_it', { english: 'Sign in again.' });

/** Resolves when everything that waits for answered promises has run. */
const settled = () => new Promise((done) => setTimeout(done));

it('proof_is_asked_for_and_the_call_repeated', async () => {
  const asked = new Proof();
  const call = vi.fn().mockRejectedValueOnce(unproven).mockResolvedValue('done');
  const answer = asked.of<string>(call);
  await settled();
  expect([asked.isAsked, call.mock.calls.length]).toEqual([true, 1]);
  asked.answer(true);
  expect(await answer).toBe('done');
  expect([asked.isAsked, call.mock.calls.length]).toEqual([false, 2]);
});

it('proof_that_is_not_given_leaves_the_call_undone', async () => {
  const asked = new Proof();
  const call = vi.fn().mockRejectedValue(unproven);
  const answer = asked.of(call);
  await settled();
  asked.answer(false);
  await expect(answer).rejects.toBe(unproven);
  expect(call.mock.calls.length).toBe(1);
});

it('proof_is_not_asked_for_by_other_errors', async () => {
  const asked = new Proof();
  const refused = new ApiError(403, 'passwords_off');
  await expect(asked.of(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(asked.isAsked).toBe(false);
});

it('act_does_one_thing_at_a_time_and_says_what_came_of_it', async () => {
  const act = new Act();
  let end = (_: string) => {};
  const first = act.run(() => new Promise<string>((done) => (end = done)));
  const second = vi.fn();
  await act.run(second);
  expect([act.isBusy, second.mock.calls.length]).toEqual([true, 0]);
  end('done');
  await first;
  expect([act.isBusy, act.done, act.problem]).toEqual([false, 'done', '']);
  await act.run(() => Promise.reject(new ApiError(409, 'name_taken', { english: 'That name is taken.' })));
  expect([act.isBusy, act.done, act.problem]).toEqual([false, '', 'That name is taken.']);
  expect(proof.isAsked).toBe(false);
});
