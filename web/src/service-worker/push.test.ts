import { expect, it } from 'vitest';
import { pageAt, pathOfTag, readMessage } from './push';

const message = { kind: 'turn', game: 'abc', title: 'Senterej', text: 'It is your turn against Almaz.', tag: 'rukh-abc', language: 'en' };

it('message_that_is_none_is_not_shown', () => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
  const ofEvent = { ...message, game: undefined, kind: 'event', event: 'abc' };
  expect(readMessage(JSON.stringify(ofEvent))?.event).toBe('abc');
  for (const text of [
    undefined,
    '',
    'null',
    '7',
    '[]',
    '{',
    '{}',
    JSON.stringify({ ...message, text: '' }),
    JSON.stringify({ ...message, tag: 7 }),
  ]) {
    expect(readMessage(text), String(text)).toBeNull();
  }
});

it('path_of_a_notification_is_that_of_its_game', () => {
  expect(pathOfTag('rukh-abc')).toBe('/game/abc');
  expect(pathOfTag('rukh-a/../b')).toBe('/game/a%2F..%2Fb');
  expect(pathOfTag('rukh-appointment:abc')).toBe('/appointment/abc');
  expect(pathOfTag('rukh-event:abc')).toBe('/events/abc');
  for (const tag of ['', 'rukh-', 'other']) expect(pathOfTag(tag)).toBe('/');
});

it('page_that_is_seen_comes_before_another_of_the_game', () => {
  const page = (path: string, visibilityState: string) => ({ url: `https://rukh.example${path}`, visibilityState });
  const [hidden, seen, elsewhere] = [page('/game/abc#20', 'hidden'), page('/game/abc', 'visible'), page('/game/abcd', 'visible')];
  expect(pageAt([elsewhere, hidden, seen], '/game/abc')).toBe(seen);
  expect(pageAt([elsewhere, hidden], '/game/abc')).toBe(hidden);
  expect(pageAt([elsewhere], '/game/abc')).toBeUndefined();
});
