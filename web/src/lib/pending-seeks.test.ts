// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimNotification, addPendingSeek, pendingSeeks, removePendingSeek } from './pending-seeks';

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

afterEach(() => vi.unstubAllGlobals());

test('seek_accepted_is_notified_once', async () => {
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

test('seek_with_broken_storage_stays_pending', async () => {
  Object.defineProperty(globalThis, 'localStorage', {
    value: {
      getItem: () => '{',
      setItem: () => {
        throw new Error('full');
      },
    },
    configurable: true,
  });
  addPendingSeek('c');
  expect(pendingSeeks()).toEqual(['c']);
  expect(await claimNotification('c')).toBe(true);
  expect(await claimNotification('c')).toBe(false);
});

test('seek_with_lagging_storage_is_notified_in_one_tab', async () => {
  const held = new Set<string>();
  const request = async (name: string, _: LockOptions, callback: (lock: { name: string } | null) => Promise<void>) => {
    if (held.has(name)) return callback(null);
    held.add(name);
    await callback({ name });
    held.delete(name);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  // Storage writes are not visible to other tabs yet.
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ waiting: ['data'], called: [] }), setItem: () => {} });
  expect(await Promise.all([claimNotification('d'), claimNotification('d'), claimNotification('e')])).toEqual([true, false, true]);
});
