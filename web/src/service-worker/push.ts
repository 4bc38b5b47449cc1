/** Push messages in the service worker. Nothing here is shared with the page: the worker is one file. */
import type { PushMessage } from '../wire/generated';

/** Names of notifications of a game: those of the page and of messages are the same, so one replaces the other. */
const TAG = 'rukh-';

/** The message in a push; null if it is none that this version knows. */
export function readMessage(text: string | undefined): PushMessage | null {
  try {
    const message = JSON.parse(text ?? '') as Partial<PushMessage> | null;
    const texts = [message?.game, message?.title, message?.text, message?.tag, message?.language];
    return texts.every((one) => typeof one === 'string' && one) ? (message as PushMessage) : null;
  } catch {
    return null;
  }
}

/** Path of the game that a notification is about. */
export const pathOfTag = (tag: string): string =>
  tag.startsWith(TAG) && tag.length > TAG.length ? `/game/${encodeURIComponent(tag.slice(TAG.length))}` : '/';

/** What a page of the site shows. */
interface Shown {
  url: string;
  visibilityState?: string;
}

/** The first page that shows a path; one that the reader sees before others. */
export function pageAt<Page extends Shown>(pages: readonly Page[], path: string): Page | undefined {
  const there = pages.filter((page) => new URL(page.url).pathname === path);
  return there.find((page) => page.visibilityState === 'visible') ?? there[0];
}
