/** Subscriptions at the push service of the browser. */
import type { PushRequest } from '../wire/generated';

/** What the server is told of a subscription of this browser. */
export function requestOf(subscription: PushSubscription, language: string): PushRequest {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }, language };
}

/** Subscribes at the push service of the browser; a subscription with another key of the server is ended first. */
export async function subscribeWith(manager: PushManager, key: string): Promise<PushSubscription> {
  const old = await manager.getSubscription();
  if (old && keyOf(old) !== key) await old.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** The server's key of a subscription, in base64url. */
function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
