import { expect, it } from 'vitest';
import type { Replay } from '../wire/generated';
import { things } from './things';

const seat = (id: string) => ({ player: { kind: 'guest', id }, name: `Name of ${id}` });
const said = (number: number, id: string, text: string) => ({ number, name: id, data: { kind: 'chat', author: { id }, text } });
const replay = (white: object, black: object, chat: object[] = []) => ({ game: { white, black }, chat }) as unknown as Replay;
const kinds = (found: ReturnType<typeof things>) => found.map(({ about, person }) => `${about.kind} ${person.id}`);

it('everything_of_others_can_be_reported_the_last_message_first', () => {
  const chat = [said(1, 'rude', 'one'), said(2, 'own', 'mine'), said(4, 'rude', 'two')];
  const found = things('g', replay(seat('own'), seat('rude'), chat), 'own');
  expect(kinds(found)).toEqual(['chat rude', 'chat rude', 'play rude', 'name rude']);
  expect(found[0]).toMatchObject({ about: { kind: 'chat', game: 'g', number: 4 }, text: 'two' });
});

it('the_computer_and_oneself_cannot_be_reported', () => {
  expect(things('g', replay(seat('own'), { player: { kind: 'engine', level: 3 }, name: null }), 'own')).toEqual([]);
  expect(kinds(things('g', replay(seat('rude'), seat('rude')), 'own'))).toEqual(['play rude', 'name rude']);
});
