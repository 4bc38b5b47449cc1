/** Polite live region; `announceLater` batches texts for 1.5 s, as in the werera. */

const GATHER_DELAY = 1500;

class Announcer {
  text = $state('');
  private waiting: string[] = [];
  private timer = 0;

  announce(text: string): void {
    this.waiting.push(text);
    this.flush();
  }

  announceLater(text: string): void {
    this.waiting.push(text);
    if (!this.timer) this.timer = window.setTimeout(() => this.flush(), GATHER_DELAY);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const text = this.waiting.join(' ');
    // Screen readers skip a text that does not change.
    this.text = text === this.text ? `${text}\u00a0` : text;
    this.waiting = [];
  }
}

export const announcer = new Announcer();
