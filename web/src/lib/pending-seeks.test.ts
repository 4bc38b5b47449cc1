import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimNotification, addPendingSeek, pendingSeeks, removePendingSeek } from './pending-seeks';

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

afterEach(() => vi.unstubAllGlobals());

test('seek_is_called_once', async () => {
  addPendingSeek('a');
  addPendingSeek('b');
  addPendingSeek('a');
  expect(pendingSeeks()).toEqual(['a', 'b']);
  expect(await Promise.all([claimNotification('a'), claimNotification('a')])).toEqual([true, false]);
  expect(pendingSeeks()).toEqual(['b']);
  addPendingSeek('a');
  expect(pendingSeeks()).toEqual(['b']);
  expect(await claimNotification('unheard-of')).toBe(true);
  removePendingSeek('b');
  expect(pendingSeeks()).toEqual([]);
});

test('seek_in_broken_storage_is_still_waited_for', async () => {
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => '{', setItem: () => { throw new Error('full'); } }, configurable: true });
  addPendingSeek('c');
  expect(pendingSeeks()).toEqual(['c']);
  expect(await claimNotification('c')).toBe(true);
  expect(await claimNotification('c')).toBe(false);
});

test('seek_is_called_in_one_tab_where_storage_lags', async () => {
  const held = new Set<string>();
  const request = async (name: string, _: LockOptions, callback: (lock: { name: string } | null) => Promise<void>) => {
    if (held.has(name)) return callback(null);
    held.add(name);
    await callback({ name });
    held.delete(name);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  // What one tab stores the others do not see yet.
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ waiting: ['d'], called: [] }), setItem: () => {} });
  expect(await Promise.all([claimNotification('d'), claimNotification('d'), claimNotification('e')])).toEqual([true, false, true]);
});
