/** The engine's worker: one request at a time. */
import { isNode, parent, readPackageFile } from './environment.js';
import type { Answer, Envelope, Progress, Request } from './protocol.js';
import { SharedMemory } from './shared-memory.js';
import init, { initSync, WasmEngine } from './wasm/engine.js';
import { host } from './wasm/host.js';

const port = parent();
const ready = isNode
  ? Promise.resolve(initSync({ module: readPackageFile('./wasm/engine_bg.wasm') }))
  : init({ module_or_path: new URL('./wasm/engine_bg.wasm', import.meta.url) });
let engine: WasmEngine | undefined;

port.listen((message) => void answer(message as Envelope), () => undefined);

async function answer(envelope: Envelope): Promise<void> {
  const { id, request, time } = envelope;
  const post = (text: Answer): void => port.post(text);
  const shared = envelope.shared && new SharedMemory(envelope.shared);
  const deadline = time === undefined ? Infinity : performance.now() + time;
  const limit = (request.op === 'search' && request.options.nodes) || Infinity;
  let all = 0;
  // Where one worker searches alone, its own count is exact.
  const counted = (info: object): object => (shared?.exchange && 'nodes' in info ? { ...info, nodes: Math.max(all, Number(info.nodes)) } : info);
  try {
    await ready;
    host.shouldStop = (nodes) => {
      if (shared?.exchange) all = shared.addNodes(nodes);
      return all >= limit || shared?.isStopped(id) === true || performance.now() >= deadline;
    };
    host.report = (progress) => post({ id, progress: counted(JSON.parse(progress) as object) as Progress });
    host.shared = shared?.exchange ?? host.shared;
    engine ??= new WasmEngine(envelope.hashMb);
    const result = run(engine, request);
    post({ id, result: request.op === 'search' ? counted(result as object) : result });
  } catch (thrown) {
    post(typeof thrown === 'string' ? { id, problem: JSON.parse(thrown) as never } : { id, failure: String(thrown) });
  }
}

function run(engine: WasmEngine, request: Request): unknown {
  switch (request.op) {
    case 'clear': return engine.clear();
    case 'openings': return JSON.parse(engine.openings(JSON.stringify(request.options)));
    case 'exercise': return JSON.parse(engine.exercise(JSON.stringify(request.options)));
    case 'match_numbers': return JSON.parse(engine.match_numbers(JSON.stringify(request.pairs)));
  }
  const game = JSON.stringify(request.game);
  switch (request.op) {
    case 'search': return JSON.parse(engine.search(game, JSON.stringify(request.options)));
    case 'choose': return JSON.parse(engine.choose(game, JSON.stringify(request.options)));
    case 'faces': return JSON.parse(engine.faces(game, JSON.stringify(request.options)));
    case 'review': return JSON.parse(engine.review_game(game, JSON.stringify(request.options)));
    case 'agrees_to_draw': return engine.agrees_to_draw(game, JSON.stringify(request.side));
    case 'explain': return JSON.parse(engine.explain(game, JSON.stringify(request.options)));
    case 'evaluate': return engine.evaluate(game);
    case 'tables': return JSON.parse(engine.tables(game));
  }
}
