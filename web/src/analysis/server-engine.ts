/** The engine of the server, for devices on which none runs or shall run. */
import type { GameData } from 'rukh';
import { me } from '../lib/me.svelte';
import { ApiError, errorOf } from '../wire/api';
import type { AnalysisMessage } from '../wire/generated';

/** Thrown while the engines of the server have too much to do. */
export class EnginesBusy extends Error {
  constructor(readonly seconds: number) {
    super(`the engines of the server are busy for ${seconds} s`);
  }
}

/** Statuses with which a server asks for patience. */
const BUSY = [429, 503];
/** Seconds to wait where the server names none. */
const PATIENCE = 10;

/** Analyses a position on the server, until its limit or the signal; an analysis that is broken off fails. */
export async function* analyseOnServer(game: GameData, lines: number, signal: AbortSignal): AsyncGenerator<AnalysisMessage, void, void> {
  await me.loaded;
  const unreachable = () => new ApiError(0, 'unreachable');
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game, lines }), signal };
  const response = await fetch('/api/v1/analysis', init).catch(() => {
    throw unreachable();
  });
  if (BUSY.includes(response.status)) throw new EnginesBusy(Number(response.headers.get('retry-after')) || PATIENCE);
  if (!response.ok) throw await errorOf(response);
  let isOver = false;
  for await (const line of linesOf(response.body!)) {
    const message = JSON.parse(line) as AnalysisMessage;
    if (message.type === 'busy') throw new EnginesBusy(message.retry_after);
    yield message;
    isOver = message.type === 'end';
  }
  if (!isOver) throw unreachable();
}

/** The lines of a text that arrives in parts, without empty ones; ends early where the connection is cut. */
export async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      yield* lines.filter(Boolean);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
