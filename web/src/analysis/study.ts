/** A study: a tree of variations with comments, glyphs and drawn marks. It knows no rules: texts of moves come from the package. */
import type { AnnotationData, ElementData, GameEvent, GameData, Side } from 'rukh';

/** An arrow, or a circle around one cell. */
export interface Mark {
  from: string;
  to: string;
}

/** What has been played: an event and everything that may follow. */
export interface StudyNode {
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
  readonly parent: StudyNode | null;
  /** The first is the main line. */
  children: StudyNode[];
  comment: string;
  nags: number[];
  marks: Mark[];
}

/** A move as it was made: what a node is made of. */
export type Made = Pick<StudyNode, 'event' | 'text' | 'side' | 'turn' | 'isWerera'>;

export function startNode(): StudyNode {
  return node({ event: null, text: '', side: null, turn: 0, isWerera: false }, null);
}

function node(made: Made, parent: StudyNode | null): StudyNode {
  return { ...made, parent, children: [], comment: '', nags: [], marks: [] };
}

/** The node of a move after another: the one that is there, or a new last variation. */
export function addMove(parent: StudyNode, made: Made): StudyNode {
  const known = parent.children.find((one) => isSame(one.event, made.event));
  if (known) return known;
  const added = node(made, parent);
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

/** Events are the same if they do the same; the number of a piece says no more than its cell. */
function isSame(one: GameEvent | null, other: GameEvent | null): boolean {
  const bare = (event: GameEvent | null) => JSON.stringify(Object.entries({ ...event, id: undefined }).filter(([, value]) => value !== undefined).sort());
  return bare(one) === bare(other);
}

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

/** Makes the variation of a node the main one, in every variation it is part of. */
export function promote(chosen: StudyNode): void {
  for (let at = chosen; at.parent; at = at.parent) {
    const others = at.parent.children.filter((one) => one !== at);
    at.parent.children = [at, ...others];
  }
}

/** Removes a node with all that follows; what is left to look at. */
export function remove(chosen: StudyNode): StudyNode {
  if (!chosen.parent) return chosen;
  chosen.parent.children = chosen.parent.children.filter((one) => one !== chosen);
  return chosen.parent;
}

export function toggleMark(at: StudyNode, mark: Mark): void {
  const others = at.marks.filter((one) => one.from !== mark.from || one.to !== mark.to);
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
function remarks({ nags, comment, marks }: StudyNode): ({ nag: number } | { comment: string })[] {
  const words = [...commands(marks), comment.trim()].filter(Boolean).join(' ');
  return [...nags.map((nag) => ({ nag })), ...(words ? [{ comment: words }] : [])];
}

/** Variations instead of a node, which follow it. */
function alternatives(main: StudyNode): { variation: ElementData[] }[] {
  const [first, ...others] = main.parent!.children;
  if (first !== main) return [];
  return others.map((other) => ({ variation: elements(other) }));
}

function elements(from: StudyNode): ElementData[] {
  const parts: ElementData[] = [];
  for (let at: StudyNode | undefined = from; at; at = at.children[0]) {
    parts.push(element(at), ...remarks(at));
    if (at !== from) parts.push(...alternatives(at));
  }
  return parts;
}

/** Events of the werera. */
const WERERA = ['place', 'retract', 'bundle', 'turns'];

function element({ event, text }: StudyNode): ElementData {
  if (event!.t === 'move') return { move: String(event!.mv) };
  if (event!.t === 'throw') return { throw: Number(event!.face) };
  // Files have no place for the end of a game in a variation, as a resignation.
  return WERERA.includes(String(event!.t)) ? { werera: event! } : { comment: text };
}

/** Marks as other programs write them into comments: `[%cal Ge2e4,Gb1c3]` arrows, `[%csl Gd4]` cells. */
function commands(marks: readonly Mark[]): string[] {
  const cells = marks.filter((one) => one.from === one.to).map((one) => `G${one.from}`);
  const arrows = marks.filter((one) => one.from !== one.to).map((one) => `G${one.from}${one.to}`);
  return [cells.length ? `[%csl ${cells.join()}]` : '', arrows.length ? `[%cal ${arrows.join()}]` : ''].filter(Boolean);
}

const COMMAND = /\[%c([sa])l ([^\]]*)\]/g;

/** A comment without its marks, and the marks. */
export function readComment(text: string): { comment: string; marks: Mark[] } {
  const marks: Mark[] = [];
  for (const [, , list] of text.matchAll(COMMAND)) {
    for (const item of list!.split(',')) {
      const found = /^\s*[A-Z]([a-z]\d+)([a-z]\d+)?\s*$/.exec(item);
      if (found) marks.push({ from: found[1]!, to: found[2] ?? found[1]! });
    }
  }
  return { comment: text.replace(COMMAND, ' ').replace(/\s+/g, ' ').trim(), marks };
}

/** Adds a comment of a file to what is there. */
export function addComment(at: StudyNode, text: string): void {
  const { comment, marks } = readComment(text);
  at.comment = [at.comment, comment].filter(Boolean).join(' ');
  at.marks = [...at.marks, ...marks];
}
