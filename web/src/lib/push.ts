/** Messages while the site is closed: the subscription of this browser. Loaded where it is needed. */
import type { WorkerMessage } from '../service-worker/requests';
import { shown } from '../locale/shown.svelte';
import { endPush, readPush, subscribeToPush } from '../wire/push';
import { me } from './me.svelte';
import { requestOf, subscribeWith } from './push-subscription';
import { settings } from '../settings/settings.svelte';

/**
 * Whether this browser gets messages: `none` if the server sends none, `unsupported` if the browser
 * cannot, `install` if it can once the site is on the home screen, `denied` if the reader has forbidden
 * it in the browser.
 */
export type PushState = 'none' | 'unsupported' | 'install' | 'denied' | 'off' | 'on';

/** The subscription as it was last sent to the server. */
interface Registration {
  id: string;
  endpoint: string;
  language: string;
  guest: string;
  /** The server's key. */
  key: string;
  /** In milliseconds since the epoch. */
  at: number;
}

const KEY = 'rukh-push';
/** Time after which a subscription is renewed, in milliseconds: a week. */
const RENEW_AFTER = 7 * 86_400_000;

/** iPhones and iPads have no push messages in their browsers, only in installed sites. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const canPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator;

export async function pushState(): Promise<PushState> {
  const { key } = await readPush();
  if (!key) return 'none';
  if (!canPush()) return isApplePhone() ? 'install' : 'unsupported';
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return settings.push && Notification.permission === 'granted' && (await manager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission, which a browser allows only from a press, and subscribes. */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  await register();
  settings.change({ push: true });
  return 'on';
}

/** Ends the subscription here and on the server. */
export async function turnPushOff(): Promise<PushState> {
  settings.change({ push: false });
  const registered = readRegistration();
  storeRegistration(null);
  // First of all, so that the service worker does not subscribe again.
  await sendLanguageToWorker('');
  await (await (await pushManager())?.getSubscription())?.unsubscribe();
  // Without a connection the server learns it from the push service.
  if (registered) await endPush(registered.id).catch(() => {});
  return pushState();
}

/** Registers again if the language, the guest, the subscription or the server's key has changed, and once a week. */
export async function renewPush(): Promise<void> {
  if (!settings.push || !canPush() || Notification.permission !== 'granted') return;
  try {
    const [{ key }, manager] = await Promise.all([readPush(), pushManager(), me.loaded]);
    const registered = readRegistration();
    const endpoint = (await manager?.getSubscription())?.endpoint;
    const isSame =
      registered?.endpoint === endpoint &&
      registered?.language === shown.language.tag &&
      registered?.guest === me.id &&
      registered?.key === key;
    if (key && !(isSame && Date.now() - registered.at < RENEW_AFTER)) await register();
  } catch {
    // Without a connection, on the next visit.
  }
}

/** Subscribes at the push service and registers with the server. */
async function register(): Promise<void> {
  const [{ key }, manager] = await Promise.all([readPush(), pushManager(), me.loaded]);
  if (!key || !manager) throw new Error('there are no push messages');
  const language = shown.language.tag;
  const subscription = await subscribeWith(manager, key);
  const { id } = await subscribeToPush(requestOf(subscription, language));
  storeRegistration({ id, endpoint: subscription.endpoint, language, guest: me.id, key, at: Date.now() });
  await sendLanguageToWorker(language);
}

/** Sends the language of messages to the service worker: it subscribes again if the browser ends the subscription. */
async function sendLanguageToWorker(language: string): Promise<void> {
  (await navigator.serviceWorker.ready).active?.postMessage({ language } satisfies WorkerMessage);
}

/** The push manager, as soon as the service worker runs; null without one. */
async function pushManager(): Promise<PushManager | null> {
  const known = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return known ? ((await navigator.serviceWorker.ready).pushManager ?? null) : null;
}

function readRegistration(): Registration | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Registration | null;
  } catch {
    return null;
  }
}

function storeRegistration(registered: Registration | null): void {
  try {
    if (registered) localStorage.setItem(KEY, JSON.stringify(registered));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the browser registers on every visit.
  }
}
