// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnalysisBoard } from '../analysis/analysis-board.svelte';
import { hasPackage } from '../lib/rukh-package';
import { ApiError } from '../wire/api';
import type { RulesetDetails, StudyMessage, StudyOp, WrittenStudyOp } from '../wire/generated';
import type { StudyListener } from '../wire/studies';
import type { Outbox } from './outbox';
import { ServerStudy } from './server-study.svelte';

const ME = { id: 'me', name: 'Almaz' };
const A = 'aaaa-1';
const B = 'aaaa-3';

/** A server with one study, and this browser. */
const world = {
  ops: [] as WrittenStudyOp[],
  kept: new Map<string, Outbox>(),
  signedIn: 'me',
  details: (): unknown => ({ id: 's', name: 'Openings', role: 'owner', owner: ME }),
  /** What the server says of operations before it writes them. */
  judge: async (_: readonly StudyOp[]): Promise<void> => {},
  rulesets: async (_: string): Promise<void> => {},
  storage: async (): Promise<void> => {},
  listener: null as StudyListener | null,
};

vi.mock('../lib/me.svelte', () => ({ me: { id: 'me', name: 'Almaz', loaded: Promise.resolve(), known: async () => 'me' } }));
vi.mock('../lib/error-message', () => ({ errorMessage: (error: unknown) => (error instanceof ApiError ? error.code : String(error)) }));
vi.mock('../wire/rulesets', () => ({
  readRuleset: async (instance: string) => {
    await world.rulesets(instance);
    return { id: instance.split('-')[0], instance, files: 8, ranks: 8, skin: 'plain', pieces: [] } as unknown as RulesetDetails;
  },
}));
vi.mock('../wire/api', async (original) => ({ ...(await original<object>()), readMe: async () => ({ id: world.signedIn }) }));
vi.mock('../wire/studies', () => ({
  MAX_COMMENT: 4000,
  readServerStudy: async () => world.details(),
  readOps: async (_: string, after: number) => ({ ops: world.ops.slice(after), seq: world.ops.length }),
  writeOps: async (_: string, ops: readonly StudyOp[]) => {
    await world.judge(ops);
    for (const op of ops) write(op);
  },
  watchStudy: (_: string, __: unknown, listener: StudyListener) => ((world.listener = listener), { close: () => {} }),
}));
vi.mock('./kept-ops', () => ({
  readOutbox: async (person: string, study: string) => world.kept.get(person + study) ?? { pending: [], refused: [] },
  changeOutbox: async (person: string, study: string, _: string, change: (kept: Outbox) => Outbox) => {
    await world.storage();
    world.kept.set(person + study, change(world.kept.get(person + study) ?? { pending: [], refused: [] }));
  },
}));

function write(op: StudyOp, by = ME): WrittenStudyOp {
  const known = world.ops.find((one) => one.id === op.id);
  if (known) return known;
  const written = { ...op, seq: world.ops.length + 1, at: 0, by } as WrittenStudyOp;
  world.ops.push(written);
  return written;
}

const hear = (data: WrittenStudyOp) => world.listener!.message({ type: 'op', data } as StudyMessage);
const kept = () => world.kept.get('mes') ?? { pending: [], refused: [] };
const settle = () => vi.advanceTimersByTimeAsync(50);
const comments = () => world.ops.flatMap((op) => (op.do === 'comment' ? [op.text] : []));

let open: ServerStudy[] = [];

async function page(): Promise<ServerStudy> {
  const analysis = new AnalysisBoard();
  expect(await analysis.load()).toBe(true);
  const study = new ServerStudy('s', analysis);
  open.push(study);
  await study.load('');
  await settle();
  return study;
}

function type(study: ServerStudy, text: string): void {
  study.analysis.at.comment = text;
  study.analysis.changed(true);
}

/** Another writer says something. */
const other = (number: number): StudyOp => ({
  id: `bbbb-${number}`,
  clock: 90 + number,
  chapter: A,
  do: 'comment',
  node: '',
  text: 'theirs',
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(world, {
    ops: [],
    kept: new Map(),
    signedIn: 'me',
    details: () => ({ id: 's', name: 'Openings', role: 'owner', owner: ME }),
    judge: async () => {},
    rulesets: async () => {},
    storage: async () => {},
  });
  const events = [{ t: 'move', mv: 'e2e3' }];
  write({ id: A, clock: 1, chapter: A, do: 'chapter', name: 'First', instance: 'shatranj' });
  write({ id: 'aaaa-2', clock: 2, chapter: A, do: 'line', after: '', events });
  write({ id: B, clock: 3, chapter: B, do: 'chapter', name: 'Second', instance: 'senterej' });
});

afterEach(async () => {
  // What a test has left to be sent does not go into the next.
  Object.assign(world, { judge: async () => {}, storage: async () => {}, signedIn: 'me' });
  for (const one of open) one.close();
  await vi.advanceTimersByTimeAsync(40_000);
  open = [];
  vi.useRealTimers();
});

it.skipIf(!hasPackage)('chapter_that_is_opened_late_does_not_empty_the_one_on_the_board', async () => {
  const study = await page();
  const written = world.ops.length;
  let arrive = () => {};
  world.rulesets = (instance) => (instance === 'senterej' ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve());
  const late = study.open(B);
  await study.open(A);
  arrive();
  await late;
  expect([study.chapter, study.analysis.instance, study.analysis.start.children.length]).toEqual([A, 'shatranj', 1]);
  study.flush();
  // A board that shows something else is not written.
  await study.analysis.begin('shatranj');
  study.flush();
  await settle();
  expect(world.ops.length).toBe(written);
});

it.skipIf(!hasPackage)('comment_is_one_operation_until_its_writer_rests', async () => {
  const study = await page();
  for (const text of ['s', 'sl', 'slow']) type(study, text);
  await settle();
  expect(comments()).toEqual([]);
  study.analysis.rested();
  await settle();
  expect(comments()).toEqual(['slow']);
  // What comes back of it is no reason to write more.
  type(study, 'slow and');
  hear(world.ops.at(-1)!);
  await settle();
  expect(comments()).toEqual(['slow']);
  study.analysis.go(study.analysis.start.children[0]!);
  await settle();
  expect(comments()).toEqual(['slow', 'slow and']);
  type(study, 'a reply');
  await vi.advanceTimersByTimeAsync(6000);
  expect(comments()).toEqual(['slow', 'slow and', 'a reply']);
});

it.skipIf(!hasPackage)('comment_that_waits_is_replaced_by_the_next', async () => {
  const study = await page();
  let answer: (error: Error) => void = () => {};
  world.judge = () => new Promise((_, reject) => (answer = reject));
  for (const text of ['in flight', 'waits', 'the last']) {
    type(study, text);
    study.analysis.rested();
    await settle();
  }
  const [first, last] = kept().pending as Extract<StudyOp, { do: 'comment' }>[];
  expect(kept().pending.length).toBe(2);
  expect([first!.text, last!.text, last!.replaces]).toEqual(['in flight', 'the last', [first!.id]]);
  expect(study.analysis.start.comment).toBe('the last');
  world.judge = async () => {};
  answer(new ApiError(0, 'unreachable'));
  await vi.advanceTimersByTimeAsync(2000);
  expect([comments(), kept().pending]).toEqual([['in flight', 'the last'], []]);
});

it.skipIf(!hasPackage)('refusal_takes_off_what_was_refused_and_not_what_is_being_typed', async () => {
  const study = await page();
  let refuse: (error: Error) => void = () => {};
  world.judge = () => new Promise((_, reject) => (refuse = reject));
  type(study, 'bad');
  study.analysis.rested();
  await settle();
  type(study, 'bad, then good');
  world.judge = async () => {};
  refuse(new ApiError(400, 'bad_operation'));
  await settle();
  expect(study.outbox.refused.map(({ op, why }) => [op.do === 'comment' && op.text, why])).toEqual([['bad', 'bad_operation']]);
  expect([comments(), study.analysis.start.comment]).toEqual([['bad, then good'], 'bad, then good']);
  expect(world.ops.at(-1)).toMatchObject({ replaces: [] });
});

it.skipIf(!hasPackage)('what_came_back_with_a_number_stays_on_the_board', async () => {
  const study = await page();
  let refuse: (error: Error) => void = () => {};
  world.judge = (ops) => new Promise((_, reject) => (hear(write(ops[0]!)), (refuse = reject)));
  type(study, 'written');
  study.analysis.rested();
  await settle();
  refuse(new ApiError(400, 'bad_operation'));
  await settle();
  expect([study.outbox, study.analysis.start.comment]).toEqual([{ pending: [], refused: [] }, 'written']);
});

it.skipIf(!hasPackage)('page_that_was_left_goes_on_sending', async () => {
  const study = await page();
  world.judge = () => Promise.reject(new ApiError(0, 'unreachable'));
  type(study, 'sent later');
  study.close();
  await settle();
  expect(kept().pending.length).toBe(1);
  world.judge = async () => {};
  await vi.advanceTimersByTimeAsync(2000);
  expect([comments(), kept().pending]).toEqual([['sent later'], []]);
});

it.skipIf(!hasPackage)('nobody_is_refused_in_the_name_of_somebody_else', async () => {
  const study = await page();
  type(study, 'mine');
  study.analysis.rested();
  await settle();
  world.judge = async () => {
    world.signedIn = 'other';
    throw new ApiError(404, 'no_such_study');
  };
  type(study, 'mine too');
  study.analysis.rested();
  await settle();
  expect([kept().pending.length, kept().refused, study.connection]).toEqual([1, [], 'connecting']);
  world.signedIn = 'me';
  world.judge = async () => {};
  await vi.advanceTimersByTimeAsync(3000);
  expect([comments(), kept().pending]).toEqual([['mine', 'mine too'], []]);
});

it.skipIf(!hasPackage)('study_that_is_gone_stays_on_the_board_and_its_words_can_be_copied', async () => {
  const study = await page();
  world.judge = () => Promise.reject(new ApiError(404, 'no_such_study'));
  type(study, 'too late');
  study.analysis.rested();
  await settle();
  expect([study.connection, study.canWrite, kept().refused.length]).toEqual(['gone', false, 1]);
  expect(study.analysis.start.comment).toBe('too late');
  study.close();
  world.details = () => Promise.reject(new ApiError(404, 'no_such_study'));
  const again = await page();
  expect([again.details, again.problem, again.outbox.refused.length]).toEqual([null, 'no_such_study', 1]);
});

it.skipIf(!hasPackage)('storage_counts_as_restored_once_everything_is_stored', async () => {
  const study = await page();
  world.judge = () => Promise.reject(new ApiError(0, 'unreachable'));
  world.storage = () => Promise.reject(new Error('full'));
  type(study, 'not kept');
  study.analysis.rested();
  await settle();
  expect([study.isUnkept, kept().pending.length]).toEqual([true, 0]);
  world.storage = async () => {};
  study.analysis.play({ t: 'move', mv: 'a2a3' });
  await settle();
  expect([study.isUnkept, kept().pending.length]).toEqual([false, study.outbox.pending.length]);
  expect(kept().pending.length).toBe(2);
});

it.skipIf(!hasPackage)('what_others_write_does_not_take_what_is_being_typed', async () => {
  const study = await page();
  type(study, 'mine');
  hear(write(other(1), { id: 'them', name: 'Bekele' }));
  await settle();
  expect([study.analysis.start.comment, study.analysis.start.others?.map(({ text }) => text)]).toEqual(['mine', ['theirs']]);
  expect(comments()).toEqual(['theirs', 'mine']);
});
