/** A replay's own time: as it was, but nobody waits through a night between two moves. */
import type { Replay } from '../wire/archive';
import type { SideMessage, Chat, Demo } from '../wire/types';

export type Speed = 1 | 2 | 8 | 'instant';

export const speeds: Speed[] = [1, 2, 8, 'instant'];

/** Pauses longer than this are shortened to it; milliseconds. */
const MAX_PAUSE = 30_000;
/** The pause that is left between two frames when nothing is waited for. */
const INSTANT_PAUSE = 450;
/** What stands still after the last frame, so that the end is seen. */
const END_PAUSE = 1000;

export interface Timeline {
  /** When each frame is shown, from the start; milliseconds. */
  times: number[];
  length: number;
}

/** Lays the frames out; `isReal` keeps the pauses as they were. */
export function buildTimeline(replay: Pick<Replay, 'frames'>, isReal: boolean): Timeline {
  const times: number[] = [];
  let time = 0;
  replay.frames.forEach((frame, index) => {
    const pause = index ? Math.max(0, frame.at - replay.frames[index - 1]!.at) : 0;
    if (isReal) time += Math.min(pause, MAX_PAUSE);
    else if (frame.changes.length || frame.t === 'move') time += INSTANT_PAUSE;
    times.push(time);
  });
  return { times, length: time + END_PAUSE };
}

/** The position shown at a time: how many frames have happened. */
export function positionAt(timeline: Timeline, time: number): number {
  let [low, high] = [0, timeline.times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeline.times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When a position begins. */
export function timeOf(timeline: Timeline, position: number): number {
  return position > 0 ? (timeline.times[position - 1] ?? timeline.length) : 0;
}

/** The serverTime of the server at a time of the timeline. */
export function serverTimeAt(replay: Pick<Replay, 'frames'>, timeline: Timeline, time: number): number {
  const position = positionAt(timeline, time);
  const frame = replay.frames[position - 1];
  if (!frame) return replay.frames[0]?.at ?? 0;
  const next = replay.frames[position];
  const since = time - timeline.times[position - 1]!;
  const room = (timeline.times[position] ?? timeline.length) - timeline.times[position - 1]!;
  // In a shortened pause the serverTime runs faster, so that what was said in it is still heard in order.
  const whole = next ? next.at - frame.at : room;
  return frame.at + (room > 0 ? (since / room) * whole : 0);
}

/** What had been said by then, and what was being shown. */
export function sideMessagesAt(asides: readonly SideMessage[], serverTime: number): { chats: (SideMessage & { d: Chat })[]; demos: (SideMessage & { d: Demo })[] } {
  const past = asides.filter((one) => one.at <= serverTime);
  const chats = past.filter((one): one is SideMessage & { d: Chat } => one.d.kind === 'chat');
  const demos = past.filter((one): one is SideMessage & { d: Demo } => one.d.kind === 'demo' && one.d.until > serverTime);
  return { chats, demos: latestDemos(demos) };
}

/** Everybody's newest showing; an empty one takes the older away. */
export function latestDemos(demos: readonly (SideMessage & { d: Demo })[]): (SideMessage & { d: Demo })[] {
  const newest = new Map<string, SideMessage & { d: Demo }>();
  for (const one of demos) newest.set(one.d.from.id, one);
  return [...newest.values()].filter((one) => one.d.steps.length > 0);
}
