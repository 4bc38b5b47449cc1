/** Settings, stored in this browser only. */
import type { PieceSet } from '../pieces/pieces';

export type Theme = 'auto' | 'light' | 'dark';
/** Names of pieces: the game's own, or the reader's language. */
export type NameStyle = 'own' | 'language';
/** Where the engine of the analysis board runs. */
export type EnginePlace = 'device' | 'server';
/** How the move list writes pieces. */
export type NotationStyle = 'letters' | 'figurines' | 'names';

interface Stored {
  theme: Theme;
  /** Tag of the chosen language; empty for that of the browser. */
  language: string;
  men: PieceSet;
  /** Skin id; empty for the skin of the ruleset. */
  skin: string;
  /** Whether chat is announced to screen readers. */
  speakChat: boolean;
  /** Whether a move is sent only after a second press. */
  confirmMoves: boolean;
  coordinates: boolean;
  /** Empty until chosen: the game's own on an English page, else those in the language of the page. */
  pieceNames: NameStyle | '';
  notation: NotationStyle;
  /** Null until chosen: then on, except on devices with a touch screen. */
  sound: boolean | null;
  /** From 0 to 1. */
  volume: number;
  vibration: boolean;
  notifications: boolean;
  /** Whether this browser gets messages while the site is closed. */
  push: boolean;
  /** Whether the own die waits for a tap before it rolls. */
  throwByTap: boolean;
  engine: EnginePlace;
}

/** Devices on which sounds are off until chosen. */
const TOUCH = '(pointer: coarse)';

const KEY = 'rukh-settings';
const defaults: Stored = {
  theme: 'auto',
  language: '',
  men: 'traditional',
  skin: '',
  speakChat: false,
  confirmMoves: false,
  coordinates: true,
  pieceNames: '',
  notation: 'letters',
  sound: null,
  volume: 0.6,
  vibration: false,
  notifications: false,
  push: false,
  throwByTap: true,
  engine: 'device',
};

function load(): Stored {
  try {
    // Names chosen in an earlier version, which had a default for all languages.
    const { names, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored> & { names?: NameStyle };
    return { ...defaults, ...(names === 'language' ? { pieceNames: names } : {}), ...kept };
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

  get confirmMoves(): boolean {
    return this.stored.confirmMoves;
  }

  get coordinates(): boolean {
    return this.stored.coordinates;
  }

  get language(): string {
    return this.stored.language;
  }

  get pieceNames(): NameStyle | '' {
    return this.stored.pieceNames;
  }

  get notation(): NotationStyle {
    return this.stored.notation;
  }

  get isSoundOn(): boolean {
    return this.stored.sound ?? !matchMedia(TOUCH).matches;
  }

  get volume(): number {
    return this.stored.volume;
  }

  get vibration(): boolean {
    return this.stored.vibration;
  }

  get notifications(): boolean {
    return this.stored.notifications;
  }

  get push(): boolean {
    return this.stored.push;
  }

  get throwByTap(): boolean {
    return this.stored.throwByTap;
  }

  get engine(): EnginePlace {
    return this.stored.engine;
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

  applyTheme(): void {
    if (this.stored.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.stored.theme;
  }
}

export const settings = new Settings();
