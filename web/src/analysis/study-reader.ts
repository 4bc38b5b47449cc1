/** Studies from games of files: every move is made by the package, which gives it its text. */
import type { AnnotationData, ElementData, Game, GameEvent, GameRecord } from 'rukh';
import type { RukhPackage } from '../lib/rukh-package';
import { addComment, addMove, startNode, type Made, type StudyNode } from './study';

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
  const side = event.t === 'throw' ? (turn ?? null) : ((event.side as 'white' | 'black' | undefined) ?? null);
  return { ...about, event, side, text: event.t === 'throw' ? String(event.face) : '' };
}

/** The study of a game of a file. */
export function readStudy({ Game }: Pick<RukhPackage, 'Game'>, record: GameRecord): ReadStudy {
  const { ruleset, start: fen, events } = record.game.data();
  if (!('name' in ruleset)) throw new Error('a game of a file has a ruleset that is known by its name');
  const game = new Game(ruleset, { fen });
  const reader = new Reader();
  const start = startNode();
  let at = start;
  let before = game.copy();
  reader.annotate(at, before, record.annotations[0] ?? []);
  for (const [index, event] of events.entries()) {
    before = game.copy();
    at = addMove(at, playEvent(game, event));
    reader.annotate(at, before, record.annotations[index + 1] ?? []);
  }
  return { instance: ruleset.name, fen, start, headers: record.headers, unread: [...record.warnings, ...reader.unread] };
}

/** What happens with an element of a variation that is no remark. */
function eventOf(element: Extract<ElementData, { move: unknown } | { throw: unknown } | { werera: unknown }>): GameEvent {
  if ('werera' in element) return element.werera;
  return 'move' in element ? { t: 'move', mv: element.move } : { t: 'throw', face: element.throw };
}

class Reader {
  readonly unread: string[] = [];

  /** Adds what follows a node; variations go on from the game before it. */
  annotate(at: StudyNode, before: Game, annotations: AnnotationData[]): void {
    for (const one of annotations) {
      if ('comment' in one) addComment(at, one.comment);
      else if ('nag' in one) at.nags = [...at.nags, one.nag];
      else if (at.parent) this.variation(at.parent, before.copy(), one.variation);
    }
  }

  private variation(from: StudyNode, game: Game, elements: ElementData[]): void {
    let at = from;
    let before = game.copy();
    for (const one of elements) {
      if ('move' in one || 'throw' in one || 'werera' in one) {
        before = game.copy();
        at = addMove(at, playEvent(game, eventOf(one)));
      } else if ('unread' in one) {
        this.unread.push(one.unread);
        addComment(at, one.unread);
      } else if (at !== from) {
        this.annotate(at, before, [one]);
      } else if ('comment' in one) {
        addComment(at, one.comment);
      }
    }
  }
}
