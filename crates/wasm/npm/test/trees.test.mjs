/** Random games with all that annotators add: what `toPgn` writes, `read` reads back to the same tree. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, rulesets } from '../dist/index.js';

/** Words that mean something elsewhere in PGN, or to programs that read it. */
const WORDS = [
  'fine', '1.', 'e3', '*', '1-0', '$4', '(', ')', '{', '}', ';', '%', '"', '\\', '[', ']', '[%', '[Event "x"]', '[%clk 0:05:00]',
  '[%cal Ge2e4,Rd1d8]', '[%csl Yd4]', '[%end draw]', '[%end resign', '[%%at 5]', '[%die 3]', 'naïve', 'رخ', '--', 'two  blanks',
];
const ENDS = ['white', 'black'].flatMap((side) => [
  { t: 'resign', side }, { t: 'flag', side }, { t: 'leave', side }, { t: 'leave', side, drawn: true },
]).concat([{ t: 'draw' }, { t: 'abort' }, ...['1-0', '0-1', '1/2-1/2'].map((result) => ({ t: 'result', result }))]);
/** The deepest that variations stand within each other. */
const DEPTH = 3;

/** A tree that grows by the choices of a seed. */
class Grower {
  constructor(seed) {
    this.state = seed;
  }

  /** A number below a bound; mulberry32 of Tommy Ettinger. */
  below(bound) {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  isWithin(percent) {
    return this.below(100) < percent;
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  comment() {
    let text = this.pick(WORDS);
    for (let left = this.isWithin(10) ? 60 : this.below(6); left > 0; left--) text += (this.isWithin(15) ? '\n' : ' ') + this.pick(WORDS);
    return { comment: text };
  }

  /** What stands behind an event: `before` is the game before it, `beforeThrow` that before the throw it followed. */
  remarks(before, beforeThrow, depth) {
    const found = [];
    while (this.isWithin(35)) {
      const kind = this.below(3);
      if (kind === 0) found.push(this.comment());
      else if (kind === 1) found.push({ nag: this.below(256) });
      else if (depth < DEPTH) found.push({ variation: this.variation(before, beforeThrow, depth + 1) });
    }
    return found;
  }

  /** Something to try: most of it can happen. */
  event(game) {
    if (game.node === 'over') return this.pick([{ t: 'unclaimed' }, { t: 'result', result: '1/2-1/2' }]);
    if (this.isWithin(5)) return this.pick(ENDS);
    if (game.node === 'chance') return { t: 'throw', face: this.pick(game.state.faces).number };
    if (game.node === 'choice') return { t: 'move', mv: this.pick(game.legalMoves()).uci };
    const side = this.pick(game.state.acting);
    const moves = game.legalMoves(side).filter(({ isCapture }) => !isCapture || this.isWithin(5));
    const back = game.retractable(side);
    if (back.length && this.isWithin(25)) return { t: 'retract', side, of: this.pick(back).seq };
    if (!moves.length || this.isWithin(10)) return this.pick([{ t: 'bundle', side }, { t: 'turns', why: 'by the clock} @5 ]%' }]);
    const { from, to, promotion } = this.pick(moves);
    return { t: 'place', side, from, to, ...(promotion ? { promotion } : {}) };
  }

  /** Lets something happen, and says what; null where it cannot. */
  play(game) {
    const event = this.event(game);
    try {
      game.apply(event);
      return event;
    } catch {
      return null;
    }
  }

  variation(from, fromThrow, depth) {
    const isOtherThrow = fromThrow !== null && this.isWithin(30);
    const game = (isOtherThrow ? fromThrow : from).copy();
    const elements = [];
    let [before, beforeThrow, thrown] = [game.copy(), isOtherThrow ? null : fromThrow, isOtherThrow ? null : fromThrow];
    if (this.isWithin(25)) elements.push(...this.remarks(before, beforeThrow, depth));
    if (isOtherThrow) {
      const face = this.pick(game.state.faces).number;
      [before, beforeThrow, thrown] = [game.copy(), null, game.copy()];
      game.throw(face);
      elements.push({ throw: face }, ...this.remarks(before, null, depth));
    }
    for (let left = this.below(6); left > 0; left--) {
      const here = game.copy();
      const event = this.play(game);
      if (!event) continue;
      [before, beforeThrow, thrown] = [here, thrown, event.t === 'throw' ? here : null];
      elements.push(elementOf(event), ...this.remarks(before, beforeThrow, depth));
    }
    return elements;
  }

  record(game, length) {
    const annotations = {};
    let thrown = null;
    const put = (found) => {
      if (found.length) annotations[game.state.seq] = found;
    };
    put(this.remarks(game.copy(), null, 0));
    for (let left = length; left > 0; left--) {
      const before = game.copy();
      const event = this.play(game);
      if (!event) continue;
      put(this.remarks(before, thrown, 0));
      thrown = event.t === 'throw' ? before : null;
    }
    return { headers: { Termination: this.pick(['normal', 'time forfeit', 'abandoned']) }, annotations };
  }
}

function elementOf(event) {
  if (event.t === 'move') return { move: event.mv };
  if (event.t === 'throw') return { throw: event.face };
  return ['place', 'retract', 'bundle', 'turns'].includes(event.t) ? { werera: event } : { end: event };
}

test('tree_written_is_read_back_the_same', () => {
  for (const { id } of rulesets()) {
    for (let seed = 1; seed <= 12; seed++) {
      const game = new Game(id);
      const notes = new Grower(seed).record(game, seed);
      const text = game.toPgn(notes);
      const [record, ...others] = Game.read(text);
      assert.deepEqual(record.game.data(), game.data(), `${id} ${seed}\n${text}`);
      assert.deepEqual(record.annotations, notes.annotations, `${id} ${seed}\n${text}`);
      assert.deepEqual([others, record.warnings, record.headers.Termination], [[], [], notes.headers.Termination], text);
      assert.equal(record.game.toPgn({ headers: record.headers, annotations: record.annotations }), text);
    }
  }
});

test('line_behind_the_last_move_is_read_behind_the_end', () => {
  const [record] = Game.read('[Variant "shatranj"]\n[Result "1-0"]\n\n1. d3 d6 2. c3 b6 (3. e3 e6) 1-0\n');
  assert.deepEqual(record.annotations, { 5: [{ variation: [{ move: 'e2e3' }, { move: 'e7e6' }] }] });
  assert.equal(record.game.outcome.result, '1-0');
  assert.deepEqual(record.warnings, []);
});

test('variation_that_cannot_be_played_is_not_written', () => {
  const game = new Game('shatranj');
  game.push('e3');
  for (const element of [{ move: 'e2e5' }, { throw: 1 }, { end: { t: 'unclaimed' } }, { werera: { t: 'turns', why: '' } }]) {
    assert.throws(() => game.toPgn({ annotations: { 1: [{ variation: [element] }] } }), (error) => error.kind === 'pgn' && /variation/.test(error.message));
  }
  assert.throws(() => game.toPgn({ annotations: { 1: [{ variation: [{ end: { t: 'move', mv: 'e2e3' } }] }] } }), /end of the game/);
});
