import type { WebSocketRoute } from '@playwright/test';
import { test } from './fixtures.ts';

test('closed_socket_reconnects_and_keeps_moves', { tag: '@desk' }, async ({ player }) => {
  let line: WebSocketRoute | undefined;
  await player.page.routeWebSocket(/\/ws\/v1\/game\//, (socket) => {
    socket.connectToServer();
    line = socket;
  });
  await player.openSharedGame({ instance: 'senterej' });
  await player.markDocument();
  await player.click('c2', 'c3');
  await player.waitForPiece('c3', /Gold/);
  await line!.close({ code: 1012 });
  await player.click('f7', 'f6');
  await player.waitForPiece('f6', /Green/);
  await player.until(async () => (await player.page.locator('.placed li').count()) === 2, 'the move made without a line to arrive');
  await player.expectSameDocument();
});

test('offline_moves_arrive_after_reconnecting', { tag: '@phone' }, async ({ player }) => {
  const { other } = await player.startGame({ instance: 'senterej' });
  await player.markDocument();
  await player.page.context().setOffline(true);
  await player.waitForText('Reconnecting');
  await other.click('c7', 'c6');
  await other.click('f7', 'f6');
  await player.click('c2', 'c3');
  await player.waitForPiece('c3', /Gold/);
  await player.page.context().setOffline(false);
  await player.waitForPiece('c6', /Green/);
  await player.waitForPiece('f6', /Green/);
  await other.waitForPiece('c3', /Gold/);
  await player.until(async () => !(await player.page.locator('.lost').count()), 'the banner to go');
  await player.expectSameDocument();
});

/** A restarted server continues every game, and no clock is charged. */
test('restarted_server_continues_the_game', { tag: '@desk' }, async ({ player, server, checkPage }) => {
  const { restart } = server;
  test.skip(!restart, 'needs the binary in RUKH_BIN');
  const { other } = await player.startGame({
    instance: 'senterej',
    time_control: { kind: 'fischer', initial: 300, increment: 3, werera: 120 },
  });
  await player.markDocument();
  await player.click('c2', 'c3');
  await other.waitForPiece('c3', /Gold/);
  await restart!(async () => {
    await player.waitForText('Reconnecting');
    await checkPage('reconnecting');
    await player.click('d2', 'd3');
    await player.waitForPiece('d3', /Gold/);
  });
  await other.waitForPiece('d3', /Gold/);
  await player.waitForText('The server was down for');
  await player.until(async () => !(await player.page.locator('.lost').count()), 'the banner to go');
  await other.click('e7', 'e6');
  await player.waitForPiece('e6', /Green/);
  await player.expectSameDocument();
});
