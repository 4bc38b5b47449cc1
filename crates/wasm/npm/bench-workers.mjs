/**
 * Time to a depth of `analyse` with several workers beside one, in turn on the same machine:
 * `node bench-workers.mjs [workers]`. One row a ruleset and number of lines: the ratio of the sums over positions.
 */
import { Engine, Game } from './dist/index.js';

const WORKERS = Number(process.argv[2] ?? 2);
const POSITIONS = 4;
const DEPTHS = { shatranj: 23, 'senterej-ras-imru': 20, mideast: 18, oblong: 22, 'oblong-dice': 5 };

/** Positions of a game between quick levels, some plies apart. */
async function positions(engine, id) {
  const game = new Game(id);
  if (game.node === 'werera') game.beginTurns();
  const found = [];
  for (let ply = 0; found.length < POSITIONS && game.node !== 'over'; ply += 1) {
    if (game.node === 'chance') game.throw(1 + (ply * 5) % 6);
    if (game.node === 'choice' && ply % 8 === 7) found.push(game.copy());
    if (game.node === 'choice') game.apply(await engine.choose(game, { level: 3, seed: ply }));
  }
  return found;
}

async function timed(engine, game, options) {
  await engine.clear();
  const { time, nodes } = await engine.analyse(game, options).result;
  return { time, nodes };
}

const one = new Engine({ hashMb: 32 });
const many = new Engine({ hashMb: 32, workers: WORKERS });
for (const [id, depth] of Object.entries(DEPTHS)) {
  const games = await positions(one, id);
  for (const multipv of [1, 3]) {
    const sums = { one: 0, many: 0, oneNodes: 0, manyNodes: 0 };
    for (const game of games) {
      const options = { depth: depth - (multipv > 1 ? 1 : 0), multipv };
      const alone = await timed(one, game, options);
      const together = await timed(many, game, options);
      sums.one += alone.time;
      sums.many += together.time;
      sums.oneNodes += alone.nodes;
      sums.manyNodes += together.nodes;
    }
    const speed = (nodes, time) => (nodes / time / 1000).toFixed(2);
    console.log(`${id}, ${multipv} lines: ${sums.one} ms and ${sums.many} ms, ${(sums.one / sums.many).toFixed(2)} times as fast; ${speed(sums.oneNodes, sums.one)} and ${speed(sums.manyNodes, sums.many)} million nodes a second`);
  }
}
one.close();
many.close();
