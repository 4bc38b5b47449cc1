/** Browsing past positions of a live game; frames are loaded on the first step back. */
import type { Replay, ReplayFrame, Side, ViewPiece } from '../wire/generated';
import type { LiveGame } from './game.svelte';
import { withoutTakebacks } from '../game/moves';
import { missing, nextStop, positionAfter, positions, stops } from '../game/reconstruct';

export class HistoryCursor {
  /** Index of the position shown, or null for the live position. */
  position = $state<number | null>(null);
  private replay = $state.raw<Replay | null>(null);
  private readonly all = $derived(this.replay ? positions(this.replay) : []);
  /** Positions to step through, without moves undone by takebacks. */
  private readonly stops = $derived.by(() => {
    const frames = this.replay?.frames ?? [];
    const kept = new Set(withoutTakebacks(this.game.events).map((event) => event.seq));
    return stops(frames).filter((stop) => stop === 0 || kept.has(frames[stop - 1]!.seq));
  });

  readonly pieces = $derived.by((): ViewPiece[] => (this.position === null ? [] : (this.all[this.position] ?? [])));
  readonly frame = $derived.by((): ReplayFrame | null => (this.position ? (this.replay?.frames[this.position - 1] ?? null) : null));
  /** Letters of the pieces captured before the position, by their side; null for the live position. */
  readonly captured = $derived.by((): Record<Side, string[]> | null =>
    this.position === null ? null : missing(this.all[0] ?? [], this.pieces),
  );
  readonly isAtStart = $derived(this.position === 0);
  /** Number of moves before the position. */
  readonly number = $derived(this.position === null ? 0 : Math.max(0, this.stops.indexOf(this.position)));
  /** Number of the event that led to the position; 0 at the start. */
  readonly seq = $derived(this.position === null ? null : (this.frame?.seq ?? 0));

  constructor(private readonly game: LiveGame) {}

  async step(direction: 1 | -1): Promise<void> {
    if (this.position === null && direction === 1) return;
    if (!(await this.loadFrames())) return;
    const here = this.position ?? this.stops.at(-1) ?? 0;
    const next = nextStop(this.stops, here, direction);
    if (direction === 1 && next === this.stops.at(-1)) this.returnToLive();
    else this.position = next;
  }

  /** Shows the position after an event. */
  async goTo(seq: number): Promise<void> {
    if (!(await this.loadFrames())) return;
    const next = positionAfter(this.replay?.frames ?? [], seq);
    this.position = next === this.stops.at(-1) ? null : next;
  }

  async goToStart(): Promise<void> {
    if (this.game.events.length && (await this.loadFrames())) this.position = this.stops.length > 1 ? 0 : null;
  }

  /** Shows the position after so many moves, as an address names it. */
  async goToNumber(number: number): Promise<void> {
    if (!(await this.loadFrames())) return;
    const stop = this.stops[Math.max(0, number)];
    this.position = stop === undefined || stop === this.stops.at(-1) ? null : stop;
  }

  returnToLive(): void {
    this.position = null;
  }

  /** Loads all frames up to now; false if the request failed. */
  private async loadFrames(): Promise<boolean> {
    const { view, hello } = this.game;
    if (!view || !hello) return false;
    if ((this.replay?.frames.at(-1)?.seq ?? -1) >= view.seq) return true;
    try {
      this.replay = await this.game.source.replay();
    } catch {
      return this.replay !== null;
    }
    return true;
  }
}
