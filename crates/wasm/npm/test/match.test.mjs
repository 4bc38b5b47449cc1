/** Matches of engines and programs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, playMatch } from '../dist/index.js';

const MATE = '7k/8/6K1/8/8/8/8/R6r w - - 0 1';

test('match_counts_games_in_pairs_with_bounds', async () => {
  const seen = [];
  const options = { ruleset: 'shatranj', games: 4, maxPlies: 150, onPair: ({ result, games }) => void seen.push([result.games, games]) };
  const result = await playMatch({ nodes: 1_500, name: 'more' }, { nodes: 20 }, options);
  assert.deepEqual(result.names, ['more', 'Rukh']);
  assert.equal(result.games, 4);
  assert.equal(result.wins + result.draws + result.losses, 4);
  assert.equal(result.score, (result.wins + result.draws / 2) / 4);
  assert.equal(result.pairs.reduce((sum, count) => sum + count), 2);
  assert.deepEqual(seen.map(([games]) => games), [2, 4]);
  const [[, [one, two]]] = seen;
  assert.equal(Game.from(one.data()).data().start, two.data().start);
  assert.notEqual(seen[1][1][0].data().start, one.data().start);
  const again = await playMatch({ nodes: 1_500, name: 'more' }, { nodes: 20 }, { ...options, onPair: undefined });
  assert.deepEqual(again, result);
});

test('match_of_equal_players_says_which_games_are_evidence', async () => {
  const openings = [new Game('shatranj', { fen: MATE }), new Game('shatranj', { fen: MATE })];
  const result = await playMatch({ nodes: 200 }, { nodes: 200 }, { ruleset: 'shatranj', games: 4, openings });
  assert.deepEqual([result.names, result.wins, result.losses], [['Rukh 1', 'Rukh 2'], 2, 2]);
  assert.equal(result.independentPairs, 1);
  assert.deepEqual(result.pairs, [0, 0, 2, 0, 0]);
});

test('match_throws_the_same_dice_in_both_games_of_a_pair', async () => {
  const throws = (game) => game.data().events.filter((event) => event.t === 'throw').map(({ face }) => face);
  const pairs = [];
  await playMatch({ level: 1 }, { nodes: 50 }, { ruleset: 'oblong-dice', games: 4, seed: 9, maxPlies: 12, onPair: ({ games }) => void pairs.push(games) });
  for (const games of pairs) {
    const [one, two] = games.map(throws);
    assert.deepEqual(one.slice(0, 8), two.slice(0, 8));
    assert.ok(new Set(one).size > 1);
  }
  assert.notDeepEqual(throws(pairs[0][0]).slice(0, 8), throws(pairs[1][0]).slice(0, 8));
});

test('match_takes_programs_and_openings_of_a_text', async () => {
  const random = { name: 'first move', choose: (game) => game.legalMoves()[0].uci };
  const cheat = { choose: () => 'a1h8' };
  const openings = '[Event "?"]\n\n1. e3 e6 *\n\n[Event "?"]\n\n1. d3 *\n';
  const starts = [];
  const onPair = ({ games }) => void starts.push(games[0].data().start);
  const result = await playMatch(random, cheat, { ruleset: 'shatranj', games: 4, openings, onPair });
  assert.deepEqual([result.names, result.score, result.illegal], [['first move', 'program'], 1, [0, 4]]);
  assert.deepEqual([result.elo, result.eloHigh], [null, null]);
  assert.equal(new Set(starts).size, 2);
  const epd = 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR b - - hmvc 0; fmvn 1; id "x";\n';
  const stopped = await playMatch(random, cheat, { ruleset: 'shatranj', games: 8, openings: epd, onPair: () => false });
  assert.equal(stopped.games, 2);
  const short = await playMatch(random, random, { ruleset: 'senterej', games: 2, openings: [new Game('senterej')], maxPlies: 3 });
  assert.deepEqual([short.cutOff, short.draws], [2, 2]);
});

test('wrong_matches_are_errors', async () => {
  const player = { nodes: 10 };
  for (const wrong of [{ games: 3 }, { games: 0 }, { maxPlies: 0 }, { openings: [] }]) {
    await assert.rejects(playMatch(player, player, { ruleset: 'shatranj', ...wrong }), RangeError);
  }
  await assert.rejects(playMatch(player, player, { ruleset: 'chess' }), (error) => error.kind === 'ruleset');
  await assert.rejects(playMatch({}, player, { ruleset: 'shatranj', games: 2 }), RangeError);
  await assert.rejects(playMatch(player, player, { ruleset: 'shatranj', openings: 'moves e2e5' }), (error) => error.reasons[0].place === 'line 1');
  const broken = { choose: () => { throw new TypeError('a fault of its own'); } };
  await assert.rejects(playMatch(broken, player, { ruleset: 'shatranj', games: 2 }), TypeError);
});
