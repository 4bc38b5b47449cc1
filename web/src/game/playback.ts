/** A replay's own time: as it was, but nobody waits through a night between two moves. */
import type { Replay } from '../wire/archive';
import type { Aside, Chat, Demo } from '../wire/types';

export type Speed = 1 | 2 | 8 | 'instant';

export const speeds: Speed[] = [1, 2, 8, 'instant'];

/** Pauses longer than this are shortened to it; milliseconds. */
const LONGEST_PAUSE = 30_000;
/** The pause that is left between two frames when nothing is waited for. */
const INSTANT_PAUSE = 450;
/** What stands still after the last frame, so that the end is seen. */
const TAIL = 1000;

export interface Playback {
  /** When each frame is shown, from the start; milliseconds. */
  times: number[];
  length: number;
}

/** Lays the frames out; `isReal` keeps the pauses as they were. */
export function layOut(replay: Pick<Replay, 'frames'>, isReal: boolean): Playback {
  const times: number[] = [];
  let time = 0;
  replay.frames.forEach((frame, index) => {
    const pause = index ? Math.max(0, frame.at - replay.frames[index - 1]!.at) : 0;
    if (isReal) time += Math.min(pause, LONGEST_PAUSE);
    else if (frame.changes.length || frame.t === 'move') time += INSTANT_PAUSE;
    times.push(time);
  });
  return { times, length: time + TAIL };
}

/** The position shown at a time: how many frames have happened. */
export function positionAt(playback: Playback, time: number): number {
  let [low, high] = [0, playback.times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (playback.times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When a position begins. */
export function timeOf(playback: Playback, position: number): number {
  return position > 0 ? (playback.times[position - 1] ?? playback.length) : 0;
}

/** The hour of the server at a time of the playback. */
export function hourAt(replay: Pick<Replay, 'frames'>, playback: Playback, time: number): number {
  const position = positionAt(playback, time);
  const frame = replay.frames[position - 1];
  if (!frame) return replay.frames[0]?.at ?? 0;
  const next = replay.frames[position];
  const since = time - playback.times[position - 1]!;
  const room = (playback.times[position] ?? playback.length) - playback.times[position - 1]!;
  // In a shortened pause the hour runs faster, so that what was said in it is still heard in order.
  const whole = next ? next.at - frame.at : room;
  return frame.at + (room > 0 ? (since / room) * whole : 0);
}

/** What had been said by then, and what was being shown. */
export function asidesAt(asides: readonly Aside[], hour: number): { chats: (Aside & { d: Chat })[]; demos: (Aside & { d: Demo })[] } {
  const past = asides.filter((one) => one.at <= hour);
  const chats = past.filter((one): one is Aside & { d: Chat } => one.d.kind === 'chat');
  const demos = past.filter((one): one is Aside & { d: Demo } => one.d.kind === 'demo' && one.d.until > hour);
  return { chats, demos: latestDemos(demos) };
}

/** Everybody's newest showing; an empty one takes the older away. */
export function latestDemos(demos: readonly (Aside & { d: Demo })[]): (Aside & { d: Demo })[] {
  const newest = new Map<string, Aside & { d: Demo }>();
  for (const one of demos) newest.set(one.d.from.id, one);
  return [...newest.values()].filter((one) => one.d.steps.length > 0);
}
