/** Settings, stored in this browser only. */
import { preferredLanguage } from '../locale/languages';
import { showLanguage } from '../locale/locale';
import type { PieceSet } from '../pieces/pieces';

export type Theme = 'auto' | 'light' | 'dark';

interface Stored {
  theme: Theme;
  /** Tag of the chosen language; empty for that of the browser. */
  language: string;
  men: PieceSet;
  /** Skin id; empty for the skin of the ruleset. */
  skin: string;
  /** Whether chat is announced to screen readers. */
  speakChat: boolean;
}

const KEY = 'rukh-settings';
const defaults: Stored = { theme: 'auto', language: '', men: 'traditional', skin: '', speakChat: false };

function load(): Stored {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
  } catch {
    return defaults;
  }
}

class Settings {
  private stored = $state<Stored>(load());

  get theme(): Theme {
    return this.stored.theme;
  }

  get pieceSet(): PieceSet {
    return this.stored.men;
  }

  get skin(): string {
    return this.stored.skin;
  }

  get speakChat(): boolean {
    return this.stored.speakChat;
  }

  change(change: Partial<Stored>): void {
    Object.assign(this.stored, change);
    this.applyTheme();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // Settings last only for this page if storage is not available.
    }
  }

  /** Chooses a language by hand and shows it. */
  async changeLanguage(tag: string): Promise<void> {
    this.change({ language: tag });
    await this.applyLanguage();
  }

  /** Shows the chosen language, or else the browser's. */
  applyLanguage(): Promise<void> {
    return showLanguage(preferredLanguage(this.stored.language, navigator.languages));
  }

  applyTheme(): void {
    if (this.stored.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.stored.theme;
  }
}

export const settings = new Settings();
