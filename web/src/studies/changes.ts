/** What somebody has changed on the board, as operations: the difference between the tree that is shown and the document. */
import type { Mark, Remarks, Said, StudyNode } from '../analysis/study';
import { eventKey } from '../analysis/study';
import type { Guest } from '../wire/generated';
import { isBy, type StudyAct, type StudyDocument, type StudyTree, type TreeRemarks } from './document';

/** Events that one operation may have. */
const MAX_LINE = 1000;

/** Writes an operation into the document; its id. */
export type Put = (act: StudyAct) => string;

/** Has the operations written that make a chapter of a document what the board shows. */
export function writeChanges(document: StudyDocument, chapter: string, start: StudyNode, me: Guest, put: Put): void {
  new Writing(document, document.tree(chapter), me, put).write(start);
  sortChildren(document.tree(chapter), start, put);
}

class Writing {
  constructor(
    private readonly document: StudyDocument,
    private readonly tree: StudyTree,
    private readonly me: Guest,
    private readonly put: Put,
  ) {}

  write(start: StudyNode): void {
    const waiting: { node: StudyNode; place: number | undefined; id: string }[] = [{ node: start, place: 0, id: '' }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, place, id } = next;
      this.remark(node, place, id);
      const children = node.children.map((child) => ({ child, place: this.placeOf(place, child) }));
      const shown = new Set(children.map((one) => one.place));
      const removed = place === undefined ? [] : this.tree.nodes[place]!.children.filter((one) => !shown.has(one));
      if (removed.length) this.remove(removed);
      for (const { child, place } of children) {
        if (place === undefined) waiting.push(...this.line(child, id));
        else waiting.push({ node: child, place, id: this.tree.nodes[place]!.ids[0]! });
      }
    }
  }

  private placeOf(parent: number | undefined, child: StudyNode): number | undefined {
    return parent === undefined ? undefined : this.tree.child(parent, eventKey(child.event));
  }

  /** Plays on after a node to the end of a new line, whose nodes then have names; what else follows them is new as well. */
  private line(first: StudyNode, after: string): { node: StudyNode; place: undefined; id: string }[] {
    const nodes: StudyNode[] = [];
    for (let at: StudyNode | undefined = first; at && nodes.length < MAX_LINE; at = at.children[0]) nodes.push(at);
    const id = this.put({ do: 'line', after, events: nodes.map((one) => ({ ...one.event! })) });
    // Of the nodes within the line, the first child is in it; it is not made again.
    return nodes.map((node, index) => ({
      node: index < nodes.length - 1 ? { ...node, children: node.children.slice(1) } : node,
      place: undefined,
      id: `${id}.${index}`,
    }));
  }

  /** Removes nodes with all behind them, and what was said there. */
  private remove(places: number[]): void {
    const [nodes, remarks]: [string[], string[]] = [[], []];
    for (let at = places.pop(); at !== undefined; at = places.pop()) {
      const one = this.tree.nodes[at]!;
      nodes.push(...one.ids);
      remarks.push(...one.remarks.ops, ...one.preface.ops);
      places.push(...one.children);
    }
    this.put({ do: 'remove', nodes, remarks });
  }

  private remark(node: StudyNode, place: number | undefined, id: string): void {
    const known = place === undefined ? undefined : this.tree.nodes[place]!;
    this.say(node, known?.remarks, { node: id });
    if (id) this.say(node.preface, known?.preface, { node: id, before: true });
  }

  private say(shown: Remarks, known: TreeRemarks | undefined, at: { node: string; before?: boolean }): void {
    const { nags, marks } = shown;
    const own = known?.comments.find(({ by }) => isBy(by, this.me))?.text ?? '';
    if (shown.comment !== own) {
      this.put({ do: 'comment', ...at, text: shown.comment, replaces: this.replaced(known, 'comment', this.me) });
    }
    for (const { by } of known?.comments ?? []) {
      const isTakenAway = !isBy(by, this.me) && !shown.others?.some((one: Said) => isBy(one.by, by));
      if (isTakenAway) this.put({ do: 'comment', ...at, text: '', replaces: this.replaced(known, 'comment', by) });
    }
    if (nags.join() !== (known?.nags ?? []).join()) {
      this.put({ do: 'glyphs', ...at, nags: [...nags], replaces: this.replaced(known, 'glyphs') });
    }
    if (textOf(marks) !== textOf(known?.marks ?? [])) {
      this.put({ do: 'marks', ...at, marks: marks.map((one) => ({ ...one })), replaces: this.replaced(known, 'marks') });
    }
  }

  /** Ids of what was said there of a kind, by somebody or by anyone. */
  private replaced(known: TreeRemarks | undefined, kind: StudyAct['do'], by?: Guest | null): string[] {
    return (known?.ops ?? []).filter((id) => {
      const found = this.document.op(id)!;
      return found.op.do === kind && (by === undefined || isBy(found.author, by));
    });
  }
}

const textOf = (marks: readonly Mark[]): string => marks.map(({ from, to, colour }) => colour + from + to).join();

/** Puts what follows each node into the order of the board. */
function sortChildren(tree: StudyTree, start: StudyNode, put: Put): void {
  const waiting: [StudyNode, number][] = [[start, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, at] = next;
    const places = node.children.flatMap((child) => tree.child(at, eventKey(child.event)) ?? []);
    if (places.join() !== tree.nodes[at]!.children.join()) {
      put({ do: 'sort', node: tree.nodes[at]!.ids[0]!, children: places.map((place) => tree.nodes[place]!.ids[0]!) });
    }
    for (const child of node.children) {
      const place = tree.child(at, eventKey(child.event));
      if (place !== undefined) waiting.push([child, place]);
    }
  }
}
