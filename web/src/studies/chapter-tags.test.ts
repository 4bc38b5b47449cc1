import { expect, it } from 'vitest';
import { changedTags, readTags, writeTags } from './chapter-tags';

it('tags_are_read_back_from_their_lines', () => {
  const tags = { Event: 'Game of the month', White: 'Almaz "the rukh" \\ Bekele', 'X-Note': '' };
  expect(writeTags(tags).split('\n')[1]).toBe('[White "Almaz \\"the rukh\\" \\\\ Bekele"]');
  expect(readTags(writeTags(tags))).toEqual({ tags });
  expect(readTags('\n  [Event   "One"]  \n\n[Event "Two"]\n')).toEqual({ tags: { Event: 'Two' } });
  expect(readTags('')).toEqual({ tags: {} });
});

it('line_that_is_no_tag_is_named', () => {
  for (const line of ['White Almaz', '[White Almaz]', '[White "Almaz]', '[Two words "x"]', '[White "a" "b"]']) {
    expect(readTags(`[Event "One"]\n${line}`)).toEqual({ wrong: line });
  }
});

it('changed_tags_are_those_that_differ_and_those_that_are_gone', () => {
  const before = { Event: 'One', Round: '2', White: 'Almaz' };
  expect(changedTags(before, { Event: 'One', White: 'Bekele', Black: 'Almaz' })).toEqual({ Round: '', White: 'Bekele', Black: 'Almaz' });
  expect(changedTags(before, { ...before, Site: '' })).toEqual({});
});
