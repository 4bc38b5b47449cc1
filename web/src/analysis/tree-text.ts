/** The tree of a study in blocks of moves, as a book prints it: variations stand indented behind what they replace. */
import type { StudyNode } from './study';

export interface TreeBlock {
  /** 0 for the main line. */
  depth: number;
  nodes: StudyNode[];
}

/** Deeper variations are not indented further. */
export const MAX_INDENT = 4;

export function blocks(start: StudyNode): TreeBlock[] {
  const all: TreeBlock[] = [];
  line(start.children[0], start.children.slice(1), 0, all);
  return all;
}

/** A line from a node, whose alternatives follow it. */
function line(first: StudyNode | undefined, others: StudyNode[], depth: number, all: TreeBlock[]): void {
  let block: TreeBlock | null = null;
  let alternatives = others;
  for (let at = first; at; at = at.children[0]) {
    if (!block) all.push((block = { depth, nodes: [] }));
    block.nodes.push(at);
    for (const other of alternatives) line(other, [], depth + 1, all);
    if (alternatives.length) block = null;
    alternatives = at.children.slice(1);
  }
}

/** The number before a move: `3.` for White, `3…` for Black where it begins a block or follows words. */
export function numberBefore(node: StudyNode, index: number, nodes: StudyNode[]): string {
  const before = nodes[index - 1];
  if (node.isWerera || node.event!.t !== 'move' || !node.side) return '';
  const isFirst = !before || !!before.comment || (before.event!.t === 'throw' && (index < 2 || !!nodes[index - 2]!.comment));
  if (node.side === 'white') return `${node.turn}.`;
  return isFirst ? `${node.turn}…` : '';
}

/** Numeric annotation glyphs that are offered: of a move, and of a position. */
export const MOVE_GLYPHS: Record<number, string> = { 3: '!!', 1: '!', 5: '!?', 6: '?!', 2: '?', 4: '??' };
export const POSITION_GLYPHS: Record<number, string> = { 18: '+−', 16: '±', 14: '+/=', 10: '=', 13: '∞', 15: '=/+', 17: '∓', 19: '−+' };

export function glyph(nag: number): string {
  return MOVE_GLYPHS[nag] ?? POSITION_GLYPHS[nag] ?? `$${nag}`;
}
