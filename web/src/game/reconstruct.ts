/** Reconstruction of past positions from the frames of a replay. */
import type { Frame, Replay } from '../wire/archive';
import type { GameEvent, ViewPiece } from '../wire/types';

/** The pieces after each frame; index 0 is the starting position. */
export function positions(replay: Pick<Replay, 'men' | 'frames'>): ViewPiece[][] {
  const pieces = new Map(replay.men.map((piece) => [piece.id, piece]));
  const answer = [[...pieces.values()]];
  for (const frame of replay.frames) {
    for (const { id, cell, man, side } of frame.changes) {
      if (cell === null) pieces.delete(id);
      else pieces.set(id, { id, cell, man, side });
    }
    answer.push(frame.changes.length ? [...pieces.values()] : answer.at(-1)!);
  }
  return answer;
}

/** Whether stepping stops at this frame: a piece moved or a side passed. */
export function isStop(frame: Frame): boolean {
  return frame.changes.length > 0 || frame.t === 'move';
}

/** Indices of the positions to step through, including the start. */
export function stops(frames: readonly Frame[]): number[] {
  return [0, ...frames.flatMap((frame, index) => (isStop(frame) ? [index + 1] : []))];
}

/** The next stop in a direction, clamped to the ends. */
export function nextStop(list: readonly number[], from: number, direction: 1 | -1): number {
  if (direction === 1) return list.find((one) => one > from) ?? list.at(-1) ?? 0;
  return list.findLast((one) => one < from) ?? 0;
}

/** The position after event number `seq`. */
export function positionAfter(frames: readonly Frame[], seq: number): number {
  return frames.findLastIndex((frame) => frame.v <= seq) + 1;
}

/** Origin and destination of a frame. */
export function frameCells(frame: Frame | null): string[] {
  return [frame?.from, frame?.to].filter((cell): cell is string => !!cell);
}

/** Events for the move list, derived from frames (frames record changes, not causes). */
export function toEvents(replay: Pick<Replay, 'men' | 'frames'>): GameEvent[] {
  const keys = positions(replay).map(layoutKey);
  return replay.frames.map((frame, index) => {
    const { v, t, at, side, san } = frame;
    const data: Record<string, unknown> = { side, san, pass: frame.from === null, face: frame.throw?.face, reason: frame.text };
    if (t === 'contest') Object.assign(data, { entries: [], coin: null });
    if (t === 'retract') data.seq = retractedPlacement(replay.frames, index);
    if (t === 'takeback') data.to = replay.frames[keys.lastIndexOf(keys[index + 1]!, index) - 1]?.v ?? 0;
    return { v, t, at, d: data } as unknown as GameEvent;
  });
}

/** Number of the place event undone by the retraction at `index`. */
function retractedPlacement(frames: readonly Frame[], index: number): number {
  const back = frames[index]!.changes[0];
  const gone = new Set<number>();
  for (let i = index - 1; i >= 0; i--) {
    const { t, v, changes } = frames[i]!;
    if (!changes.some((one) => one.id === back?.id)) continue;
    if (t === 'retract') gone.add(retractedPlacement(frames, i));
    else if (t === 'place' && !gone.has(v)) return v;
  }
  return 0;
}

function layoutKey(pieces: readonly ViewPiece[]): string {
  return pieces.map((piece) => `${piece.id}${piece.cell}${piece.man}`).sort().join();
}
