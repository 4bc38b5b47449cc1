/** Requests about webhooks: where what happens to the account is posted to. */
import { remove, request } from './api';
import type { WebhookDeliveryList, WebhookEvent, WebhookList, WebhookSecret } from './generated';

const at = (id: string, rest = '') => `/api/v1/account/webhooks/${encodeURIComponent(id)}${rest}`;

export const readWebhooks = () => request<WebhookList>('/api/v1/account/webhooks');
export const addWebhook = (url: string, events: WebhookEvent[]) => request<WebhookSecret>('/api/v1/account/webhooks', { url, events });
export const removeWebhook = (id: string) => remove<null>(at(id));
export const renewWebhookSecret = (id: string) => request<WebhookSecret>(at(id, '/secret'), {});
export const resumeWebhook = (id: string) => request<null>(at(id, '/resume'), {});
export const testWebhook = (id: string) => request<null>(at(id, '/test'), {});
export const readDeliveries = (id: string) => request<WebhookDeliveryList>(at(id, '/deliveries')).then(({ deliveries }) => deliveries);
