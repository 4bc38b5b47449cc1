/** One polite live region; in the werera it gathers what happened for a moment and a half. */

const GATHER = 1500;

class Speaker {
  text = $state('');
  private waiting: string[] = [];
  private timer = 0;

  say(text: string): void {
    this.waiting.push(text);
    this.flush();
  }

  gather(text: string): void {
    this.waiting.push(text);
    if (!this.timer) this.timer = window.setTimeout(() => this.flush(), GATHER);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const text = this.waiting.join(' ');
    // The same words twice would not be spoken again.
    this.text = text === this.text ? `${text}\u00a0` : text;
    this.waiting = [];
  }
}

export const speaker = new Speaker();
