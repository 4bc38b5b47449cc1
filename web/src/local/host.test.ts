// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameHandlers } from './source';
import type { GameMessage, SocketMessage } from '../wire/generated';
import { LocalHost } from './host';
import type { LocalDecision, LocalStep, LocalTask } from './package';

/** What happens, in order. */
const log: string[] = [];

vi.mock('./store', () => ({ saveGame: async () => void log.push('kept'), readGame: async () => undefined }));

const message = (type: string) =>
  ({
    type,
    game: { id: 'local1', white: { player: {} }, black: { player: {} } },
    board: { pieces: {} },
    view: { pieces: [] },
  }) as unknown as GameMessage;
const step = (...types: string[]): LocalStep => ({ messages: types.map(message) });

/** A game whose engine has something to do. */
class FakeGame {
  deadline: number | undefined = undefined;
  pending: LocalTask[] = [];
  thoughts = 0;
  connect = () => step('hello', 'start');
  log = () => ({});
  tasks = () => this.pending;
  wake = () => (log.push('woken'), (this.deadline = undefined), step('move', 'view'));
  receive = () => (log.push('received'), step('move', 'view', 'ack'));
  think = async () => (this.thoughts++, { side: 'black', base: 1 }) as LocalDecision;
  decide = () => (log.push('decided'), (this.pending = []), step('place', 'view'));
}

const werera = (waits: number, delay: number): LocalTask => ({ side: 'black', kind: 'werera', waits, delay, base: 1, level: 1, seed: 0 });
const intent = { type: 'intent', id: 'a', base: 1, data: { kind: 'move', move: 'e2e3' } } as SocketMessage;

function sitDown(game: FakeGame) {
  const told: string[] = [];
  const handlers: GameHandlers = {
    after: () => 0,
    message: ({ type }) => (told.push(type), log.push(`told ${type}`)),
    state: () => {},
    opened: () => [],
  };
  return {
    told,
    connection: new LocalHost(
      {
        Engine: class {
          close() {}
        },
      } as never,
      game as never,
    ).connect(handlers),
  };
}

beforeEach(() => {
  log.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it('move_is_told_after_it_is_kept', async () => {
  const { connection } = sitDown(new FakeGame());
  log.length = 0;
  connection.request(intent);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['received', 'kept', 'told move', 'told view', 'told ack']);
});

it('engine_of_the_werera_keeps_its_pace_whatever_the_player_does', async () => {
  const game = new FakeGame();
  game.pending = [werera(0, 1000)];
  const { connection } = sitDown(game);
  await vi.advanceTimersByTimeAsync(900);
  connection.request(intent);
  expect(game.thoughts).toBe(0);
  await vi.advanceTimersByTimeAsync(100);
  expect([game.thoughts, log.includes('decided')]).toEqual([1, true]);
});

it('engine_that_waits_is_woken_by_the_player', async () => {
  const game = new FakeGame();
  game.pending = [werera(3, 8000)];
  const { connection } = sitDown(game);
  game.pending = [werera(0, 1000)];
  connection.request(intent);
  await vi.advanceTimersByTimeAsync(1000);
  expect(game.thoughts).toBe(1);
});

it('engine_moves_in_turn_not_faster_than_a_person', async () => {
  const game = new FakeGame();
  game.pending = [{ ...werera(0, 300), kind: 'turn' }];
  sitDown(game);
  await vi.advanceTimersByTimeAsync(200);
  expect([game.thoughts, log.includes('decided')]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toContain('decided');
});

it('what_is_due_happens_by_itself_until_the_page_is_left', async () => {
  const game = new FakeGame();
  game.deadline = Date.now() + 1500;
  const { told } = sitDown(game);
  await vi.advanceTimersByTimeAsync(1500);
  expect(told).toEqual(['hello', 'start', 'move', 'view']);
  game.deadline = Date.now() + 1500;
  const left = sitDown(game);
  left.connection.close();
  log.length = 0;
  await vi.advanceTimersByTimeAsync(5000);
  expect(log).not.toContain('woken');
});
