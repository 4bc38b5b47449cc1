/** Requests about events, and their socket. */
import { request } from './api';
import type { EventDetails, EventList, EventMessage, EventRequest } from './generated';
import { ReconnectingSocket, type SocketState } from './socket';

export const eventAddress = (id: string) => `/api/v1/events/${encodeURIComponent(id)}`;
export const listEvents = () => request<EventList>('/api/v1/events');
export const createEvent = (event: EventRequest) => request<EventDetails>('/api/v1/events', event);
/** An event with the games of a round; those of the last one without it. */
export const readEvent = (id: string, round: number | null = null) =>
  request<EventDetails>(`${eventAddress(id)}${round === null ? '' : `?round=${round}`}`);
export const editEvent = (id: string, event: EventRequest) => request<EventDetails>(eventAddress(id), event);
export type EventAct = 'join' | 'withdraw' | 'bye' | 'begin' | 'cancel' | 'end';
export const actInEvent = (id: string, act: EventAct) => request<EventDetails>(`${eventAddress(id)}/${act}`, {});

/** Removes a player from a simul that has not started. */
export const removeFromEvent = (id: string, player: string) => request<EventDetails>(`${eventAddress(id)}/remove`, { player });

export interface EventListener {
  message: (message: EventMessage) => void;
  state: (state: SocketState) => void;
}

export function watchEvent(id: string, listener: EventListener): ReconnectingSocket<EventMessage, never> {
  return new ReconnectingSocket<EventMessage, never>({
    address: () => `/ws/v1/event/${encodeURIComponent(id)}`,
    opened: () => [],
    ...listener,
  });
}
