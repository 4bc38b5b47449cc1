/** The tree of a chapter on the board: what the document says, without touching what its reader has added and nobody has written. */
import type { GameEvent } from 'rukh';
import { eventKey, newNode, type Made, type Remarks, type StudyNode } from '../analysis/study';
import type { Guest } from '../wire/generated';
import { isBy, type StudyTree, type TreeRemarks } from './document';

/** Makes an event after a node. */
export type Make = (parent: StudyNode, event: GameEvent) => Made;

export class BoardTree {
  /** Of nodes that came from the document, what it said of them. */
  private readonly said = new WeakMap<object, string>();

  constructor(
    readonly start: StudyNode,
    /** Id of the chapter. */
    readonly chapter: string,
  ) {}

  /**
   * Brings the board to what the document says now, as its reader sees it: their own comments to change, those of others
   * beside them. Nodes that stay are the same objects. A node that was never written stays behind the others.
   *
   * Fails where the rules refuse an event; then nothing has changed.
   */
  show(tree: StudyTree, me: Guest, make: Make): void {
    const shown = new Map<number, StudyNode>([[0, this.start]]);
    const children = new Map<StudyNode, StudyNode[]>();
    const waiting = [0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const node = shown.get(at)!;
      const known = new Map(node.children.map((one) => [eventKey(one.event), one]));
      const written = tree.nodes[at]!.children.map((place) => {
        const { key, event } = tree.nodes[place]!;
        const child = known.get(key) ?? newNode(make(node, event!), node);
        shown.set(place, child);
        return child;
      });
      const own = node.children.filter((one) => !written.includes(one) && !this.said.has(one));
      children.set(node, [...written, ...own]);
      // The main line is made first.
      waiting.push(...[...tree.nodes[at]!.children].reverse());
    }
    for (const [node, all] of children) node.children = all;
    for (const [place, node] of shown) {
      this.remark(node, node, tree.nodes[place]!.remarks, me);
      this.remark(node.preface, node.preface, tree.nodes[place]!.preface, me);
    }
  }

  /** What the document says of a node, if that is something else than before. */
  private remark(key: object, to: Remarks, { comments, nags, marks }: TreeRemarks, me: Guest): void {
    const text = JSON.stringify([comments, nags, marks]);
    if (this.said.get(key) === text) return;
    const isNew = !this.said.has(key);
    this.said.set(key, text);
    if (isNew && !comments.length && !nags.length && !marks.length) return;
    to.comment = comments.find(({ by }) => isBy(by, me))?.text ?? '';
    to.others = comments.filter(({ by }) => !isBy(by, me)).map((one) => ({ ...one }));
    to.nags = [...nags];
    to.marks = marks.map((mark) => ({ ...mark }));
  }
}
