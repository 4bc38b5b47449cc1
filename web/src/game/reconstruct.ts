/** Reconstruction of past positions from the frames of a replay. */
import type { Replay, ReplayFrame, Side, ViewPiece, WireEvent } from '../wire/generated';

/** The pieces after each frame; index 0 is the starting position. */
export function positions(replay: Pick<Replay, 'pieces' | 'frames'>): ViewPiece[][] {
  const pieces = new Map(replay.pieces.map((piece) => [piece.id, piece]));
  const answer = [[...pieces.values()]];
  for (const frame of replay.frames) {
    for (const { id, cell, letter, side } of frame.changes) {
      if (cell === null) pieces.delete(id);
      else pieces.set(id, { id, cell, letter, side });
    }
    answer.push(frame.changes.length ? [...pieces.values()] : answer.at(-1)!);
  }
  return answer;
}

/** Letters of the pieces of the start that are not there any more, by side. */
export function missing(start: readonly ViewPiece[], now: readonly ViewPiece[]): Record<Side, string[]> {
  const present = new Set(now.map((piece) => piece.id));
  const gone = (side: Side) => start.filter((piece) => piece.side === side && !present.has(piece.id)).map((piece) => piece.letter);
  return { white: gone('white'), black: gone('black') };
}

/** Whether stepping stops at this frame: a piece moved or a side passed. */
export function isStop(frame: ReplayFrame): boolean {
  return frame.changes.length > 0 || frame.type === 'move';
}

/** Indices of the positions to step through, including the start. */
export function stops(frames: readonly ReplayFrame[]): number[] {
  return [0, ...frames.flatMap((frame, index) => (isStop(frame) ? [index + 1] : []))];
}

/** The next stop in a direction, clamped to the ends. */
export function nextStop(list: readonly number[], from: number, direction: 1 | -1): number {
  if (direction === 1) return list.find((one) => one > from) ?? list.at(-1) ?? 0;
  return list.findLast((one) => one < from) ?? 0;
}

/** The position after event number `seq`. */
export function positionAfter(frames: readonly ReplayFrame[], seq: number): number {
  return frames.findLastIndex((frame) => frame.seq <= seq) + 1;
}

/** Origin and destination of a frame. */
export function frameCells(frame: ReplayFrame | null): string[] {
  return [frame?.from, frame?.to].filter((cell): cell is string => !!cell);
}

/** Events for the move list, derived from frames (frames record changes, not causes). */
export function toEvents(replay: Pick<Replay, 'pieces' | 'frames'>): WireEvent[] {
  const keys = positions(replay).map(layoutKey);
  return replay.frames.map((frame, index) => {
    const { seq, type, at, side, san } = frame;
    const data: Record<string, unknown> = { side, san, pass: frame.from === null, face: frame.throw?.face, text: frame.text };
    if (type === 'contest') Object.assign(data, { entries: [], coin: null });
    if (type === 'retract') data.seq = retractedPlacement(replay.frames, index);
    if (type === 'takeback') data.to = replay.frames[keys.lastIndexOf(keys[index + 1]!, index) - 1]?.seq ?? 0;
    return { seq, type, at, data } as unknown as WireEvent;
  });
}

/** Number of the place event undone by the retraction at `index`. */
function retractedPlacement(frames: readonly ReplayFrame[], index: number): number {
  const back = frames[index]!.changes[0];
  const gone = new Set<number>();
  for (let i = index - 1; i >= 0; i--) {
    const { type, seq, changes } = frames[i]!;
    if (!changes.some((one) => one.id === back?.id)) continue;
    if (type === 'retract') gone.add(retractedPlacement(frames, i));
    else if (type === 'place' && !gone.has(seq)) return seq;
  }
  return 0;
}

function layoutKey(pieces: readonly ViewPiece[]): string {
  return pieces
    .map((piece) => `${piece.id}${piece.cell}${piece.letter}`)
    .sort()
    .join();
}
