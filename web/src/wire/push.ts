/** Requests about push messages. */
import { remove, request } from './api';
import type { PushInfo, PushReceipt, PushRequest } from './generated';

/** Whether the server sends push messages, and with which key. */
export const readPush = () => request<PushInfo>('/api/v1/push');

export const subscribeToPush = (subscription: PushRequest) => request<PushReceipt>('/api/v1/push', subscription);

export const endPush = (id: string) => remove<null>(`/api/v1/push/${encodeURIComponent(id)}`);
