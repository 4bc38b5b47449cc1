/** The client against a server of the tests' own, the program in RUKH_BIN, and against servers that misbehave. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ApiError, Client, ClientError, RefusedError, UnreachableError, isEvent } from '../dist/client.js';

const FISCHER = { kind: 'fischer', initial: 300, increment: 2 };

let server;

async function serve(directory, bind) {
  assert.ok(process.env.RUKH_BIN, 'name the program to test with in RUKH_BIN');
  const options = ['serve', '--bind', bind, '--data-dir', directory, '--log', 'error'];
  const child = spawn(process.env.RUKH_BIN, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url, directory };
}

async function kill({ child }) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

before(async () => {
  server = await serve(mkdtempSync(join(tmpdir(), 'rukh-client-')), '127.0.0.1:0');
});
after(async () => {
  await kill(server);
  rmSync(server.directory, { recursive: true });
});

const pair = () => Promise.all(['Almaz', 'Bekele'].map((name) => Client.guest(server.url, name)));

/** The next message of a kind. */
async function until(messages, kind) {
  for (;;) {
    const { value } = await messages.next();
    if (value.type === kind) return value;
  }
}

test('game_is_sought_played_and_read', async () => {
  const [almaz, bekele] = await pair();
  assert.equal((await new Client(`${server.url}/`, { token: almaz.token }).me()).name, 'Almaz');
  const seek = await almaz.seek({ instance: 'shatranj', colour: 'white', time_control: FISCHER });
  assert.ok((await bekele.seeks()).some((one) => one.id === seek.id));
  const { id } = await bekele.acceptSeek(seek.id);
  assert.equal((await almaz.findSeek(seek.id)).game, id);
  const followed = bekele.follow(id);
  assert.equal((await until(followed, 'hello')).game.id, id);
  assert.equal(await almaz.act(id, 1, { kind: 'move', move: 'e2e3' }), 2);
  assert.equal((await until(followed, 'move')).data.move, 'e2e3');
  const tooEarly = almaz.act(id, 2, { kind: 'move', move: 'e3e4' });
  await assert.rejects(tooEarly, (error) => error instanceof RefusedError && error.code === 'not_your_turn' && error.seq === 2 && !!error.reason);
  await bekele.chat(id, 'Hello');
  assert.ok((await bekele.ownGames()).some((one) => one.id === id));
  await bekele.act(id, 2, { kind: 'resign', side: 'black' });
  const events = [];
  for await (const message of almaz.follow(id)) if (isEvent(message)) events.push(message.type);
  assert.equal(events.at(-1), 'end');
  assert.equal((await almaz.replay(id)).frames.length, events.length);
  assert.match(await almaz.pgn(id), /\[White "Almaz"\]/);
  assert.equal((await almaz.jsonl(id))[0].ruleset, 'shatranj');
  assert.equal((await almaz.throws(id)).commitment, null);
  assert.deepEqual(await almaz.gameRatings(id), { state: 'unrated' });
});

test('stream_tells_of_challenges_games_and_turns', async () => {
  const [almaz, bekele] = await pair();
  const told = bekele.stream();
  assert.equal((await told.next()).value.type, 'ready');
  const whom = (await bekele.me()).id;
  const first = await almaz.challenge(whom, { instance: 'oblong', time_control: FISCHER });
  assert.equal((await until(told, 'challenge')).data.id, first.id);
  assert.equal((await bekele.declineAppointment(first.id)).phase, 'declined');
  await almaz.challenge(whom, { instance: 'shatranj', colour: 'white', time_control: { kind: 'days', days: 1 } });
  const { data } = await until(told, 'challenge');
  const { game } = await bekele.acceptAppointment(data.id);
  assert.equal((await until(told, 'game_begun')).data.id, game);
  await almaz.act(game, 1, { kind: 'move', move: 'e2e3' });
  const turn = await until(told, 'turn');
  assert.deepEqual([turn.data.id, turn.data.turn], [game, 'black']);
  await bekele.act(game, 2, { kind: 'resign', side: 'black' });
  const ended = await until(told, 'game_ended');
  await told.return();
  const again = bekele.stream({ after: turn.cursor });
  assert.equal((await until(again, 'game_ended')).key, ended.key);
  await again.return();
  const stopping = new AbortController();
  const stopped = bekele.stream({ signal: stopping.signal });
  await until(stopped, 'ready');
  setTimeout(() => stopping.abort(), 50);
  await assert.rejects(until(stopped, 'challenge'), { name: 'AbortError' });
});

test('appointment_is_proposed_answered_and_called_off', async () => {
  const [almaz, bekele] = await pair();
  const soon = Date.now() + 3_600_000;
  const made = await almaz.appoint({ whom: (await bekele.me()).id, instance: 'shatranj', times: [soon], time_control: FISCHER });
  assert.deepEqual((await bekele.proposeTimes(made.id, [soon + 60_000])).times, [soon + 60_000]);
  assert.equal((await almaz.acceptAppointment(made.id, soon + 60_000)).starts, soon + 60_000);
  assert.equal((await bekele.appointments())[0].id, made.id);
  assert.equal((await bekele.cancelAppointment(made.id)).phase, 'cancelled');
  assert.equal((await almaz.appointment(made.id)).phase, 'cancelled');
});

test('archive_catalogue_ratings_and_analysis_are_read', async () => {
  const [almaz, bekele] = await pair();
  const player = (await almaz.me()).id;
  const { id } = await bekele.acceptSeek((await almaz.seek({ instance: 'mideast', colour: 'white' })).id);
  await bekele.act(id, 1, { kind: 'resign', side: 'black' });
  let found = [];
  for (let tries = 0; tries < 600 && !found.length; tries++) {
    found = await collect(almaz.search({ player, result: 'won' }));
    if (!found.length) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual(found.map((one) => one.id), [id]);
  const text = await new Response(await almaz.download('pgn', { player })).text();
  assert.equal(text.match(/\[Event /g).length, 1);
  assert.ok((await almaz.catalog()).rulesets.some((one) => one.id === 'shatranj'));
  assert.equal((await almaz.ruleset('senterej[saba=G]')).id, 'senterej');
  assert.equal((await almaz.levels()).levels[0].level, 1);
  assert.deepEqual(await almaz.ratingPools(), []);
  assert.deepEqual((await almaz.leaderboard('shatranj-live', 'bots')).leaders, []);
  assert.deepEqual((await almaz.ratingHistory(player, 'shatranj-live')).points, []);
  assert.equal((await almaz.player(player)).is_bot, false);
  assert.deepEqual((await almaz.events()).running, []);
  const start = (await almaz.game(id)).view.fen;
  const lines = await collect(almaz.analyse({ game: { ruleset: { name: 'mideast' }, start, events: [] }, lines: 1 }));
  assert.deepEqual([lines[0].type, lines.at(-1).type], ['limit', 'end']);
});

async function collect(iterator) {
  const all = [];
  for await (const one of iterator) all.push(one);
  return all;
}

test('error_says_what_is_wrong_and_what_would_be_right', async () => {
  const [almaz] = await pair();
  await assert.rejects(almaz.seek({ instance: 'shatrnj' }), (error) => error instanceof ApiError && error.status === 404 && error.code === 'unknown_ruleset' && error.hint.includes('shatranj'));
  for (const url of ['rukh.example', 'ftp://rukh.example', 'https://rukh.example/?a=b', '']) assert.throws(() => new Client(url), TypeError);
});

test('server_that_is_killed_is_waited_for', async () => {
  const own = await serve(mkdtempSync(join(tmpdir(), 'rukh-client-')), '127.0.0.1:0');
  const [almaz, bekele] = await Promise.all(['Almaz', 'Bekele'].map((name) => Client.guest(own.url, name)));
  const { id } = await bekele.acceptSeek((await almaz.seek({ instance: 'shatranj', colour: 'white' })).id);
  const [followed, told] = [almaz.follow(id), bekele.stream()];
  await until(followed, 'start');
  await until(told, 'ready');
  await kill(own);
  const back = new Promise((resolve) => setTimeout(() => resolve(serve(own.directory, new URL(own.url).host)), 500));
  assert.equal(await almaz.act(id, 1, { kind: 'move', move: 'e2e3' }), 2);
  assert.equal((await until(followed, 'move')).seq, 2);
  const asked = await almaz.challenge((await bekele.me()).id, { instance: 'shatranj' });
  assert.equal((await until(told, 'challenge')).data.id, asked.id);
  await Promise.all([followed.return(), told.return()]);
  await kill(await back);
  rmSync(own.directory, { recursive: true });
});

/** A server whose answers a function gives, and the requests that it got. */
async function pretend(t, answer) {
  const requests = [];
  const pretender = createServer((request, response) => {
    requests.push({ path: request.url, token: request.headers.authorization });
    const { status = 200, headers = {}, body = '{}' } = answer(requests.length);
    response.writeHead(status, headers).end(body);
  });
  pretender.listen(0, '127.0.0.1');
  await once(pretender, 'listening');
  t.after(() => pretender.close());
  return { url: `http://127.0.0.1:${pretender.address().port}`, requests };
}

test('stream_goes_on_with_its_cursor_and_repeats_nothing', async (t) => {
  const line = (key, cursor) => `${JSON.stringify({ type: 'ready', key, cursor })}\n`;
  const answers = [`${line('a', 5)}\n${line('b', 7)}{"cut`, line('b', 7) + line('c', 9)];
  const { url, requests } = await pretend(t, (number) => ({ body: answers[Math.min(number, 2) - 1] }));
  const told = new Client(url, { token: 'token' }).stream({ after: 1 });
  const keys = [];
  while (keys.length < 3) keys.push((await told.next()).value.key);
  await told.return();
  assert.deepEqual(keys, ['a', 'b', 'c']);
  assert.deepEqual(requests.map(({ path }) => path.split('=')[1]), ['1', '7']);
});

test('redirect_takes_no_token_away', async (t) => {
  const other = await pretend(t, () => ({}));
  const { url } = await pretend(t, () => ({ status: 302, headers: { location: other.url } }));
  await assert.rejects(new Client(url, { token: 'secret' }).seek({ instance: 'shatranj' }), ClientError);
  assert.deepEqual(other.requests, []);
});

test('server_that_asks_for_patience_gets_it', async (t) => {
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: '{"error":{"code":"too_fast","message":{"english":"Too fast."}}}' };
  const { url } = await pretend(t, (number) => (number === 1 ? busy : {}));
  const began = Date.now();
  assert.deepEqual(await new Client(url).catalog(), {});
  assert.ok(Date.now() - began >= 990);
  const strict = await pretend(t, () => busy);
  await assert.rejects(new Client(strict.url).seek({ instance: 'shatranj' }), (error) => error instanceof ApiError && error.retryAfter === 1);
  assert.equal(strict.requests.length, 1, 'what must not be sent twice is not');
  const page = await pretend(t, () => ({ body: '<html>' }));
  await assert.rejects(new Client(page.url).catalog(), ClientError);
  await assert.rejects(new Client('http://127.0.0.1:9').seek({ instance: 'shatranj' }), UnreachableError);
});

test('examples_of_the_manual_run', async (t) => {
  const manual = readFileSync(new URL('../../../../docs/javascript.md', import.meta.url), 'utf8');
  const blocks = [...manual.matchAll(/```javascript\n([\s\S]*?)```/g)].map(([, block]) => block);
  assert.ok(blocks.length >= 2);
  const directory = mkdtempSync(join(tmpdir(), 'rukh-manual-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const client = new URL('../dist/client.js', import.meta.url).href;
  for (const [index, block] of blocks.entries()) {
    const file = join(directory, `${index}.mjs`);
    writeFileSync(file, block.replaceAll('https://rukh.example', server.url).replaceAll("'rukh/client'", `'${client}'`));
    await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  }
});

/** Whatever its reason, a signal of the caller's ends a stream with that reason, and at once. */
test('stream_ends_with_the_reason_of_its_callers_signal', async (t) => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const client = new Client(`http://127.0.0.1:${silent.address().port}`, { token: 'token' });
  const reason = new Error('enough');
  const read = async (signal) => {
    for await (const message of client.stream({ signal })) assert.fail(JSON.stringify(message));
  };
  await assert.rejects(read(AbortSignal.abort(reason)), reason);
  await assert.rejects(read(AbortSignal.timeout(200)), { name: 'TimeoutError' });
});
