// @vitest-environment node
import { expect, it } from 'vitest';
import { hasPackage, loadPackage } from '../lib/rukh-package';
import { formatStudy } from './study';
import { readStudy } from './study-reader';

// The package is not built on every machine; the scenes of the analysis board use it as well.
it.skipIf(!hasPackage)('study_of_a_file_is_written_as_it_was_read', async () => {
  const { Game } = await loadPackage();
  for (const [ruleset, moves] of Object.entries({
    shatranj: '{[%cal Ge2e3] begin} 1. e3 $1 {good} ( 1. d3 d6 ( 1... e6 {or} 2. Nf3 ) 2. e3 ) 1... e6 2. Nf3 *',
    'oblong-dice': '{[%die 1]} 1. a6 ( 1. b6 {[%die 2]} ) {[%die 1]} *',
    senterej: '{[%werera w 13 e2e3]} ( {[%werera w d2d3]} {[%werera b d7d6]} ( {[%werera b c7c6]} ) {[%werera w -1]} {[%werera turns agreed]} 1. e3 ) {[%werera b 26 b8c6]} *',
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
