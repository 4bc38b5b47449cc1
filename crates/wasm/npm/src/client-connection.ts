/** Requests of one server: with its token, repeated where they may be, and as streams of lines. */
import { ApiError, ClientError, UnreachableError, isPassing, readError } from './client-errors.js';

/** Timeout of a silent stream, in milliseconds; the server sends a blank line every 15 seconds. */
const SILENCE = 45_000;
/** Most attempts in a row without an answer: about two minutes, as long as a server may take to come back. */
export const MAX_TRIES = 30;
/** Longest pause between two attempts that nobody has asked for, in milliseconds. */
const MAX_PAUSE = 5_000;
/** Longest pause that a server may ask for, in milliseconds. */
const MAX_RETRY_AFTER = 120_000;

export type Query = Record<string, string | number | undefined>;

/** Requests of a server at an address. */
export class Connection {
  readonly url: string;

  constructor(
    url: string,
    readonly token: string | undefined,
    readonly timeout: number,
  ) {
    const { protocol, search, hash } = new URL(url);
    if (!/^https?:$/.test(protocol) || search || hash) {
      throw new TypeError(`\`${url}\` is no address of a server; write one such as \`https://rukh.example\``);
    }
    this.url = url.replace(/\/+$/, '');
  }

  /** The JSON of an answer, null if it has none; the request is sent once. */
  async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return read<Answer>(await this.open(method, path, body, AbortSignal.timeout(this.timeout)));
  }

  /** The JSON of an answer to a request that may be sent twice. */
  askUntilAnswered<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return untilAnswered(() => this.ask<Answer>(method, path, body));
  }

  /** The text of an answer to a request that may be sent twice. */
  text(path: string): Promise<string> {
    return untilAnswered(async () => readText(await this.open('GET', path, undefined, AbortSignal.timeout(this.timeout))));
  }

  /** The JSON of each line of a stream; it ends where the stream ends, and throws where it breaks off. */
  async *lines<Line>(method: string, path: string, body?: unknown, signal?: AbortSignal): AsyncGenerator<Line, void, void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE);
    const signals = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
    try {
      const response = await this.open(method, path, body, signals, signal);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw unreachable(this.url, error, signal);
        });
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE);
        const lines = (rest + value).split('\n');
        rest = lines.pop()!;
        // Blank lines keep the stream alive; one without an end was cut off.
        for (const line of lines) if (line.trim()) yield parsed<Line>(line);
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** An answer; any failure until then is a `ClientError`, but for what the caller's own signal does. */
  async open(method: string, path: string, body?: unknown, signal?: AbortSignal, callers?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (this.token !== undefined) headers['authorization'] = `Bearer ${this.token}`;
    // A token is for one server: no answer leads it to another one. A page's cookie is not sent beside it.
    const init: RequestInit = { method, headers, redirect: 'manual', credentials: this.token === undefined ? 'same-origin' : 'omit' };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;
    const response = await fetch(this.url + path, init).catch((error: unknown) => {
      throw unreachable(this.url, error, callers);
    });
    if (!response.ok) throw await readError(response);
    return response;
  }
}

/** A failure of the network; what a caller has aborted is the caller's. */
function unreachable(url: string, error: unknown, callers?: AbortSignal): unknown {
  return callers?.aborted ? error : new UnreachableError(`${url} does not answer: ${String(error)}`, { cause: error });
}

async function readText(response: Response): Promise<string> {
  return response.text().catch((error: unknown) => {
    throw new UnreachableError(`${response.url} broke off: ${String(error)}`, { cause: error });
  });
}

async function read<Answer>(response: Response): Promise<Answer> {
  const text = await readText(response);
  return text.trim() ? parsed<Answer>(text) : (null as Answer);
}

function parsed<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (error) {
    throw new ClientError('this is no server of Rukh’s: it does not answer with JSON', { cause: error });
  }
}

async function untilAnswered<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!isPassing(error) || tries >= MAX_TRIES) throw error;
      await pause(tries, error);
    }
  }
}

/** Waits before another attempt: as long as the server asks, or longer each time. */
export async function pause(tries: number, error?: unknown, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  const wait = asked === undefined ? Math.min(100 * 2 ** tries, MAX_PAUSE) : Math.min(asked * 1000, MAX_RETRY_AFTER);
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(done, wait);
    signal?.addEventListener('abort', stop);
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    }
  });
}

/** Values as the query of an address, without those that are not given. */
export function query(values: Query): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}
