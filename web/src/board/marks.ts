/** Circles and arrows that the reader draws: only on this screen. */
import type { Arrow } from './overlay';

export class Marks {
  shown: Arrow[] = [];

  /** Draws a mark, or removes the same one. */
  toggle(from: string, to: string): void {
    const others = this.shown.filter((one) => one.from !== from || one.to !== to);
    this.shown = others.length < this.shown.length ? others : [...others, { from, to, kind: 'mark' }];
  }

  /** Removes all marks; false if there were none. */
  clear(): boolean {
    const had = this.shown.length > 0;
    this.shown = [];
    return had;
  }
}
