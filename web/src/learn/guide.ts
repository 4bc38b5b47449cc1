/** Hints beside a first game: which moments have come, and which hint is shown. */
import type { GuideHint, GuideMoment, Side, View, WireEvent } from '../wire/generated';

/** The moments that have come for a side. */
export function momentsOf(view: View, events: readonly WireEvent[], side: Side): Set<GuideMoment> {
  const isOwnMove = (event: WireEvent) => event.type === 'move' && event.data.side === side && !event.data.pass;
  const ownKing = view.check.some((cell) => view.pieces.some((piece) => piece.cell === cell && piece.side === side));
  const found: Record<GuideMoment, boolean> = {
    start: true,
    werera_move: view.phase === 'werera' && events.some((event) => event.type === 'place' && event.data.side === side),
    turns: events.some((event) => event.type === 'werera_ended'),
    moved: events.some(isOwnMove),
    capture: events.some((event) => event.type === 'move' && event.data.capture),
    throw: view.throw?.side === side,
    no_move: view.turn === side && !!view.pass?.forced,
    check: ownKing,
    counter: view.counters.length > 0,
    over: view.phase === 'over',
  };
  return new Set((Object.keys(found) as GuideMoment[]).filter((moment) => found[moment]));
}

/** The hint of the latest moment that was not shown yet; hints are in the order in which they matter. */
export function nextHint(
  hints: readonly GuideHint[],
  moments: ReadonlySet<GuideMoment>,
  shown: ReadonlySet<GuideMoment>,
): GuideHint | null {
  return hints.findLast((hint) => moments.has(hint.when) && !shown.has(hint.when)) ?? null;
}
