/** The package against what the Rust tests hold: counts of other programs, golden games, signatures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, Game, RukhError, rulesets } from '../dist/index.js';

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The largest count that is made here. */
const MOST = 100_000;
/** A file of counts, the ruleset, and whether laws that end games are left out. */
const TABLES = [
  ['shatranj-ludii', 'shatranj[bare=loss-at-once]', false],
  ['oblong4x16', 'oblong', true],
  ['mideast-full', 'mideast', true],
  ['greenwood-full', 'mideast-greenwood', true],
  ['dice-shipped', 'mustatila-307-ludii', false],
  ['dice-legal_anydie', 'oblong-dice-cazaux', true],
  ['dice-kingcapture', 'oblong-dice[pass=forced]', true],
];

test('perft_equals_the_reference_rows', () => {
  let rows = 0;
  for (const [file, ruleset, movesOnly] of TABLES) {
    let game;
    for (const line of read(`rules/tests/data/perft/${file}.perft`).split('\n')) {
      if (line.startsWith('fen ')) game = position(ruleset, line.slice(4));
      const [depth, leaves] = line.split(' ').map(Number);
      if (!game || !(leaves <= MOST)) continue;
      assert.equal(game.perft(depth, { movesOnly }), leaves, `${file}: ${game.fen} to depth ${depth}`);
      rows += 1;
    }
  }
  assert.ok(rows > 100, `only ${rows} rows were counted`);
});

/** A game from a FEN; none where a side that is not on move stands in check. */
function position(ruleset, fen) {
  try {
    return new Game(ruleset, { fen });
  } catch (error) {
    assert.ok(error instanceof RukhError && error.message.includes('in check although'), String(error));
    return undefined;
  }
}

const MASK = (1n << 64n) - 1n;

/** The finaliser of SplitMix64, as in `crates/rules/src/hash.rs`. */
function mix(number) {
  let z = (number * 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** Lets the event happen that `crates/rules/tests/rules/support/playout.rs` chooses. */
function randomEvent(game, below) {
  if (game.node === 'chance') return game.throw(game.state.faces[below(game.state.faces.length)].number);
  if (game.node === 'choice') {
    const moves = game.legalMoves();
    return game.push(moves[below(moves.length)]);
  }
  const side = ['white', 'black'][below(2)];
  const back = game.retractable(side);
  if (back.length && below(4) === 0) return game.retract(side, back[below(back.length)].seq);
  let moves = game.legalMoves(side);
  if (below(20) > 0) moves = moves.filter((move) => !move.isCapture);
  return moves.length ? game.push(moves[below(moves.length)]) : game.beginTurns();
}

test('game_of_a_seed_equals_its_record', () => {
  const text = read('rules/tests/rules/snapshots/rules__golden__games.snap');
  const records = [...text.matchAll(/^(\S+) ([0-9a-f]{16}) (\d+) events, ([^,]+), (.*)$/gm)];
  assert.deepEqual(records.map(([, id]) => id), rulesets().map(({ id }) => id));
  for (const [, id, folded, events, ending, fen] of records) {
    const game = new Game(id);
    let [state, keys] = [2026n, 0n];
    const below = (bound) => {
      state = (state + 1n) & MASK;
      return Number((mix(state) * BigInt(bound)) >> 64n);
    };
    for (let event = 0; event < 120; event += 1) {
      keys = mix(keys ^ BigInt(`0x${game.state.key}`));
      if (game.node === 'over') break;
      randomEvent(game, below);
    }
    assert.equal(keys.toString(16).padStart(16, '0'), folded, id);
    assert.deepEqual([game.state.seq, game.fen], [Number(events), fen], `${id}: ${ending}`);
  }
});

test('search_has_the_signature_of_the_native_engine', async () => {
  const text = read('engine/tests/snapshots/signatures__search.snap');
  const rows = [...text.matchAll(/^([a-z0-9-]+) (\d+) (\d+) (\S+) (.*)$/gm)];
  assert.equal(rows.length, rulesets().length);
  const engine = new Engine({ hashMb: 1 });
  for (const [, id, nodes, depth, best, score] of rows) {
    const game = new Game(id);
    if (game.node === 'werera') game.beginTurns();
    if (game.node === 'chance') game.throw(1);
    await engine.clear();
    assert.equal((await engine.analyse(game, { depth: 3 }).result).nodes, Number(nodes), id);
    await engine.clear();
    const found = await engine.analyse(game, { nodes: 20_000 }).result;
    assert.deepEqual([found.depth, found.best], [Number(depth), best], id);
    const centipawns = /^Centipawns\((-?\d+)\)$/.exec(score);
    if (centipawns) assert.equal(found.score.cp, Number(centipawns[1]), id);
    else assert.equal(Math.round(found.score.expected * 10_000), Number(/\d+/.exec(score)[0]), id);
  }
  engine.close();
});
