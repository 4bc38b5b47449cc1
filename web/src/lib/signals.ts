/**
 * Signals of a game: events on `window` that sounds, vibration and notifications follow. Nothing
 * that gives a signal knows how it is shown.
 */

export type SignalKind = 'move' | 'capture' | 'check' | 'roll' | 'low-time' | 'your-turn' | 'end';

export interface Signal {
  kind: SignalKind;
  /** Id of the game. */
  game: string;
  /** Whether the game has days for each move. */
  isSlow: boolean;
  /** Text for a notification. */
  text: string;
}

const EVENT = 'rukh-signal';
/** Event of a sound that was really begun; its detail is the kind of the signal. */
export const SOUND_EVENT = 'rukh-sound';

export function giveSignal(signal: Signal): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: signal }));
}

/** Calls `handler` for every signal until the returned function is called. */
export function onSignal(handler: (signal: Signal) => void): () => void {
  const listen = (event: Event) => handler((event as CustomEvent<Signal>).detail);
  addEventListener(EVENT, listen);
  return () => removeEventListener(EVENT, listen);
}
