/**
 * The die as it is shown: it waits for the tap of the player whose roll it is, tumbles, and rests.
 * Its number is told only at rest. The server has thrown it already.
 */
import { settings } from '../settings/settings.svelte';

export type RollState = 'waiting' | 'tumbling' | 'resting';

/** Milliseconds that an own die waits for a tap. */
export const TAP_DELAY = 1800;
/** Milliseconds that a die tumbles. */
export const TUMBLE = 620;

export class Roll {
  state = $state<RollState>('resting');
  /** Number of throws seen; each is a new flight of the die. */
  count = $state(0);
  private timer = 0;
  private atRest: () => void = () => {};

  /** A throw has arrived; `atRest` is called when its number may be told. */
  begin(isOwn: boolean, atRest: () => void): void {
    this.finish();
    this.count++;
    this.atRest = atRest;
    this.state = 'waiting';
    if (isOwn && settings.throwByTap) this.timer = window.setTimeout(() => this.tumble(), TAP_DELAY);
    else this.tumble();
  }

  /** The tap: the waiting die tumbles now. */
  tumble(): void {
    if (this.state !== 'waiting') return;
    clearTimeout(this.timer);
    this.state = 'tumbling';
    this.timer = window.setTimeout(() => this.finish(), isStill() ? 0 : TUMBLE);
  }

  /** Shows the number at once, as when the move of this throw is there already. */
  finish(): void {
    clearTimeout(this.timer);
    if (this.state === 'resting') return;
    this.state = 'resting';
    const tell = this.atRest;
    this.atRest = () => {};
    tell();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
