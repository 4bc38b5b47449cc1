/** Sounds, vibration and notifications, as the settings want them. */
import { onSignal, SOUND_EVENT, type Signal, type SignalKind } from './signals';
import { settings } from '../settings/settings.svelte';

/** Patterns of vibration in milliseconds; other signals do not vibrate. */
const VIBRATIONS: Partial<Record<SignalKind, number[]>> = {
  capture: [20],
  check: [30, 40, 30],
  'low-time': [40, 60, 40],
  'your-turn': [60],
  end: [80, 60, 80],
};
/** Signals that call back a player who looks at another tab. */
const CALLING = new Set<SignalKind>(['your-turn', 'end']);

let sounds: Promise<typeof import('./sounds')> | null = null;

/** Follows signals until the returned function is called. */
export function followSignals(): () => void {
  return onSignal((signal) => {
    if (settings.isSoundOn) void playSound(signal.kind);
    if (settings.vibration) vibrate(signal.kind);
    // A page that is open but not seen is told here, and not by a message of the server.
    const isWanted = settings.notifications || (settings.push && signal.isSlow);
    if (isWanted && document.hidden && CALLING.has(signal.kind)) void notify(signal);
  });
}

/** Plays the sound of a signal at the chosen volume; browsers allow it after the first press on the page. */
export async function playSound(kind: SignalKind): Promise<void> {
  sounds ??= import('./sounds');
  const { play } = await sounds.catch(() => ({ play: null }));
  if (!play) return void (sounds = null);
  play(kind, settings.volume);
  dispatchEvent(new CustomEvent(SOUND_EVENT, { detail: kind }));
}

export const canVibrate = (): boolean => 'vibrate' in navigator;

function vibrate(kind: SignalKind): void {
  const pattern = VIBRATIONS[kind];
  if (pattern && canVibrate()) navigator.vibrate(pattern);
}

export const canNotify = (): boolean => 'Notification' in globalThis;

/** Asks for permission; only called from a press. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Through the service worker if there is one: phones allow nothing else. */
async function notify({ game, text }: Signal): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const options = { body: text, tag: `rukh-${game}`, icon: '/rukh.svg' };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) return worker.showNotification(document.title, options);
  const shown = new Notification(document.title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
