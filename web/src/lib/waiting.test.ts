import { beforeEach, expect, test } from 'vitest';
import { claimCall, wait, waiting, waitNoLonger } from './waiting';

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

test('seek_is_called_once', async () => {
  wait('a');
  wait('b');
  wait('a');
  expect(waiting()).toEqual(['a', 'b']);
  expect(await Promise.all([claimCall('a'), claimCall('a')])).toEqual([true, false]);
  expect(waiting()).toEqual(['b']);
  wait('a');
  expect(waiting()).toEqual(['b']);
  expect(await claimCall('unheard-of')).toBe(true);
  waitNoLonger('b');
  expect(waiting()).toEqual([]);
});

test('seek_in_broken_storage_is_still_waited_for', async () => {
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => '{', setItem: () => { throw new Error('full'); } }, configurable: true });
  wait('c');
  expect(waiting()).toEqual(['c']);
  expect(await claimCall('c')).toBe(true);
  expect(await claimCall('c')).toBe(false);
});
