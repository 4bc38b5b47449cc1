/** Games on this device: the computer plays them to their end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, LocalGame, RukhError } from '../dist/index.js';

const SEED = '07'.repeat(32);
const REMATCH = { id: 'local2', seed: '08'.repeat(32) };

const begin = (instance, seats) => LocalGame.begin({ id: 'local1', seed: SEED, instance, name: 'Lilavati', ...seats }, 1_000);

/** The last view of the messages. */
const viewOf = (game) => game.connect(0, 1_000).messages[0].view;

test('messages_are_those_of_a_socket', () => {
  const game = begin('shatranj', { black: 3 });
  const [hello, start] = game.connect(0, 1_000).messages;
  assert.deepEqual([hello.type, hello.you.sides, start.type], ['hello', ['white'], 'start']);
  const { messages } = game.receive({ id: '1', base: 1, data: { kind: 'move', move: 'e2e3' } }, REMATCH, 2_000);
  assert.deepEqual(messages.map((one) => one.type), ['move', 'view', 'ack']);
  const refused = game.receive({ id: '2', base: 2, data: { kind: 'move', move: 'e3e4' } }, REMATCH, 2_000).messages;
  assert.deepEqual([refused[0].type, refused[0].code], ['nack', 'not_your_turn']);
  assert.match(game.why('white', { from: 'a1' }).refusal.message.english, /\w/);
  assert.ok(game.toPgn().includes('1. e3'));
  const again = LocalGame.restore(game.log());
  assert.equal(viewOf(again).fen, viewOf(game).fen);
});

test('two_computers_play_senterej_from_the_werera_to_turns', async () => {
  const engine = new Engine({ hashMb: 1 });
  const game = begin('senterej', { white: 1, black: 2 });
  let now = 1_000;
  for (let step = 0; step < 120 && viewOf(game).phase === 'werera'; step++) {
    for (const task of game.tasks(now)) {
      now += task.delay;
      game.decide(await game.think(engine, task), now);
    }
  }
  const kinds = game.connect(0, now).messages.map((one) => one.type);
  assert.ok(kinds.includes('place') && kinds.includes('werera_ended'), kinds.join());
  const [turn] = game.tasks(now);
  assert.equal(turn.kind, 'turn');
  assert.ok(game.decide(await game.think(engine, turn), now).messages.some((one) => one.type === 'move'));
  engine.close();
});

test('computer_in_the_werera_waits_for_the_person_then_acts', async () => {
  const engine = new Engine({ hashMb: 1 });
  const game = begin('senterej', { black: 1 });
  assert.deepEqual(game.tasks(1_000), []);
  game.receive({ id: '1', base: 0, data: { kind: 'ready', side: 'white' } }, REMATCH, 2_000);
  let now = 2_000;
  const acted = [];
  for (let step = 0; step < 10 && !acted.includes('place'); step++) {
    const [task] = game.tasks(now);
    assert.ok(task.delay >= 500, 'at a pace that a person can follow');
    now += task.delay;
    acted.push(...game.decide(await game.think(engine, task), now).messages.map((one) => one.type));
  }
  assert.ok(acted.includes('place'), acted.join());
  engine.close();
});

test('dice_are_thrown_and_forced_passes_made', async () => {
  const engine = new Engine({ hashMb: 1 });
  const game = begin('oblong-dice', { white: 1, black: 1 });
  let now = 2_000;
  game.wake(now);
  for (let step = 0; step < 60; step++) {
    now += 10_000;
    if (game.deadline !== undefined && game.deadline <= now) game.wake(now);
    for (const task of game.tasks(now)) game.decide(await game.think(engine, task), now);
  }
  const events = game.connect(0, now).messages;
  assert.ok(events.filter((one) => one.type === 'throw').length > 20);
  assert.ok(events.some((one) => one.type === 'move' && one.data.pass), 'some throw allows no move');
  engine.close();
});

test('bad_plans_are_errors_with_their_reasons', () => {
  assert.throws(() => begin('chess', {}), (error) => error instanceof RukhError && error.kind === 'ruleset');
  assert.throws(() => begin('shatranj', { white: 9 }), (error) => error.kind === 'local' && error.message.includes('1 to 8'));
});
