/** Push messages in the service worker. Nothing here is shared with the page: the worker is one file. */
import type { PushMessage } from '../wire/generated';

/** The message in a push; null if it is none that this version knows. */
export function readMessage(text: string | undefined): PushMessage | null {
  try {
    const message = JSON.parse(text ?? '') as Partial<PushMessage> | null;
    const about = message?.game ?? message?.appointment ?? message?.event;
    const texts = [about, message?.title, message?.text, message?.tag, message?.language];
    return texts.every((one) => typeof one === 'string' && one) ? (message as PushMessage) : null;
  } catch {
    return null;
  }
}

/** Path of what a notification is about: a game, or as the tag says. */
export function pathOfTag(tag: string): string {
  const [, kind, id] = /^rukh-(?:(appointment|event):)?(.+)$/.exec(tag) ?? [];
  if (!id) return '/';
  return `/${kind === 'event' ? 'events' : (kind ?? 'game')}/${encodeURIComponent(id)}`;
}

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
