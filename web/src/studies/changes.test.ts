import { expect, it } from 'vitest';
import type { GameEvent } from 'rukh';
import { addMove, promote, remove, toggleMark, toggleNag, startNode, type Made, type Remarks, type StudyNode } from '../analysis/study';
import type { Guest, StudyOp } from '../wire/generated';
import { BoardTree } from './board-tree';
import { writeChanges } from './changes';
import { StudyDocument, type StudyAct } from './document';

const CHAPTER = 'aaaa-1';
const MOVES = ['a2a3', 'b2b3', 'c2c3', 'd2d3'];

const made = (event: GameEvent): Made => ({ event, text: String(event.mv), side: 'white', turn: 1, isWerera: false });

/** Somebody with a board, and what they have heard of the others. */
class Writer {
  readonly self: Guest;
  readonly start = startNode();
  readonly document = new StudyDocument();
  private readonly tree = new BoardTree(this.start, CHAPTER);
  private number = 0;

  constructor(name: string) {
    this.self = { id: name, name };
  }

  hear(by: Guest, op: StudyOp): void {
    this.document.add(by, op);
  }

  show(): void {
    this.tree.show(this.document.tree(CHAPTER), this.self, (_, event) => made(event));
  }

  /** What the board has become, as operations. */
  write(): StudyOp[] {
    const ops: StudyOp[] = [];
    writeChanges(this.document, CHAPTER, this.start, this.self, (act: StudyAct) => {
      const id = `${this.self.id.repeat(4)}-${++this.number + 1}`;
      const op = { id, clock: this.document.clock + 1, chapter: CHAPTER, ...act } as StudyOp;
      this.document.add(this.self, op);
      ops.push(op);
      return id;
    });
    return ops;
  }
}

const chapter: StudyOp = { id: CHAPTER, clock: 1, chapter: CHAPTER, do: 'chapter', name: 'First', instance: 'shatranj' };

function nodesOf(start: StudyNode): StudyNode[] {
  return [start, ...start.children.flatMap(nodesOf)];
}

const words = ({ comment, nags, marks, others = [] }: Remarks): string =>
  JSON.stringify([comment, others.map(({ by, text }) => [by!.id, text]), nags, marks]);

/** The board as text. */
function print(node: StudyNode, depth = 0): string {
  const own = `${' '.repeat(depth)}${String(node.event?.mv)} ${words(node.preface)} ${words(node)}\n`;
  return own + node.children.map((one) => print(one, depth + 1)).join('');
}

/** What is shown with the words of each person apart, whoever looks. */
function shared(writer: Writer): string {
  const all = ({ comment, others = [], nags, marks }: Remarks) => {
    const said = [...others.map(({ by, text }) => `${by!.id}: ${text}`), ...(comment ? [`${writer.self.id}: ${comment}`] : [])].sort();
    return JSON.stringify([said, nags, marks]);
  };
  const lines = (node: StudyNode, depth: number): string =>
    `${' '.repeat(depth)}${String(node.event?.mv)} ${all(node.preface)} ${all(node)}\n` +
    node.children.map((one) => lines(one, depth + 1)).join('');
  return lines(writer.start, 0);
}

/** Something that a person does on a board. */
function change(writer: Writer, below: (most: number) => number): void {
  const nodes = nodesOf(writer.start);
  const at = nodes[below(nodes.length)]!;
  switch (below(10)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      let end = at;
      for (let count = below(4); count >= 0; count--) end = addMove(end, made({ t: 'move', mv: MOVES[below(4)]! }));
      break;
    }
    case 4:
      at.comment = ['', 'good', 'better', 'good\nand long'][below(4)]!;
      break;
    case 5:
      toggleNag(at, [1, 2][below(2)]!, [1, 2]);
      break;
    case 6:
      toggleMark(at, { from: 'a1', to: ['a1', 'a2'][below(2)]!, colour: 'G' });
      break;
    case 7:
      promote(at);
      break;
    case 8:
      // What stands before a variation.
      if (at.parent && at.parent.children[0] !== at) at.preface.comment = ['', 'instead'][below(2)]!;
      break;
    default:
      if (below(2)) remove(at);
  }
}

function numbers(seed: number): (most: number) => number {
  let state = seed + 1;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

it('board_and_document_are_the_same_after_any_changes', () => {
  for (let seed = 0; seed < 60; seed++) {
    const below = numbers(seed);
    const writer = new Writer('a');
    writer.hear(writer.self, chapter);
    writer.show();
    for (let round = 0; round < 12; round++) {
      for (let count = below(4); count >= 0; count--) change(writer, below);
      writer.write();
      const before = print(writer.start);
      expect(writer.write(), `seed ${seed}: nothing is written twice`).toEqual([]);
      const other = new Writer('a');
      Object.assign(other, { document: writer.document });
      other.show();
      expect(print(other.start), `seed ${seed}, round ${round}`).toBe(before);
      writer.show();
      expect(print(writer.start), `seed ${seed}, round ${round}`).toBe(before);
    }
  }
});

/** Two write without hearing of each other, and see the same once they have heard. */
it('two_writers_end_with_the_same_tree', () => {
  for (let seed = 0; seed < 60; seed++) {
    const below = numbers(seed * 7 + 3);
    const people = [new Writer('a'), new Writer('b')] as const;
    for (const one of people) {
      one.hear(people[0].self, chapter);
      one.show();
    }
    for (let round = 0; round < 6; round++) {
      const written = people.map((one) => {
        for (let count = below(5); count > 0; count--) change(one, below);
        return one.write();
      });
      for (const [index, one] of people.entries()) {
        for (const op of written[1 - index]!) one.hear(people[1 - index]!.self, op);
        one.show();
      }
      expect(shared(people[0]), `seed ${seed}, round ${round}`).toBe(shared(people[1]));
    }
  }
});

it('line_with_variations_is_one_operation_for_each_line', () => {
  const writer = new Writer('a');
  writer.hear(writer.self, chapter);
  writer.show();
  let end = writer.start;
  for (let count = 0; count < 1200; count++) end = addMove(end, made({ t: 'move', mv: MOVES[0]! }));
  addMove(addMove(writer.start.children[0]!, made({ t: 'move', mv: MOVES[1]! })), made({ t: 'move', mv: MOVES[2]! }));
  const lines = writer.write().map((op) => (op.do === 'line' ? op.events.length : 0));
  expect(lines.sort((one, other) => one - other)).toEqual([2, 200, 1000]);
});

it('reader_keeps_own_moves_beside_those_of_the_document', () => {
  const [writer, reader] = [new Writer('a'), new Writer('r')];
  for (const one of [writer, reader]) {
    one.hear(writer.self, chapter);
    one.show();
  }
  const tell = () => {
    for (const op of writer.write()) reader.hear(writer.self, op);
    writer.show();
    reader.show();
  };
  const first = addMove(writer.start, made({ t: 'move', mv: 'a2a3' }));
  first.comment = 'solid';
  tell();
  const seen = reader.start.children[0]!;
  expect([seen.comment, seen.others]).toEqual(['', [{ by: writer.self, text: 'solid' }]]);
  const own = addMove(seen, made({ t: 'move', mv: 'b2b3' }));
  toggleMark(seen, { from: 'a1', to: 'a1', colour: 'G' });
  addMove(first, made({ t: 'move', mv: 'c2c3' }));
  tell();
  expect(reader.start.children[0]).toBe(seen);
  expect(seen.children.map((one) => one.text)).toEqual(['c2c3', 'b2b3']);
  expect([seen.children[1], seen.marks.length]).toEqual([own, 1]);
  remove(first);
  tell();
  expect(reader.start.children).toEqual([]);
});

/** Only the owner is offered this; the server says who may. */
it('comment_of_another_is_taken_away_and_nothing_else', () => {
  const [owner, other] = [new Writer('a'), new Writer('b')];
  for (const one of [owner, other]) {
    one.hear(owner.self, chapter);
    one.show();
  }
  owner.start.comment = 'mine';
  other.start.comment = 'rude';
  const [[mine], [rude]] = [owner.write(), other.write()];
  owner.hear(other.self, rude!);
  owner.show();
  expect(owner.start.others).toEqual([{ by: other.self, text: 'rude' }]);
  owner.start.others = [];
  const ops = owner.write();
  expect(ops).toMatchObject([{ do: 'comment', text: '', replaces: [rude!.id] }]);
  expect(owner.document.tree(CHAPTER).nodes[0]!.remarks.comments).toEqual([{ by: owner.self, text: 'mine' }]);
  expect(mine).toMatchObject({ do: 'comment', text: 'mine' });
});

it('refused_event_leaves_the_board_as_it_was', () => {
  const writer = new Writer('a');
  writer.hear(writer.self, chapter);
  writer.show();
  addMove(writer.start, made({ t: 'move', mv: 'a2a3' }));
  writer.write();
  const tree = new BoardTree(startNode(), CHAPTER);
  const fail = () => {
    throw new Error('no such move');
  };
  expect(() => tree.show(writer.document.tree(CHAPTER), writer.self, fail)).toThrow('no such move');
  expect(tree.start.children).toEqual([]);
});
