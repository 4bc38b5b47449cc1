/** The engine's worker: one request at a time. */
import { isNode, parent, readFile } from './environment.js';
import type { Answer, Envelope, Progress, Request } from './protocol.js';
import init, { initSync, WasmEngine } from './wasm/engine.js';
import { host } from './wasm/host.js';

const port = parent();
const url = new URL('./wasm/engine_bg.wasm', import.meta.url);
const ready = isNode ? Promise.resolve(initSync({ module: readFile(url) })) : init({ module_or_path: url });
let engine: WasmEngine | undefined;

port.listen((message) => void answer(message as Envelope), () => undefined);

async function answer(envelope: Envelope): Promise<void> {
  const { id, request, time, stopped } = envelope;
  const post = (text: Answer): void => port.post(text);
  try {
    await ready;
    const flag = stopped && new Int32Array(stopped);
    const deadline = time === undefined ? Infinity : performance.now() + time;
    host.shouldStop = () => (flag !== undefined && Atomics.load(flag, 0) >= id) || performance.now() >= deadline;
    host.report = (progress) => post({ id, progress: JSON.parse(progress) as Progress });
    engine ??= new WasmEngine(envelope.hashMb);
    post({ id, result: run(engine, request) });
  } catch (thrown) {
    post(typeof thrown === 'string' ? { id, problem: JSON.parse(thrown) as never } : { id, failure: String(thrown) });
  }
}

function run(engine: WasmEngine, request: Request): unknown {
  if (request.op === 'clear') return engine.clear();
  const game = JSON.stringify(request.game);
  switch (request.op) {
    case 'search': return JSON.parse(engine.search(game, JSON.stringify(request.options)));
    case 'choose': return JSON.parse(engine.choose(game, JSON.stringify(request.options)));
    case 'faces': return JSON.parse(engine.faces(game, JSON.stringify(request.options)));
    case 'review': return JSON.parse(engine.review_game(game, JSON.stringify(request.options)));
    case 'agrees_to_draw': return engine.agrees_to_draw(game, JSON.stringify(request.side));
    case 'evaluate': return engine.evaluate(game);
  }
}
