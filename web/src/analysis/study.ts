/** A study: a tree of variations with comments, glyphs and drawn marks. It knows no rules: texts of moves come from the package. */
import type { AnnotationData, ElementData, GameEvent, GameData, OutcomeData, Side } from 'rukh';
import type { Guest } from '../wire/generated';

/** An arrow, or a circle around one cell. */
export interface Mark {
  from: string;
  to: string;
  /** The letter of its colour, as files have it: `G`, `R`, `Y`, `B`. */
  colour: string;
}

/** What a person adds to a place. */
export interface Remarks {
  /** Its lines are paragraphs. */
  comment: string;
  nags: number[];
  marks: Mark[];
  /** What other people say there, in a study that several write. */
  others?: readonly Said[];
}

/** A comment of somebody; of nobody any more if the account was deleted. */
export interface Said {
  by: Guest | null;
  text: string;
}

/** What has been played: an event and everything that may follow. */
export interface StudyNode extends Remarks {
  /** Null at the start. */
  readonly event: GameEvent | null;
  /** The move as people write it; a face of the die. */
  readonly text: string;
  /** Who has moved or thrown; null if both or nobody. */
  readonly side: Side | null;
  /** The number of the turn it was played in. */
  readonly turn: number;
  /** Whether it was played while both sides could act. */
  readonly isWerera: boolean;
  /** How the game ended, where players, the clock or the record ended it and no law. */
  readonly end?: OutcomeData;
  readonly parent: StudyNode | null;
  /** The first is the main line. */
  children: StudyNode[];
  /** What stands before the variation that begins here; a line that goes on has nothing there. */
  preface: Remarks;
}

/** A move as it was made: what a node is made of. */
export type Made = Pick<StudyNode, 'event' | 'text' | 'side' | 'turn' | 'isWerera' | 'end'>;

export function startNode(): StudyNode {
  return newNode({ event: null, text: '', side: null, turn: 0, isWerera: false }, null);
}

/** The node of a move, which its parent does not have yet. */
export function newNode(made: Made, parent: StudyNode | null): StudyNode {
  return { ...made, parent, children: [], ...noRemarks(), preface: noRemarks() };
}

export const noRemarks = (): Remarks => ({ comment: '', nags: [], marks: [] });

/** The node of a move after another: the one that is there, or a new last variation. */
export function addMove(parent: StudyNode, made: Made): StudyNode {
  const known = parent.children.find((one) => isSame(one.event, made.event));
  if (known) return known;
  const added = newNode(made, parent);
  parent.children.push(added);
  return added;
}

/** The node to which the same events lead as far as they are there. */
export function follow(start: StudyNode, events: readonly GameEvent[]): StudyNode {
  let at = start;
  for (const event of events) {
    const next = at.children.find((one) => isSame(one.event, event));
    if (!next) break;
    at = next;
  }
  return at;
}

/** Events are the same if they do the same, and then their keys are; the number of a piece says no more than its cell. */
export const eventKey = (event: GameEvent | null): string =>
  JSON.stringify(
    Object.entries({ ...event, id: undefined })
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

const isSame = (one: GameEvent | null, other: GameEvent | null): boolean => eventKey(one) === eventKey(other);

/** Nodes from the first after the start to this one. */
export function lineTo(end: StudyNode): StudyNode[] {
  const path: StudyNode[] = [];
  for (let at: StudyNode | null = end; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

export const eventsTo = (end: StudyNode): GameEvent[] => lineTo(end).map((one) => one.event!);

/** The last node of the line that goes on from here. */
export function endOf(from: StudyNode): StudyNode {
  let at = from;
  while (at.children[0]) at = at.children[0];
  return at;
}

/**
 * Makes the variation of a node the main one, in every variation it is part of. The end of a game stays before
 * lines that go on behind it: it was not they that gave the game its result.
 */
export function promote(chosen: StudyNode): void {
  for (let at = chosen; at.parent; at = at.parent) {
    at.parent.children = promoted(at);
    settle(at.parent);
  }
}

export const isMainLine = (end: StudyNode): boolean => lineTo(end).every((one) => one.parent!.children[0] === one);

/** The node and its alternatives, in the order after its promotion. */
function promoted(node: StudyNode): StudyNode[] {
  const others = node.parent!.children.filter((one) => one !== node);
  return others[0]?.end && !node.end ? [others[0], node, ...others.slice(1)] : [node, ...others];
}

/** Removes a node with all that follows; what is left to look at. */
export function remove(chosen: StudyNode): StudyNode {
  const { parent } = chosen;
  if (!parent) return chosen;
  parent.children = parent.children.filter((one) => one !== chosen);
  settle(parent);
  return parent;
}

/** What stood before a variation that is now the line itself comes to its first move. */
export function settle(parent: StudyNode): void {
  const [first] = parent.children;
  if (!first) return;
  addRemarks(first.preface, first);
  ({ comment: first.comment, nags: first.nags, marks: first.marks } = first.preface);
  // What others said stays where they said it.
  const { others } = first.preface;
  first.preface = { ...noRemarks(), ...(others && { others }) };
}

/** Adds remarks to others: a comment that stands there already, a glyph and a mark only once. */
function addRemarks(to: Remarks, { comment, nags, marks }: Remarks): void {
  const known = to.comment.split('\n');
  if (!comment.split('\n').every((line) => known.includes(line))) to.comment = [to.comment, comment].filter(Boolean).join('\n');
  to.nags = [...to.nags, ...nags.filter((nag) => !to.nags.includes(nag))];
  to.marks = [...to.marks, ...marks.filter((mark) => !to.marks.some((one) => isSameMark(one, mark)))];
}

const isSameMark = (one: Omit<Mark, 'colour'>, other: Omit<Mark, 'colour'>) => one.from === other.from && one.to === other.to;

/** Draws a mark, or removes it, whatever its colour. */
export function toggleMark(at: Remarks, mark: Mark): void {
  const others = at.marks.filter((one) => !isSameMark(one, mark));
  at.marks = others.length < at.marks.length ? others : [...at.marks, mark];
}

/** Sets a glyph of a group, or takes it away if it is set; a node has one of each group. */
export function toggleNag(at: StudyNode, nag: number, group: readonly number[]): void {
  const others = at.nags.filter((one) => !group.includes(one));
  at.nags = at.nags.includes(nag) ? others : [...others, nag];
}

/** What the package writes beside the moves of a main line. */
export interface WrittenStudy {
  data: GameData;
  annotations: Record<number, AnnotationData[]>;
}

/** The main line with everything else as annotations of it. */
export function formatStudy(start: StudyNode, rules: Pick<GameData, 'ruleset' | 'start'>): WrittenStudy {
  const line = lineTo(endOf(start));
  const annotations: Record<number, AnnotationData[]> = {};
  const put = (seq: number, added: AnnotationData[]) => {
    if (added.length) annotations[seq] = [...(annotations[seq] ?? []), ...added];
  };
  put(0, remarks(start));
  for (const [index, one] of line.entries()) put(index + 1, [...remarks(one), ...alternatives(one)]);
  return { data: { ...rules, events: line.map((one) => one.event!) }, annotations };
}

/** Glyphs, then the comment with its marks. */
function remarks({ nags, comment, marks, others = [] }: Remarks): ({ nag: number } | { comment: string })[] {
  const said = [comment.trim(), ...others.map((one) => one.text)].filter(Boolean).join('\n');
  const words = [...commands(marks), said].filter(Boolean).join(' ');
  return [...nags.map((nag) => ({ nag })), ...(words ? [{ comment: words }] : [])];
}

/** Variations instead of a node, which follow it. */
function alternatives(main: StudyNode): { variation: ElementData[] }[] {
  const [first, ...others] = main.parent!.children;
  if (first !== main) return [];
  return others.map((other) => ({ variation: elements(other) }));
}

function elements(from: StudyNode): ElementData[] {
  const parts: ElementData[] = remarks(from.preface);
  for (let at: StudyNode | undefined = from; at; at = at.children[0]) {
    parts.push(element(at), ...remarks(at));
    if (at !== from) parts.push(...alternatives(at));
  }
  return parts;
}

export const isOfWerera = ({ t }: GameEvent): boolean => ['place', 'retract', 'bundle', 'turns'].includes(String(t));

function element({ event }: StudyNode): ElementData {
  if (event!.t === 'move') return { move: String(event!.mv) };
  if (event!.t === 'throw') return { throw: Number(event!.face) };
  return isOfWerera(event!) ? { werera: event! } : { end: event! };
}

/** Marks as other programs write them into comments: `[%cal Ge2e4,Rb1c3]` arrows, `[%csl Gd4]` cells. */
function commands(marks: readonly Mark[]): string[] {
  const cells = marks.filter((one) => one.from === one.to).map((one) => one.colour + one.from);
  const arrows = marks.filter((one) => one.from !== one.to).map((one) => one.colour + one.from + one.to);
  return [cells.length ? `[%csl ${cells.join()}]` : '', arrows.length ? `[%cal ${arrows.join()}]` : ''].filter(Boolean);
}

const COMMAND = /\[%c[sa]l ([^\]]*)\]/g;
const MARK = /^\s*([A-Z])([a-z]\d+)([a-z]\d+)?\s*$/;

/** A comment without its marks, and the marks; a command with anything else in it stays among the words. */
export function readComment(text: string): Pick<Remarks, 'comment' | 'marks'> {
  const marks: Mark[] = [];
  const words = text.replace(COMMAND, (command, list: string) => {
    const found = list.split(',').map((item) => MARK.exec(item));
    if (found.includes(null)) return command;
    marks.push(...found.map((one) => ({ from: one![2]!, to: one![3] ?? one![2]!, colour: one![1]! })));
    return ' ';
  });
  return { comment: paragraphs(words), marks };
}

/** A person's words with one line for each paragraph. */
export function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Adds a comment or a glyph of a file to what is there. */
export function addRemark(at: Remarks, remark: { comment: string } | { nag: number }): void {
  const added = 'nag' in remark ? { ...noRemarks(), nags: [remark.nag] } : { ...noRemarks(), ...readComment(remark.comment) };
  addRemarks(at, added);
}
