/** Operations that wait to be written into a study, and those that were refused. */
import { ApiError } from '../wire/api';
import type { StudyOp } from '../wire/generated';

/** An operation that the server refused, and what it said of it. */
export interface RefusedOp {
  op: StudyOp;
  why: string;
}

/** What is kept of one person for one study. */
export interface Outbox {
  pending: StudyOp[];
  refused: RefusedOp[];
}

export const emptyOutbox = (): Outbox => ({ pending: [], refused: [] });

/** Adds operations that are not there. */
export function enqueue({ pending, refused }: Outbox, ops: readonly StudyOp[]): Outbox {
  const known = new Set(pending.map((one) => one.id));
  return { pending: [...pending, ...ops.filter((one) => !known.has(one.id))], refused };
}

/** All that two hold: what one browser keeps, and what a page could not keep there. */
export function join(one: Outbox, { pending, refused }: Outbox): Outbox {
  const known = new Set(one.refused.map(({ op }) => op.id));
  const all = [...one.refused, ...refused.filter(({ op }) => !known.has(op.id))];
  return { pending: enqueue(one, pending).pending, refused: all };
}

/** Takes operations out: those that are written, or that their writer does not want any more. */
export function acknowledge({ pending, refused }: Outbox, ids: ReadonlySet<string>): Outbox {
  return { pending: pending.filter((one) => !ids.has(one.id)), refused };
}

/** Puts operations aside that wait and were refused, so that the others go on. */
export function refuse({ pending, refused }: Outbox, all: readonly RefusedOp[]): Outbox {
  const waiting = new Set(pending.map((one) => one.id));
  const now = all.filter(({ op }) => waiting.has(op.id));
  const gone = new Map(now.map(({ op }) => [op.id, 'replaces' in op ? (op.replaces ?? []) : []]));
  const left = pending.filter((one) => !gone.has(one.id)).map((one) => withoutRefused(one, gone));
  return { pending: left, refused: [...refused, ...now] };
}

/** An operation that names refused ones names what those would have taken the place of; the same where it names none. */
function withoutRefused(op: StudyOp, gone: ReadonlyMap<string, readonly string[]>): StudyOp {
  const pass = (ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => (gone.has(id) ? pass(gone.get(id)!) : [id])))];
  const isNamed = (ids: readonly string[] = []) => ids.some((id) => gone.has(id));
  if ('replaces' in op && isNamed(op.replaces)) return { ...op, replaces: pass(op.replaces!) };
  if (op.do === 'remove' && isNamed(op.remarks)) return { ...op, remarks: pass(op.remarks!) };
  return op;
}

/** What a new comment takes the place of, and those of the comments that wait which are then not sent at all. */
export function foldComments(
  replaces: readonly string[],
  pending: readonly StudyOp[],
  sent: ReadonlySet<string>,
): { replaces: string[]; folded: string[] } {
  const folded = replaces.filter((id) => !sent.has(id) && pending.some((one) => one.id === id && one.do === 'comment'));
  const passed = replaces.flatMap((id) => {
    const op = folded.includes(id) ? pending.find((one) => one.id === id) : undefined;
    return op?.do === 'comment' ? (op.replaces ?? []) : [id];
  });
  return { replaces: [...new Set(passed)], folded };
}

/** Forgets an operation that was refused, once its writer has read that. */
export function dismiss({ pending, refused }: Outbox, id: string): Outbox {
  return { pending, refused: refused.filter((one) => one.op.id !== id) };
}

/** Operations and bytes that are sent at once; the server takes 500 and 256 KiB. */
const MAX_OPS = 200;
const MAX_BYTES = 120_000;

/** What is sent next: the first that wait. */
export function nextBatch({ pending }: Outbox): StudyOp[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const isTooMany = (op: StudyOp, index: number) => {
    bytes += encoder.encode(JSON.stringify(op)).length;
    return index > 0 && (index >= MAX_OPS || bytes > MAX_BYTES);
  };
  const end = pending.findIndex(isTooMany);
  return end < 0 ? pending : pending.slice(0, end);
}

/** What became of operations that were sent. */
export interface Delivery {
  written: string[];
  refused: { op: StudyOp; error: ApiError }[];
  /** Why the rest was not sent: it can be sent again. */
  stopped: unknown;
}

/**
 * Whether the same request may succeed later, or after signing in. Only the server itself refuses, and says why; an
 * answer without its words is one of a proxy, or was cut off. Too much at once is too much for a proxy too.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  if (code === 'unexpected') return status !== 413;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

/** Whether nothing of this person is written in this study any more. */
export const isForAll = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_allowed' || error.code === 'no_such_study');

/**
 * Sends operations in their order. The server writes all of a request or none, so where it refuses one, halves are
 * sent until that one is found; the others are written.
 */
export async function deliver(ops: readonly StudyOp[], send: (ops: readonly StudyOp[]) => Promise<unknown>): Promise<Delivery> {
  const delivery: Delivery = { written: [], refused: [], stopped: null };
  const waiting = ops.length ? [ops] : [];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    try {
      await send(part);
      delivery.written.push(...part.map((one) => one.id));
    } catch (error) {
      if (isPassing(error)) return { ...delivery, stopped: error };
      const refusal = error as ApiError;
      if (part.length > 1 && !isForAll(refusal)) {
        const half = Math.ceil(part.length / 2);
        waiting.push(part.slice(half), part.slice(0, half));
      } else {
        delivery.refused.push(...part.map((op) => ({ op, error: refusal })));
      }
    }
  }
  return delivery;
}

/** The words of an operation, which its writer may want again. */
export function wordsOf(op: StudyOp): string {
  if (op.do === 'comment') return op.text;
  if (op.do === 'chapter' || op.do === 'rename') return op.name;
  if (op.do === 'line')
    return op.events.map(({ mv, from, to, face, t }) => [mv ?? (from && to ? `${from}${to}` : (face ?? t))].join()).join(' ');
  if (op.do === 'tags')
    return Object.entries(op.tags)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n');
  return '';
}
