import { expect, it } from 'vitest';
import { requestOf, subscribeWith } from './push-subscription';

/** A browser's push manager with at most one subscription. */
function managerWith(key: string | null) {
  const make = (own: string) => ({
    options: {
      applicationServerKey: Uint8Array.from(atob(own.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer,
    },
    toJSON: () => ({ endpoint: `https://push.example/${own}`, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => Promise.resolve(!(state.now = null)),
  });
  const state = { now: key === null ? null : make(key), subscribed: 0 };
  const manager = {
    getSubscription: () => Promise.resolve(state.now),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      state.subscribed++;
      if (state.now === null) state.now = make(applicationServerKey);
      return Promise.resolve(state.now);
    },
  };
  return manager as unknown as PushManager;
}

it('subscription_with_another_key_is_replaced', async () => {
  for (const before of [null, 'AAAA', '-_-_']) {
    const subscription = await subscribeWith(managerWith(before), '-_-_');
    expect(requestOf(subscription, 'am')).toEqual({
      endpoint: 'https://push.example/-_-_',
      keys: { p256dh: 'p', auth: 'a' },
      language: 'am',
    });
  }
});
