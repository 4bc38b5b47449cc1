/** Replay timeline: real time between frames, with long pauses shortened. */
import type { NamedChatEntry, Replay } from '../wire/generated';
import type { Chat, Demo } from '../wire/messages';

export type Speed = 1 | 2 | 8 | 'instant';

export const speeds: Speed[] = [1, 2, 8, 'instant'];

/** Longest pause between frames, in milliseconds. */
const MAX_PAUSE = 30_000;
/** Pause between frames when pauses are skipped, in milliseconds. */
const INSTANT_PAUSE = 450;
/** Pause after the last frame, in milliseconds. */
const END_PAUSE = 1000;

export interface Timeline {
  /** Display time of each frame since the start, in milliseconds. */
  times: number[];
  length: number;
}

/** Computes the timeline; `isReal` keeps the original pauses. */
export function buildTimeline(replay: Pick<Replay, 'frames'>, isReal: boolean): Timeline {
  const times: number[] = [];
  let time = 0;
  replay.frames.forEach((frame, index) => {
    const pause = index ? Math.max(0, frame.at - replay.frames[index - 1]!.at) : 0;
    if (isReal) time += Math.min(pause, MAX_PAUSE);
    else if (frame.changes.length || frame.type === 'move') time += INSTANT_PAUSE;
    times.push(time);
  });
  return { times, length: time + END_PAUSE };
}

/** The position at a time: the number of frames applied. */
export function positionAt(timeline: Timeline, time: number): number {
  let [low, high] = [0, timeline.times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeline.times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The time at which a position is first shown. */
export function timeOf(timeline: Timeline, position: number): number {
  return position > 0 ? (timeline.times[position - 1] ?? timeline.length) : 0;
}

/** Server time at a time of the timeline. */
export function serverTimeAt(replay: Pick<Replay, 'frames'>, timeline: Timeline, time: number): number {
  const position = positionAt(timeline, time);
  const frame = replay.frames[position - 1];
  if (!frame) return replay.frames[0]?.at ?? 0;
  const next = replay.frames[position];
  const since = time - timeline.times[position - 1]!;
  const room = (timeline.times[position] ?? timeline.length) - timeline.times[position - 1]!;
  // Server time runs faster in a shortened pause, so side messages keep their order.
  const whole = next ? next.at - frame.at : room;
  return frame.at + (room > 0 ? (since / room) * whole : 0);
}

/** Chat and demonstrations visible at a server time. */
export function sideMessagesAt(
  asides: readonly NamedChatEntry[],
  serverTime: number,
): { chats: (NamedChatEntry & { data: Chat })[]; demos: (NamedChatEntry & { data: Demo })[] } {
  const past = asides.filter((one) => one.at <= serverTime);
  const chats = past.filter((one): one is NamedChatEntry & { data: Chat } => one.data.kind === 'chat');
  const demos = past.filter((one): one is NamedChatEntry & { data: Demo } => one.data.kind === 'demo' && one.data.until > serverTime);
  return { chats, demos: latestDemos(demos) };
}

/** Each person's latest demonstration; an empty one removes it. */
export function latestDemos(demos: readonly (NamedChatEntry & { data: Demo })[]): (NamedChatEntry & { data: Demo })[] {
  const newest = new Map<string, NamedChatEntry & { data: Demo }>();
  for (const one of demos) newest.set(one.data.author.id, one);
  return [...newest.values()].filter((one) => one.data.steps.length > 0);
}
