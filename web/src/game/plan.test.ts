import { expect, it } from 'vitest';
import { readChoices, USUAL, writeChoices, type Choices } from './plan';

it('choices_usual_leave_the_address_bare', () => {
  expect(writeChoices(USUAL)).toBe('');
  expect(readChoices('')).toEqual(USUAL);
});

it('choices_written_are_read_again', () => {
  const changes: Partial<Choices>[] = [
    { opponent: 'friend', colour: 'black', time: { kind: 'days', days: 3 }, manner: 'match' },
    { opponent: 'watch', level: 8, otherLevel: 1, isPrivate: true },
    { level: 5, time: { kind: 'fischer', initial: 300, increment: 3 } },
    { time: { kind: 'fischer', initial: 15, increment: 0, marshal: 90 } },
    { time: { kind: 'days', days: 7, marshal_days: 2 } },
  ];
  for (const change of changes) {
    const choices = { ...USUAL, ...change };
    expect(readChoices(writeChoices(choices)), JSON.stringify(change)).toEqual(choices);
  }
});

it('choices_without_sense_are_as_usual', () => {
  expect(readChoices('?with=nobody&level=9&other=x&colour=red&time=5-&werera=-3&manner=loud&unlisted=yes')).toEqual(USUAL);
  expect(readChoices('?time=999-0').time).toEqual(USUAL.time);
  expect(readChoices('?time=40d').time).toEqual(USUAL.time);
});
