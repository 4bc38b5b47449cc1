/** Studies from games of files: every move is made by the package, which gives it its text. */
import type { AnnotationData, ElementData, Game, GameEvent, GameRecord } from 'rukh';
import type { RukhPackage } from '../lib/rukh-package';
import { addMove, addRemark, isOfWerera, startNode, type Made, type Remarks, type StudyNode } from './study';

/** A study as it is shown: the tree, and what it begins with. */
export interface ReadStudy {
  instance: string;
  fen: string;
  start: StudyNode;
  headers: Record<string, string>;
  /** What could not be read, as the file has it. */
  unread: string[];
}

/** Makes an event of a game, and says what a node needs of it. */
export function playEvent(game: Game, event: GameEvent): Made {
  const { node, turn, turnNumber } = game.state;
  const about = { turn: turnNumber, isWerera: node === 'werera' };
  if (event.t === 'move') return { ...about, event, side: turn ?? null, text: game.push(String(event.mv)).san };
  if (event.t === 'place') {
    const side = event.side as 'white' | 'black';
    const written = `${event.from}${event.to}${(event.promotion as string | undefined) ?? ''}`;
    return { ...about, event, side, text: game.push(written, side).san };
  }
  game.apply(event);
  if (event.t === 'throw') return { ...about, event, side: turn ?? null, text: String(event.face) };
  const side = (event.side as 'white' | 'black' | undefined) ?? null;
  const { outcome } = game;
  return { ...about, event, side, text: '', ...(outcome && !isOfWerera(event) ? { end: outcome } : {}) };
}

/** What stands behind an event. */
type Remark = AnnotationData | { unread: string };

/** An event of a line that is read: its node, the game before it, and what stands behind it. */
interface Step {
  node: StudyNode;
  before: Game;
  behind: Remark[];
}

/** The study of a game of a file. */
export function readStudy({ Game }: Pick<RukhPackage, 'Game'>, record: GameRecord): ReadStudy {
  const { ruleset, start: fen, events } = record.game.data();
  if (!('name' in ruleset)) throw new Error('a game of a file has a ruleset that is known by its name');
  const game = new Game(ruleset, { fen });
  const start = startNode();
  const steps: Step[] = [{ node: start, before: game.copy(), behind: record.annotations[0] ?? [] }];
  for (const [index, event] of events.entries()) steps.push(stepOn(steps, game, event, record.annotations[index + 1] ?? []));
  const reader = new Reader();
  reader.annotate(steps);
  return { instance: ruleset.name, fen, start, headers: record.headers, unread: [...record.warnings, ...reader.unread] };
}

/** Makes an event after the last step. */
function stepOn(steps: Step[], game: Game, event: GameEvent, behind: Remark[]): Step {
  const before = game.copy();
  return { node: addMove(steps.at(-1)!.node, playEvent(game, event)), before, behind };
}

/** What happens with an element of a variation; null for what only stands there. */
function eventOf(element: ElementData): GameEvent | null {
  if ('move' in element) return { t: 'move', mv: element.move };
  if ('throw' in element) return { t: 'throw', face: element.throw };
  if ('werera' in element) return element.werera;
  return 'end' in element ? element.end : null;
}

class Reader {
  readonly unread: string[] = [];

  /** Adds what stands behind the steps of a line, which is there already: so it stays before its alternatives. */
  annotate(steps: Step[]): void {
    for (const { node, before, behind } of steps) {
      for (const one of behind) {
        if ('variation' in one) this.variation(node, node.parent ?? node, before, one.variation);
        else this.remark(node, one);
      }
    }
  }

  private remark(to: Remarks, one: Exclude<Remark, { variation: unknown }>): void {
    if ('unread' in one) this.unread.push(one.unread);
    addRemark(to, 'unread' in one ? { comment: one.unread } : one);
  }

  /** A variation that stands behind a node and begins at another, where the game is `before`. */
  private variation(beside: StudyNode, from: StudyNode, before: Game, elements: ElementData[]): void {
    const game = before.copy();
    if (from.event?.t === 'throw' && elements.map(eventOf).find(Boolean)?.t === 'throw') {
      // Another throw instead of the one before the move.
      game.pop();
      from = from.parent!;
    }
    const begin: Step = { node: from, before: game.copy(), behind: [] };
    const steps = [begin];
    for (const one of elements) {
      const event = eventOf(one);
      const { behind } = steps.at(-1)!;
      const last = behind.at(-1);
      if (event) steps.push(stepOn(steps, game, event, []));
      else if ('unread' in one && last && 'unread' in last) last.unread += ` ${one.unread}`;
      else behind.push({ ...one } as Remark);
    }
    const first = steps[1]?.node;
    // What stands before the first move of the main line itself is said of that move.
    const preface = !first ? beside : first === from.children[0] ? first : first.preface;
    for (const one of begin.behind) {
      if ('variation' in one) this.variation(beside, from, begin.before, one.variation);
      else this.remark(preface, one);
    }
    this.annotate(steps.slice(1));
  }
}
