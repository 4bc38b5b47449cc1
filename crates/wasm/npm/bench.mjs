/**
 * Search speed of the package beside a native program, in turn on the same machine:
 * `RUKH_BIN=target/release/rukh node bench.mjs`. One row a ruleset: nodes a second, and the ratio.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Engine, Game } from './dist/index.js';

const NODES = 1_500_000;
const ROUNDS = 3;
const RULESETS = ['shatranj', 'senterej-ras-imru', 'oblong', 'oblong-dice', 'mideast'];

async function packageSpeed(engine, id) {
  const game = new Game(id);
  if (game.node === 'werera') game.beginTurns();
  if (game.node === 'chance') game.throw(1);
  await engine.clear();
  const { nodes, time } = await engine.analyse(game, { nodes: NODES }).result;
  return { fen: game.fen, speed: (nodes * 1000) / time };
}

/** Nodes a second of `go nodes`, by the clock of the program itself. */
async function nativeSpeed(binary, id, fen) {
  const child = spawn(binary, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  child.stdin.write(`setoption name UCI_Variant value ${id}\nsetoption name Hash value 16\nposition fen ${fen}\ngo nodes ${NODES}\n`);
  let speed = NaN;
  for await (const line of lines) {
    const found = /\bnodes (\d+).*\btime (\d+)|\btime (\d+).*\bnodes (\d+)/.exec(line);
    if (found) speed = (Number(found[1] ?? found[4]) * 1000) / Number(found[2] ?? found[3]);
    if (line.startsWith('bestmove')) break;
  }
  child.stdin.end('quit\n');
  return speed;
}

const binary = process.env.RUKH_BIN;
if (!binary) throw new Error('RUKH_BIN should be the path of a release build of rukh');
const engine = new Engine({ hashMb: 16 });
for (const id of RULESETS) {
  const best = { package: 0, native: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fen, speed } = await packageSpeed(engine, id);
    best.package = Math.max(best.package, speed);
    best.native = Math.max(best.native, await nativeSpeed(binary, id, fen));
  }
  const million = (speed) => (speed / 1e6).toFixed(2);
  console.log(`${id}: ${million(best.package)} and ${million(best.native)} million nodes a second, ${(best.package / best.native).toFixed(2)}`);
}
engine.close();
