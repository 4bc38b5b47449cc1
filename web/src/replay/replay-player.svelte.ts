/** Replay playback: its time, play state and current position. */
import { say } from '../locale/message';
import { announcer } from '../lib/announcer.svelte';
import type { Replay, ViewClock } from '../wire/generated';
import { toEvents, nextStop, positionAfter, positions, stops } from '../game/reconstruct';
import { sideMessagesAt, serverTimeAt, buildTimeline, positionAt, timeOf, type Speed } from '../game/playback';

const TICK = 50;

export class ReplayPlayer {
  time = $state(0);
  speed = $state<Speed>(1);
  isPlaying = $state(false);
  readonly timeline = $derived.by(() => buildTimeline(this.replay, this.speed !== 'instant'));
  readonly position = $derived.by(() => positionAt(this.timeline, this.time));
  readonly frame = $derived.by(() => (this.position ? this.replay.frames[this.position - 1]! : null));
  readonly pieces = $derived.by(() => this.all[this.position] ?? []);
  readonly serverTime = $derived.by(() => serverTimeAt(this.replay, this.timeline, this.time));
  readonly sideMessages = $derived.by(() => sideMessagesAt(this.replay.chat, this.serverTime));
  readonly clock = $derived.by((): ViewClock | null => {
    const frame = this.replay.frames.slice(0, this.position).findLast((one) => one.clock);
    const { time_control, odds = null } = this.replay.game;
    return frame?.clock ? { ...frame.clock, at: frame.at, time_control, odds } : null;
  });
  readonly events;
  readonly stops: number[];
  private readonly all;
  private timer = 0;

  constructor(readonly replay: Replay) {
    this.all = positions(replay);
    this.stops = stops(replay.frames);
    this.events = toEvents(replay);
  }

  /** Number of moves before the current position. */
  get number(): number {
    return Math.max(
      0,
      this.stops.findLastIndex((one) => one <= this.position),
    );
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.time >= this.timeline.length) this.time = 0;
    this.isPlaying = true;
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  pause(): void {
    this.isPlaying = false;
    clearInterval(this.timer);
  }

  /** Changes the speed and keeps the position. */
  setSpeed(speed: Speed): void {
    const position = this.position;
    this.speed = speed;
    this.time = timeOf(this.timeline, position);
  }

  scrub(time: number): void {
    this.time = Math.min(this.timeline.length, Math.max(0, time));
  }

  step(direction: 1 | -1): void {
    this.pause();
    const next = nextStop(this.stops, this.position, direction);
    const isEnd = direction === 1 && next <= this.position;
    this.show(isEnd ? this.replay.frames.length : next);
  }

  goTo(seq: number): void {
    this.pause();
    this.show(positionAfter(this.replay.frames, seq));
  }

  private show(position: number): void {
    this.time = position === this.replay.frames.length ? this.timeline.length : timeOf(this.timeline, position);
    if (this.frame) announcer.announce(say(this.frame.text));
  }

  private tick(): void {
    const rate = this.speed === 'instant' ? 1 : this.speed;
    this.time = Math.min(this.timeline.length, this.time + TICK * rate);
    if (this.time >= this.timeline.length) this.pause();
  }
}
