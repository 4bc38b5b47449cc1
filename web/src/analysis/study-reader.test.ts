import { expect, it } from 'vitest';
import { hasPackage, loadPackage } from '../lib/rukh-package';
import { endOf, formatStudy, lineTo, type StudyNode } from './study';
import { readStudy } from './study-reader';

// The package is not built on every machine; the scenes of the analysis board use it as well.
it.skipIf(!hasPackage)('study_of_a_file_is_written_as_it_was_read', async () => {
  const { Game } = await loadPackage();
  for (const [ruleset, moves] of Object.entries({
    shatranj: '{[%cal Ge2e3] begin} 1. e3 $1 {good} ( 1. d3 d6 ( 1... e6 {or} 2. Nf3 ) 2. e3 ) 1... e6 2. Nf3 *',
    'oblong-dice': '{[%die 1]} 1. a6 ( 1. b6 {[%die 2]} ) {[%die 1]} *',
    senterej:
      '{[%werera w 13 e2e3]} ( {[%werera w d2d3]} {[%werera b d7d6]} ( {[%werera b c7c6]} ) {[%werera w -1]} ' +
      '{[%werera turns agreed]} 1. e3 ) {[%werera b 26 b8c6]} *',
  })) {
    const text = `[Ruleset "${ruleset}"]\n\n${moves}\n`;
    const [record] = Game.read(text);
    const study = readStudy({ Game }, record!);
    expect(study.unread, ruleset).toEqual([]);
    const { data, annotations } = formatStudy(study.start, { ruleset: { name: study.instance }, start: study.fen });
    const written = Game.from(data).toPgn({ headers: study.headers, annotations });
    expect(written, ruleset).toBe(record!.game.toPgn({ headers: record!.headers, annotations: record!.annotations }));
  }
});

/** A node with all that follows, as plain data. */
const plain = ({ event, comment, nags, marks, preface, children }: StudyNode): unknown => ({
  event,
  comment,
  nags,
  marks,
  preface,
  children: children.map(plain),
});

it.skipIf(!hasPackage)('variation_that_begins_with_the_move_played_joins_the_main_line', async () => {
  const { Game } = await loadPackage();
  const read = (moves: string) => {
    const [record] = Game.read(`[Variant "shatranj"]\n[Result "1-0"]\n\n${moves}\n`);
    return readStudy({ Game }, record!).start;
  };
  const start = read('1. d3 (1. d3 $1 {joined} d6 2. e3 (2. d3)) 1... e6 2. c3 b6 1-0');
  expect(lineTo(endOf(start)).map((one) => one.text)).toEqual(['d3', 'e6', 'c3', 'b6', '']);
  expect(endOf(start).end).toMatchObject({ winner: 'white', reason: 'recorded' });
  const [d3] = start.children;
  expect(d3).toMatchObject({ comment: 'joined', nags: [1] });
  expect(d3!.children.map((one) => one.text)).toEqual(['e6', 'd6']);
  const deeper = read('1. d3 (1. e3 e6 (1... e6 2. a3) 2. b3) 1... e6 1-0');
  expect(lineTo(endOf(deeper.children[1]!)).map((one) => one.text)).toEqual(['e3', 'e6', 'b3']);
});

it.skipIf(!hasPackage)('study_written_is_read_back_the_same', async () => {
  const { Game } = await loadPackage();
  for (const [ruleset, moves] of [
    ['shatranj', '1. d3 d6 2. c3 b6 (3. e3 e6) 1-0'],
    [
      'shatranj',
      '1. d3 ({before} $14 1. e3 {[%cal Re2e3,Ga1a2] one\n\ntwo}) d6 {[%end resign w]} ({[%end draw]} {or}) ' +
        '(2. c3 {[%end leave b draw]} (2... d5 {[%end flag w]})) 0-1',
    ],
    [
      'shatranj',
      '$13 {start} 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {[%unclaimed]} 5. e3 ' +
        '(5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 {[%unclaimed]} 9. a3) *',
    ],
    ['oblong-dice', '{[%die 1]} 1. a6 ({[%die 3]} {[%end abort]}) {[%die 1]} ({[%die 2]}) {[%end flag b]} 1-0'],
    ['senterej', '{[%werera w e2e3]} {[%werera b e7e6]} {[%end draw]} ({[%werera w -1]} ({[%werera w d2d3]} {[%end resign b]})) 1/2-1/2'],
  ]) {
    const [record] = Game.read(`[Ruleset "${ruleset!}"]\n\n${moves!}\n`);
    const study = readStudy({ Game }, record!);
    const { data, annotations } = formatStudy(study.start, { ruleset: { name: study.instance }, start: study.fen });
    const written = Game.from(data).toPgn({ annotations });
    const [again] = Game.read(written);
    const back = readStudy({ Game }, again!);
    expect(back.unread, written).toEqual([]);
    expect(plain(back.start), written).toEqual(plain(study.start));
  }
});
