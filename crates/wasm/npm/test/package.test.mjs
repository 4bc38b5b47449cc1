/** The package as its users see it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, Game, RukhError, Ruleset, rulesets, version } from '../dist/index.js';

test('push_takes_coordinates_san_and_moves', () => {
  const game = new Game('shatranj');
  assert.equal(game.push('e2e3').san, 'e3');
  assert.equal(game.push('Nf6').uci, 'g8f6');
  const [first] = game.legalMoves();
  game.push(first);
  assert.equal(game.state.seq, 3);
  assert.equal(game.pop(), true);
  assert.equal(game.turn, 'white');
  assert.equal(game.pieceAt('f6')?.letter, 'n');
});

test('illegal_move_is_an_error_with_its_reason', () => {
  const game = new Game('shatranj');
  const { fen } = game;
  assert.throws(() => game.push('e2e4'), (error) => error instanceof RukhError && error.kind === 'move' && error.code === 'illegal');
  assert.throws(() => game.push('Qh5'), (error) => error instanceof RukhError && error.reasons.length > 0);
  assert.equal(game.fen, fen);
  assert.match(game.whyNot('e2e4'), /\w+/);
  assert.equal(game.whyNot('e2e3'), undefined);
});

test('reasons_and_counters_have_keys_for_other_languages', () => {
  const game = new Game('shatranj');
  const { code, message } = game.refusal('e2e4');
  assert.ok(code);
  assert.equal(message.english, game.whyNot('e2e4'));
  assert.ok(message.key && Object.keys(message.args).length);
  assert.equal(game.refusal('e2e3'), undefined);
  const [counter] = new Game('senterej', { fen: '3k4/8/8/8/8/8/8/K3R3 w - - 0 1' }).state.counters;
  assert.equal(counter.label.english, 'Moves with one piece left');
  assert.equal(counter.message.english, counter.text);
  assert.equal(counter.message.key, 'counter-lone-piece');
});

test('bad_rulesets_and_positions_say_everything_that_is_wrong', () => {
  assert.throws(() => new Game('chess'), (error) => error.kind === 'ruleset' && error.message.includes('shatranj'));
  assert.throws(() => new Game('shatranj', { fen: '9/8/8 w' }), (error) => error.kind === 'fen' && error.message.includes('the board has 8'));
  assert.throws(() => new Ruleset({ toml: 'id = "own"\n' }), (error) => error.kind === 'ruleset' && error.reasons.length > 3);
});

test('own_ruleset_extends_a_built_in_one', () => {
  const toml = 'id = "own"\nrevision = 1\nstatus = "conjectural"\nextends = "shatranj"\n[about]\nname = "Own"\nsummary = "My own."\n';
  const game = new Game({ toml });
  assert.equal(game.ruleset.name, 'own');
  game.push('e3');
  assert.equal(Game.from(game.data()).fen, game.fen);
});

test('werera_moves_of_both_sides_can_be_taken_back', () => {
  const game = new Game('senterej');
  assert.equal(game.node, 'werera');
  game.push('e3', 'white');
  game.push('d7d6');
  assert.deepEqual(game.retractable('white'), [{ seq: 1, uci: 'e2e3' }]);
  game.retract('white', 1);
  game.beginTurns();
  assert.deepEqual([game.node, game.turn], ['choice', 'white']);
});

test('dice_are_thrown_by_the_caller', () => {
  const game = new Game('oblong-dice');
  assert.equal(game.node, 'chance');
  assert.equal(game.state.faces.reduce((sum, face) => sum + face.weight, 0), game.state.faces[0].of);
  game.throw(3);
  assert.equal(game.state.throw, 3);
  assert.throws(() => game.throw(3), RukhError);
});

test('tables_tell_the_result_of_each_move', async () => {
  const engine = new Engine();
  const solved = await engine.tables(new Game('mideast', { fen: '10/10/10/3k6/10/10/10/10/10/K8R w - - 0 1' }));
  assert.deepEqual([solved.value, solved.moves[0].value], [{ is: 'won', plies: 33 }, { is: 'won', plies: 33 }]);
  assert.equal((await engine.tables(new Game('mideast'))).value, null);
  const wanted = { ruleset: { name: 'mideast' }, least: 11, most: 15, seed: 1 };
  const { fen, plies } = await engine.exercise(wanted);
  assert.ok(plies >= 11 && plies <= 15);
  assert.deepEqual((await engine.tables(new Game('mideast', { fen }))).value, { is: 'won', plies });
  assert.equal(await engine.exercise({ ...wanted, ruleset: { name: 'oblong-dice' } }), null);
  engine.close();
});

test('records_keep_comments_and_variations', () => {
  const game = new Game('shatranj');
  game.push('e3');
  game.push('e6');
  const notes = { headers: { White: 'al-Adli' }, annotations: { 1: [{ comment: 'quiet' }, { variation: [{ move: 'd2d3' }, { nag: 1 }] }] } };
  const pgn = game.toPgn(notes);
  const [record] = Game.read(pgn);
  assert.equal(record.headers.White, 'al-Adli');
  assert.deepEqual(record.annotations, notes.annotations);
  assert.equal(record.game.fen, game.fen);
  assert.equal(Game.read(game.toJsonl())[0].game.fen, game.fen);
  assert.throws(() => Game.read(`${pgn}\n\n[Event "x"]\n[Ruleset "shatranj"]\n\n1. Qh9 *\n`), (error) => error.kind === 'pgn' && /line \d+/.test(error.reasons[0].place));
});

test('ruleset_has_laws_with_sources', () => {
  const { data } = new Ruleset('senterej[saba=G]');
  assert.equal(data.name, 'senterej[saba=G]');
  assert.ok(data.laws.every((law) => law.text && (law.sources.length || law.conjecture)));
  assert.equal(rulesets().length, 13);
  assert.match(version, /^\d+\.\d+\.\d+/);
});

test('picture_is_an_svg', () => {
  const game = new Game('mideast');
  assert.match(game.svg({ arrows: ['a1c3'], theme: 'dark', size: 400 }), /^<svg [\s\S]*<\/svg>\n$/);
  assert.throws(() => game.svg({ theme: 'pink' }), (error) => error.kind === 'draw' && error.message.includes('dark'));
  assert.throws(() => game.svg({ colour: 'red' }), (error) => error.kind === 'draw');
});

test('analysis_yields_depths_and_leaving_the_loop_stops_it', async () => {
  const engine = new Engine();
  const game = new Game('shatranj');
  const depths = [];
  for await (const info of engine.analyse(game, { depth: 5 })) depths.push(info.depth);
  assert.deepEqual(depths, [1, 2, 3, 4, 5]);
  for await (const info of engine.analyse(game)) if (info.depth >= 4) break;
  const endless = engine.analyse(game, { multipv: 3 });
  setTimeout(() => endless.stop(), 200);
  const { lines } = await endless.result;
  assert.equal(lines.length, 3);
  assert.ok((await engine.analyse(game, { time: 100 }).result).depth > 1);
  engine.close();
});

test('engine_plays_at_a_level_in_turns_and_in_the_werera', async () => {
  const engine = new Engine();
  const game = new Game('senterej');
  const event = await engine.choose(game, { level: 3, side: 'black' });
  if (event) game.apply(event);
  game.beginTurns();
  game.apply(await engine.choose(game, { level: 1 }));
  assert.equal(game.turn, 'black');
  assert.equal(typeof (await engine.evaluate(game)), 'number');
  await assert.rejects(engine.choose(game, { level: 9 }), (error) => error instanceof RukhError && error.kind === 'engine');
  engine.close();
});

test('explanation_names_what_counts_and_what_is_threatened', async () => {
  const engine = new Engine({ hashMb: 1 });
  const game = new Game('shatranj', { fen: 'r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1' });
  const { reasons, threats } = await engine.explain(game);
  assert.ok(reasons.every((reason) => reason.centipawns > 0 && reason.message.key === 'explain-advantage'));
  assert.match(threats[0].english, /^Black threatens Rxa1/);
  assert.equal((await engine.explain(game, { mv: 'e2e3' })).threats[0].key, 'reply-capture');
  await assert.rejects(engine.explain(game, { mv: 'e2e5' }), (error) => error instanceof RukhError);
  engine.close();
});

test('choice_within_limits_is_the_best_move_of_full_strength', async () => {
  const engine = new Engine({ hashMb: 1 });
  const game = new Game('mideast');
  const { best } = await engine.analyse(game, { nodes: 3_000 }).result;
  await engine.clear();
  assert.deepEqual(await engine.choose(game, { nodes: 3_000 }), { t: 'move', mv: best });
  for (const limits of [{ depth: 4 }, { time: 50 }, { nodes: 1_000, depth: 3 }]) game.apply(await engine.choose(game, limits));
  assert.equal(game.state.seq, 3);
  const dice = new Game('oblong-dice');
  await assert.rejects(engine.choose(dice, { nodes: 100 }), /throw/);
  dice.throw(3);
  dice.apply(await engine.choose(dice, { nodes: 100 }));
  await assert.rejects(engine.choose(game, {}), RangeError);
  await assert.rejects(engine.choose(game, { nodes: 0 }), (error) => error instanceof RukhError && error.kind === 'engine');
  await assert.rejects(engine.choose(new Game('senterej'), { nodes: 100 }), (error) => error instanceof RukhError && error.kind === 'engine');
  engine.close();
});

test('analysis_of_a_game_judges_moves_and_luck', async () => {
  const engine = new Engine();
  const game = new Game('oblong-dice');
  for (const face of [1, 2]) {
    game.throw(face);
    game.push(game.legalMoves()[0]);
  }
  const progress = [];
  const found = await engine.reviewGame(game, { depth: 1 }, ({ done }) => progress.push(done));
  assert.equal(found.moves.length, 2);
  assert.ok(found.moves.every((move) => typeof move.luck === 'number' && move.turn > 0));
  assert.ok(found.findings.every((one) => found.moves.some((move) => move.seq === one.seq)));
  assert.ok(progress.length > 1);
  assert.equal((await engine.faces(game, { depth: 1 })).length, 6);
  engine.close();
});

test('closing_an_engine_rejects_what_is_under_way', async () => {
  const engine = new Engine();
  const search = engine.analyse(new Game('shatranj'));
  setTimeout(() => engine.close(), 100);
  await assert.rejects(search.result, /closed/);
});

test('several_workers_search_one_position_together', async () => {
  const game = new Game('shatranj');
  const limits = { depth: 12, multipv: 2 };
  const alone = new Engine();
  const { nodes } = await alone.analyse(game, limits).result;
  alone.close();
  const engine = new Engine({ workers: 3 });
  assert.equal(engine.workers, 3);
  // What the others find changes the search, sooner or later.
  let together;
  for (let round = 0; round < 30 && (together ?? nodes) === nodes; round += 1) {
    await engine.clear();
    const found = await engine.analyse(game, limits).result;
    assert.equal(found.depth, 12);
    for (const { pv } of found.lines) game.copy().push(pv[0]);
    together = found.nodes;
  }
  assert.notEqual(together, nodes);
  const limited = await engine.analyse(game, { nodes: 300_000 }).result;
  assert.ok(limited.nodes < 400_000, `${limited.nodes} nodes of all workers`);
  const endless = engine.analyse(game);
  setTimeout(() => endless.stop(), 100);
  assert.ok((await endless.result).depth > 0);
  // A mate is one for all of them.
  const mate = await engine.analyse(new Game('shatranj', { fen: '7k/8/6K1/7p/8/8/8/R7 w - - 0 1' }), { depth: 6 }).result;
  assert.equal(mate.score.plies, 1);
  engine.close();
});

test('number_of_workers_is_checked', () => {
  for (const workers of [0, -1, 1.5, 65, Number.NaN]) assert.throws(() => new Engine({ workers }), /should be a whole number from 1 to 64/);
});
