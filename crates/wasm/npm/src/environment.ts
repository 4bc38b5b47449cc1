/** What differs between Node and browsers. */

/** A port to a worker, or from it. */
export interface Port {
  post(message: unknown): void;
  /** Called with each message. */
  listen(receive: (message: unknown) => void, fail: (error: Error) => void): void;
  /** Lets the program end while the worker waits; browsers need no such thing. */
  setIdle(idle: boolean): void;
  close(): void;
}

export const isNode = typeof process !== 'undefined' && !!process.versions?.node;

/** A file beside this one, in Node. As CommonJS, which bundlers write too, a file has no `import.meta`. */
function besideThis(name: string): URL {
  const here = import.meta.url ?? process.getBuiltinModule('node:url').pathToFileURL(__filename).href;
  return new URL(name, here);
}

/** The bytes of a file of the package, in Node. */
export function readPackageFile(name: string): Uint8Array<ArrayBuffer> {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return new Uint8Array(readFileSync(besideThis(name)));
}

/** Whether page and worker can share memory, so that a search can be stopped without ending its worker. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false;
  return isNode || globalThis.crossOriginIsolated === true;
}

/** Starts the engine's worker. Bundlers find its file by this very expression. */
export function startWorker(): Port {
  if (isNode) return startNodeWorker();
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    listen(receive, fail) {
      worker.onmessage = (event) => receive(event.data);
      worker.onerror = (event) => fail(new Error(event.message || 'the worker of the engine cannot be started'));
    },
    setIdle: () => undefined,
    close: () => worker.terminate(),
  };
}

function startNodeWorker(): Port {
  const { Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');
  const worker = new NodeWorker(besideThis('./worker.js'));
  return {
    post: (message) => worker.postMessage(message),
    listen(receive, fail) {
      worker.on('message', receive);
      worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    },
    setIdle: (idle) => (idle ? worker.unref() : worker.ref()),
    close: () => void worker.terminate(),
  };
}

/** The port of this worker to its page. */
export function parent(): Pick<Port, 'post' | 'listen'> {
  if (!isNode) {
    const scope = globalThis as unknown as { postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null };
    return { post: (message) => scope.postMessage(message), listen: (receive) => (scope.onmessage = (event) => receive(event.data)) };
  }
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  if (!parentPort) throw new Error('this file runs in a worker only');
  return { post: (message) => parentPort.postMessage(message), listen: (receive) => void parentPort.on('message', receive) };
}
