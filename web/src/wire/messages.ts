/** Variants of the generated unions that have a name of their own in the page. */
import type { ChatEntry, SocketMessage, WireEvent } from './generated';

export type Chat = Extract<ChatEntry, { kind: 'chat' }>;
export type Demo = Extract<ChatEntry, { kind: 'demo' }>;
/** Intents of both sides that exclude each other; the first entry won (by a coin if equally fast). */
export type Contest = Extract<WireEvent, { type: 'contest' }>['data'];
export type IntentMessage = Extract<SocketMessage, { type: 'intent' }>;
