/**
 * What the operations of a study make, as `document.rs` of the server says it: everything depends on the set of
 * operations alone, which are looked at in the order of their clocks and ids. So a page that has added what its reader
 * writes to what the server has sent shows what the server will show.
 */
import type { GameEvent } from 'rukh';
import { eventKey, type Mark } from '../analysis/study';
import { bothTexts } from '../analysis/study-merge';
import type { Guest, StudyOp } from '../wire/generated';

/** What an operation does. */
export type StudyAct = StudyOp extends infer Op ? (Op extends unknown ? Omit<Op, 'id' | 'clock' | 'chapter'> : never) : never;

/** An operation with its author; null if the account was deleted. */
export interface AuthoredOp {
  author: Guest | null;
  op: StudyOp;
}

/** A chapter without its tree. */
export interface ChapterHead {
  id: string;
  name: string;
  /** Instance of the ruleset. */
  instance: string;
  /** The position it begins with, unless that is the ruleset's own. */
  fen: string | null;
  /** Tags of PGN. */
  tags: Record<string, string>;
  isDropped: boolean;
}

/** What people say of a node. */
export interface TreeRemarks {
  /** Of each author the text, in the order in which they first wrote. */
  comments: { by: Guest | null; text: string }[];
  nags: number[];
  marks: Mark[];
  /** Ids of the operations that say so. */
  ops: string[];
}

/** A node of a chapter. */
export interface TreeNode {
  /** Its names; empty for the start. */
  ids: string[];
  /** Null at the start. */
  event: GameEvent | null;
  /** Key of the event. */
  key: string;
  parent: number | null;
  /** Places of what follows and was not removed, the main line first. */
  children: number[];
  remarks: TreeRemarks;
  /** What stands before the variation that begins with it. */
  preface: TreeRemarks;
}

export const isBy = (one: Guest | null, other: Guest | null): boolean => one?.id === other?.id;

/** All operations of a study. */
export class StudyDocument {
  /** The greatest clock. */
  clock = 0;
  private readonly ops = new Map<string, AuthoredOp>();
  /** By the id of the chapter, in their order; empty for those that are of none. */
  private readonly chapterOps = new Map<string, AuthoredOp[]>();

  /** Adds an operation; false if it is there. */
  add(author: Guest | null, op: StudyOp): boolean {
    if (this.ops.has(op.id)) return false;
    const added = { author, op };
    this.ops.set(op.id, added);
    this.clock = Math.max(this.clock, op.clock);
    const chapter = op.chapter ?? '';
    const ops = this.chapterOps.get(chapter) ?? [];
    this.chapterOps.set(chapter, ops);
    // Most operations are the last.
    let at = ops.length;
    while (at > 0 && isBefore(op, ops[at - 1]!.op)) at--;
    ops.splice(at, 0, added);
    return true;
  }

  /** Takes an operation away that the server has refused. */
  delete(id: string): void {
    const found = this.ops.get(id);
    if (!found) return;
    this.ops.delete(id);
    const ops = this.chapterOps.get(found.op.chapter ?? '')!;
    ops.splice(ops.indexOf(found), 1);
  }

  op(id: string): AuthoredOp | undefined {
    return this.ops.get(id);
  }

  /** The chapters in their order, those that were deleted too. */
  chapters(): ChapterHead[] {
    const orders = (this.chapterOps.get('') ?? []).flatMap(({ op }) => (op.do === 'order' ? [op.chapters] : []));
    const wanted = orders.at(-1) ?? [];
    const heads = [...this.chapterOps.keys()].flatMap((id) => this.head(id) ?? []);
    const placeOf = ({ id }: ChapterHead) => (wanted.includes(id) ? wanted.indexOf(id) : Infinity);
    const isLater = (one: ChapterHead, other: ChapterHead) => (isBefore(this.ops.get(one.id)!.op, this.ops.get(other.id)!.op) ? -1 : 1);
    return heads.sort((one, other) => {
      const [first, second] = [placeOf(one), placeOf(other)];
      return first === second ? isLater(one, other) : first - second;
    });
  }

  /** The tree of a chapter: its first node is the start, and a node stands behind its parent. */
  tree(chapter: string): StudyTree {
    return new StudyTree(this.chapterOps.get(chapter) ?? []);
  }

  private head(id: string): ChapterHead | null {
    const made = id ? this.ops.get(id)?.op : undefined;
    if (made?.do !== 'chapter' || made.chapter !== id) return null;
    const head = { id, name: made.name, instance: made.instance, fen: made.fen ?? null, tags: { ...made.tags }, isDropped: false };
    for (const { op } of this.chapterOps.get(id)!) {
      if (op.do === 'rename') head.name = op.name;
      else if (op.do === 'drop') head.isDropped = op.dropped;
      else if (op.do === 'tags') Object.assign(head.tags, op.tags);
    }
    head.tags = Object.fromEntries(Object.entries(head.tags).filter(([, value]) => value));
    return head;
  }
}

const isBefore = (one: StudyOp, other: StudyOp): boolean => (one.clock === other.clock ? one.id < other.id : one.clock < other.clock);

const noRemarks = (): TreeRemarks => ({ comments: [], nags: [], marks: [], ops: [] });
const isEmpty = ({ comments, nags, marks }: TreeRemarks): boolean => !comments.length && !nags.length && !marks.length;

/** The tree of a chapter. */
export class StudyTree {
  readonly nodes: TreeNode[] = [node(null, null)];
  private readonly places = new Map<string, number>([['', 0]]);

  constructor(ops: readonly AuthoredOp[]) {
    this.nodes[0]!.ids.push('');
    // A line is younger than what it goes on from, so that is there.
    for (const { op } of ops) {
      const at = op.do === 'line' ? this.place(op.after) : undefined;
      if (op.do === 'line' && at !== undefined) this.addLine(at, op.id, op.events as GameEvent[]);
    }
    const gone = goneOf(ops);
    for (const one of ops) if (!gone.remarks.has(one.op.id)) this.addRemark(one);
    for (const { op } of ops) if (op.do === 'sort') this.sort(op.node, op.children);
    this.prune(gone.nodes);
  }

  /** The place of a node, also of one that was removed. */
  place(id: string): number | undefined {
    return this.places.get(id);
  }

  /** The child of a node by the key of its event. */
  child(at: number, key: string): number | undefined {
    return this.nodes[at]!.children.find((child) => this.nodes[child]!.key === key);
  }

  private addLine(at: number, op: string, events: GameEvent[]): void {
    for (const [number, event] of events.entries()) {
      const added = node(event, at);
      let place = this.child(at, added.key);
      if (place === undefined) {
        place = this.nodes.push(added) - 1;
        this.nodes[at]!.children.push(place);
      }
      at = place;
      const id = `${op}.${number}`;
      this.nodes[at]!.ids.push(id);
      this.places.set(id, at);
    }
  }

  private addRemark({ author, op }: AuthoredOp): void {
    if (op.do !== 'comment' && op.do !== 'glyphs' && op.do !== 'marks') return;
    const at = this.place(op.node);
    if (at === undefined) return;
    const remarks = op.before ? this.nodes[at]!.preface : this.nodes[at]!.remarks;
    remarks.ops.push(op.id);
    if (op.do === 'glyphs') remarks.nags.push(...op.nags.filter((nag) => !remarks.nags.includes(nag)));
    else if (op.do === 'marks') {
      for (const mark of op.marks)
        if (!remarks.marks.some(({ from, to }) => from === mark.from && to === mark.to)) remarks.marks.push(mark);
    } else if (op.text) {
      const known = remarks.comments.find(({ by }) => isBy(by, author));
      if (known) known.text = bothTexts(known.text, op.text);
      else remarks.comments.push({ by: author, text: op.text });
    }
  }

  /** Puts children first that are named, in that order; names of one node count once. */
  private sort(name: string, wanted: readonly string[]): void {
    const at = this.place(name);
    if (at === undefined) return;
    const places = wanted.flatMap((id) => this.place(id) ?? []);
    const placeOf = (child: number) => (places.includes(child) ? places.indexOf(child) : places.length);
    // The order of the others stays: it is that in which they were made.
    this.nodes[at]!.children.sort((one, other) => placeOf(one) - placeOf(other) || one - other);
  }

  /** Takes removed nodes out: those of which every name was removed, of which nothing is said, and behind which nothing stays. */
  private prune(gone: ReadonlySet<string>): void {
    const stays: boolean[] = [];
    for (let at = this.nodes.length - 1; at >= 0; at--) {
      const { ids, remarks, preface, children } = this.nodes[at]!;
      const left = children.filter((child) => stays[child]);
      stays[at] = at === 0 || ids.some((id) => !gone.has(id)) || !isEmpty(remarks) || !isEmpty(preface) || left.length > 0;
      this.nodes[at]!.children = left;
    }
  }
}

function node(event: GameEvent | null, parent: number | null): TreeNode {
  return { ids: [], event, key: eventKey(event), parent, children: [], remarks: noRemarks(), preface: noRemarks() };
}

/** What operations have removed or taken the place of. */
function goneOf(ops: readonly AuthoredOp[]): { nodes: Set<string>; remarks: Set<string> } {
  const gone = { nodes: new Set<string>(), remarks: new Set<string>() };
  for (const { op } of ops) {
    const remarks = op.do === 'remove' ? op.remarks : 'replaces' in op ? op.replaces : [];
    for (const id of remarks ?? []) gone.remarks.add(id);
    if (op.do === 'remove') for (const id of op.nodes) gone.nodes.add(id);
  }
  return gone;
}
