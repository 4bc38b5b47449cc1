import { expect, it } from 'vitest';
import { ApiError } from '../wire/api';
import type { StudyOp } from '../wire/generated';
import { acknowledge, deliver, dismiss, emptyOutbox, enqueue, foldComments, join, nextBatch, refuse, wordsOf } from './outbox';

const comment = (number: number, text = `word ${number}`): StudyOp => ({
  id: `aaaa-${number}`,
  clock: number,
  chapter: 'aaaa-1',
  do: 'comment',
  node: '',
  text,
});
const all = (count: number) => Array.from({ length: count }, (_, index) => comment(index + 1));
const refused = (code = 'bad_operation', status = 400) => new ApiError(status, code);

/** A server that writes all of a request or none. */
function server(isBad: (op: StudyOp) => boolean) {
  const written: string[] = [];
  let requests = 0;
  return {
    written,
    count: () => requests,
    send: async (ops: readonly StudyOp[]) => {
      requests++;
      if (ops.some(isBad)) throw refused();
      written.push(...ops.map((one) => one.id));
    },
  };
}

it('refused_operation_does_not_hold_up_the_others', async () => {
  const { send, written, count } = server((op) => op.id === 'aaaa-70' || op.id === 'aaaa-71');
  const delivery = await deliver(all(200), send);
  expect(delivery.refused.map(({ op }) => op.id)).toEqual(['aaaa-70', 'aaaa-71']);
  expect(delivery.written).toEqual(written);
  expect(delivery.written).toEqual(all(200).flatMap(({ id }) => (['aaaa-70', 'aaaa-71'].includes(id) ? [] : [id])));
  expect(delivery.stopped).toBeNull();
  expect(count(), 'requests').toBeLessThan(25);
});

it('operations_stay_in_their_order_and_wait_where_the_server_is_away', async () => {
  for (const error of [new ApiError(0, 'unreachable'), new ApiError(429, 'too_fast'), refused('unauthenticated', 401), new Error('x')]) {
    const written: string[] = [];
    const delivery = await deliver(all(8), async (ops) => {
      if (ops.length > 4) throw refused();
      if (ops[0]!.id === 'aaaa-5') throw error;
      written.push(...ops.map((one) => one.id));
    });
    expect(delivery).toEqual({ written: ['aaaa-1', 'aaaa-2', 'aaaa-3', 'aaaa-4'], refused: [], stopped: error });
  }
});

it('only_the_server_itself_refuses', async () => {
  // A cut answer, and those of proxies.
  for (const status of [200, 400, 403, 404, 408, 502]) {
    const error = new ApiError(status, 'unexpected');
    const delivery = await deliver(all(2), () => Promise.reject(error));
    expect(delivery, String(status)).toEqual({ written: [], refused: [], stopped: error });
  }
  const delivery = await deliver(all(4), async (ops) => {
    if (ops.some(({ id }) => id === 'aaaa-2')) throw new ApiError(413, 'unexpected');
  });
  expect([delivery.written, delivery.refused.map(({ op }) => op.id)]).toEqual([['aaaa-1', 'aaaa-3', 'aaaa-4'], ['aaaa-2']]);
});

it('what_is_written_is_not_refused_any_more', () => {
  const kept = acknowledge(enqueue(emptyOutbox(), all(2)), new Set(['aaaa-1']));
  expect(refuse(kept, [{ op: comment(1), why: 'late' }])).toEqual({ pending: [comment(2)], refused: [] });
});

it('what_follows_a_refused_operation_takes_the_place_of_what_that_did', () => {
  const after = (number: number, ...replaces: string[]) => ({ ...comment(number), replaces }) as StudyOp;
  const removal: StudyOp = { id: 'aaaa-5', clock: 5, chapter: 'aaaa-1', do: 'remove', nodes: ['x.0'], remarks: ['aaaa-3', 'bbbb-2'] };
  const [first, second, third] = [after(2, 'bbbb-1'), after(3, 'aaaa-2'), after(4, 'aaaa-3', 'cccc-1')];
  const kept = enqueue(emptyOutbox(), [first, second, third, removal]);
  const { pending } = refuse(
    kept,
    [first, second].map((op) => ({ op, why: 'too long' })),
  );
  expect(pending).toEqual([after(4, 'bbbb-1', 'cccc-1'), { ...removal, remarks: ['bbbb-1', 'bbbb-2'] }]);
});

it('comment_that_was_not_sent_is_replaced_by_the_next', () => {
  const waiting = [{ ...comment(1), replaces: ['bbbb-1', 'bbbb-2'] } as StudyOp];
  expect(foldComments(['aaaa-1', 'bbbb-2'], waiting, new Set())).toEqual({ replaces: ['bbbb-1', 'bbbb-2'], folded: ['aaaa-1'] });
  expect(foldComments(['aaaa-1'], waiting, new Set(['aaaa-1']))).toEqual({ replaces: ['aaaa-1'], folded: [] });
});

it('what_could_not_be_kept_is_kept_once_there_is_room', () => {
  const [one, other] = [comment(3), comment(4)].map((op) => ({ op, why: 'too long' }));
  const kept = join({ pending: all(1), refused: [one!] }, { pending: all(2), refused: [one!, other!] });
  expect(kept).toEqual({ pending: all(2), refused: [one, other] });
});

it('whoever_may_not_write_is_told_at_once', async () => {
  for (const code of ['not_allowed', 'no_such_study']) {
    let requests = 0;
    const delivery = await deliver(all(50), async () => {
      requests++;
      throw refused(code, 403);
    });
    expect([requests, delivery.refused.length]).toEqual([1, 50]);
  }
});

it('nothing_is_sent_of_nothing', async () => {
  const delivery = await deliver([], () => Promise.reject(new Error('sent')));
  expect(delivery).toEqual({ written: [], refused: [], stopped: null });
});

it('what_waits_is_kept_until_it_is_written_or_refused', () => {
  let kept = enqueue(emptyOutbox(), all(3));
  kept = enqueue(kept, [comment(3), comment(4)]);
  expect(kept.pending.map((one) => one.id)).toEqual(['aaaa-1', 'aaaa-2', 'aaaa-3', 'aaaa-4']);
  kept = acknowledge(kept, new Set(['aaaa-1', 'bbbb-9']));
  kept = refuse(kept, [{ op: comment(3), why: 'too long' }]);
  kept = refuse(kept, [{ op: comment(3), why: 'too long' }]);
  expect([kept.pending.map((one) => one.id), kept.refused]).toEqual([['aaaa-2', 'aaaa-4'], [{ op: comment(3), why: 'too long' }]]);
  expect(dismiss(kept, 'aaaa-3').refused).toEqual([]);
});

it('batch_is_bounded_and_never_empty', () => {
  expect(nextBatch(emptyOutbox())).toEqual([]);
  expect(nextBatch(enqueue(emptyOutbox(), all(450))).length).toBe(200);
  const long = Array.from({ length: 9 }, (_, index) => comment(index + 1, 'ሀ'.repeat(10_000)));
  expect(nextBatch(enqueue(emptyOutbox(), long)).length).toBe(3);
  const huge = comment(1, 'x'.repeat(300_000));
  expect(nextBatch(enqueue(emptyOutbox(), [huge, comment(2)]))).toEqual([huge]);
});

it('words_of_an_operation_can_be_copied', () => {
  expect(wordsOf(comment(1, 'a plan\nand more'))).toBe('a plan\nand more');
  const events = [
    { t: 'place', side: 'white', from: 'e2', to: 'e3' },
    { t: 'throw', face: 4 },
    { t: 'move', mv: 'a7a8q' },
    { t: 'resign', side: 'white' },
  ];
  expect(wordsOf({ id: 'aaaa-1', clock: 1, chapter: 'aaaa-1', do: 'line', after: '', events })).toBe('e2e3 4 a7a8q resign');
  expect(wordsOf({ id: 'aaaa-1', clock: 1, chapter: 'aaaa-1', do: 'drop', dropped: true })).toBe('');
});
