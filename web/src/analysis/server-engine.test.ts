import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../wire/api';
import { analyseOnServer, EnginesBusy, linesOf } from './server-engine';

vi.mock('../lib/me.svelte', () => ({ me: { loaded: Promise.resolve() } }));

const game = { ruleset: { name: 'shatranj' }, start: '', events: [] };
const depth = (number: number) => ({ type: 'depth', time: 1, info: { depth: number } });

/** A body that arrives in these parts. */
function bodyOf(...parts: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(stream) {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      stream.close();
    },
  });
}

function answer(response: Response): void {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(response));
}

async function collect<One>(all: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = [];
  for await (const one of all) found.push(one);
  return found;
}

const analyse = () => collect(analyseOnServer(game, 2, new AbortController().signal));

afterEach(() => vi.unstubAllGlobals());

it('lines_are_joined_across_parts_and_empty_ones_left_out', async () => {
  expect(await collect(linesOf(bodyOf('{"a"', ':1}\n\n{"b":2}', '\n')))).toEqual(['{"a":1}', '{"b":2}']);
});

it('messages_arrive_in_their_order', async () => {
  const messages = [{ type: 'limit', nodes: 5 }, depth(1), depth(2), { type: 'end' }];
  answer(new Response(bodyOf(...messages.map((one) => `${JSON.stringify(one)}\n`))));
  expect(await analyse()).toEqual(messages);
  const [path, init] = vi.mocked(fetch).mock.calls[0]!;
  expect([path, JSON.parse(init!.body as string)]).toEqual(['/api/v1/analysis', { game, lines: 2 }]);
});

it('analysis_without_an_end_was_broken_off', async () => {
  answer(new Response(bodyOf(`${JSON.stringify(depth(1))}\n`)));
  await expect(analyse()).rejects.toMatchObject({ status: 0, code: 'unreachable' });
});

it('busy_engines_say_when_to_ask_again', async () => {
  answer(new Response('{}', { status: 503, headers: { 'retry-after': '7' } }));
  await expect(analyse()).rejects.toEqual(new EnginesBusy(7));
});

it('analysis_that_gives_way_says_when_to_ask_again', async () => {
  answer(new Response(bodyOf('{"type":"limit","nodes":5}\n', '{"type":"busy","retry_after":9}\n')));
  await expect(analyse()).rejects.toEqual(new EnginesBusy(9));
});

it('refusal_of_the_server_keeps_its_words', async () => {
  answer(new Response('{"error":{"code":"illegal_event","message":{"english":"Wrong."},"hint":null}}', { status: 400 }));
  await expect(analyse()).rejects.toEqual(new ApiError(400, 'illegal_event', { english: 'Wrong.' }));
});
