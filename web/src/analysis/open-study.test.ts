import { beforeEach, expect, it, vi } from 'vitest';
import { OpenStudy, type StudyBoard } from './open-study.svelte';
import type { KeptStudy } from './studies';

/** The studies of a browser that has these tabs; every change is told to all of them. */
const kept = new Map<string, KeptStudy>();
const tabs: ((id: string) => void)[] = [];

vi.mock('./studies', () => ({
  readStudy: async (id: string) => kept.get(id),
  watchStudies: (notice: (id: string) => void) => (tabs.push(notice), () => {}),
  renameStudy: async (id: string, name: string) => void kept.set(id, { ...kept.get(id)!, name }),
  updateStudy: async (id: string, make: (found: KeptStudy | undefined) => KeptStudy) => {
    await Promise.resolve();
    const made = make(kept.get(id));
    kept.set(id, made);
    for (const notice of tabs) notice(id);
    return made;
  },
}));

/** A board whose study is a list of words; two versions of it have the words of both. */
class Words implements StudyBoard {
  text = '';
  readonly study = new OpenStudy(this);
  written = () => ({ instance: 'shatranj', pgn: this.text, board: {} as KeptStudy['board'] });
  replace = (pgn: string) => void (this.text = pgn);
  merge = (one: string, own: string) => [...new Set(`${one} ${own}`.split(' '))].join(' ');
  propose = () => 'Shatranj';

  write(text: string): Promise<void> {
    this.text = text;
    return this.study.save();
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  kept.clear();
  tabs.length = 0;
});

it('study_is_kept_with_its_first_change_and_saved_with_every_other', async () => {
  const board = new Words();
  expect(board.study.kept).toBeNull();
  void board.write('a');
  void board.write('a b');
  await board.write('a b c');
  expect([...kept.values()]).toMatchObject([{ name: 'Shatranj', pgn: 'a b c' }]);
  await board.write('a');
  expect(kept.get(board.study.kept!.id)!.pgn, 'what its writer deletes is gone').toBe('a');
});

it('second_study_does_not_overwrite_the_first', async () => {
  const [board, other] = [new Words(), new Words()];
  await board.write('first');
  await other.write('of another tab');
  // The next is begun while the last change of the first is being saved.
  void board.write('first and more');
  board.study.open(null);
  await board.write('second');
  expect([...kept.values()].map((one) => one.pgn).sort()).toEqual(['first and more', 'of another tab', 'second']);
});

it('tabs_of_one_study_show_what_the_other_writes', async () => {
  const [board, other] = [new Words(), new Words()];
  await board.write('a');
  other.study.open(board.study.kept);
  other.text = 'a';
  await board.write('a b');
  await settle();
  expect(other.text).toBe('a b');
  await other.write('a b c');
  await settle();
  expect(board.text).toBe('a b c');
  expect(kept.size).toBe(1);
});

it('changes_of_two_tabs_at_once_are_both_kept', async () => {
  const [board, other] = [new Words(), new Words()];
  await board.write('a');
  other.study.open(board.study.kept);
  await Promise.all([board.write('a mine'), other.write('a theirs'), board.write('a mine more')]);
  await settle();
  const words = kept.get(board.study.kept!.id)!.pgn.split(' ').sort();
  expect(words).toEqual(['a', 'mine', 'more', 'theirs']);
  for (const one of [board, other]) expect(one.text.split(' ').sort(), 'both boards show it').toEqual(words);
});

it('study_that_another_tab_deletes_comes_back_with_the_next_change', async () => {
  const board = new Words();
  await board.write('a');
  const { id } = board.study.kept!;
  kept.set(id, { ...kept.get(id)!, deleted: 1 });
  await board.write('a b');
  expect(kept.get(id)).toMatchObject({ pgn: 'a b', deleted: undefined });
});

it('study_that_cannot_be_kept_says_so', async () => {
  const board = new Words();
  board.merge = () => {
    throw new Error('unreadable');
  };
  await board.write('a');
  kept.set(board.study.kept!.id, { ...board.study.kept!, pgn: '?', revision: 7 });
  await board.write('a b');
  expect(board.study.isUnsaved).toBe(true);
  expect(kept.get(board.study.kept!.id)!.pgn, 'what is kept is not overwritten').toBe('?');
});
