/**
 * The service worker: the site without a connection. Each version of the site has a cache of its own,
 * filled as a whole before the version counts, so files of two versions never mix; a new version waits
 * until the reader asks for it or closes the site. It also shows the messages that the server sends
 * while the site is closed.
 */
import type { PushInfo } from '../wire/generated';
import { pageAt, pathOfTag, readMessage } from './push';
import { isAnswer, kindOf, readingOf, type WorkerMessage } from './requests';

declare const self: ServiceWorkerGlobalScope;
/** Written by the build: a mark of the version, the paths of its files, and those that play without a server. */
declare const RUKH_SHELL: { version: string; files: string[]; local: string[] };

const { version, files, local } = RUKH_SHELL;
const SHELL = `rukh-shell-${version}`;
/** What was read, of any version. */
const READING = 'rukh-reading';
/** The language of push messages: a service worker has no other storage. */
const LANGUAGE = 'rukh-push-language';
/** Every ruleset, course and page of a ruleset, some with options, and puzzles. */
const MAX_READ = 160;
/** Time after which a page that does not come is taken from what is kept, in milliseconds. */
const PAGE_PATIENCE = 4000;

const shell: ReadonlySet<string> = new Set(files);
/** Aborts prefetching: a worker that still fetches keeps a new version waiting. */
const prefetching = new AbortController();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const { activate, stopPrefetch, files, read, warm, language } = event.data as WorkerMessage;
  if (activate) void self.skipWaiting();
  if (stopPrefetch) prefetching.abort();
  if (files) event.waitUntil(keepFiles(files));
  if (read) event.waitUntil(readMissing(read.map((path) => new URL(path, self.location.origin).href).filter(isReading)));
  if (warm) event.waitUntil(Promise.all([keepFiles(local), readAll(warm)]));
  if (language !== undefined) event.waitUntil(keepLanguage(language));
});
self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin, shell);
  if (kind === 'page') event.respondWith(page(event));
  if (kind === 'shell') event.respondWith(file(event.request));
  if (kind === 'reading') event.respondWith(read(event.request));
});

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOfTag(event.notification.tag)));
});
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(subscribeAgain()));

/** Shows a message, unless the reader looks at its game. */
async function show(text: string | undefined): Promise<void> {
  const message = readMessage(text);
  if (!message) return;
  const page = pageAt(await pages(), pathOfTag(message.tag));
  if (page?.visibilityState === 'visible') return;
  const { title, tag, language } = message;
  // A newer message of a game replaces an older one, and is noticed too.
  const options = {
    body: message.text,
    tag,
    lang: language,
    dir: 'auto',
    icon: '/icon-192.png',
    renotify: true,
  } satisfies NotificationOptions & { renotify: boolean };
  await self.registration.showNotification(title, options);
}

/** Keeps the language of messages, or forgets it once there are to be none. */
async function keepLanguage(language: string): Promise<void> {
  await caches.delete(LANGUAGE);
  if (language) await (await caches.open(LANGUAGE)).put('/', new Response(language));
}

/** Brings a page with this path to the front, or opens one. */
async function open(path: string): Promise<void> {
  const page = pageAt(await pages(), path);
  const isShown = await page?.focus().catch(() => null);
  if (!isShown) await self.clients.openWindow(path);
}

/** Open pages of the site, those of another version too. */
async function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** The browser has changed its subscription; if the server cannot be told now, the page does it on its next visit. */
async function subscribeAgain(): Promise<void> {
  const language = await (await (await caches.open(LANGUAGE)).match('/'))?.text();
  const answer = await fetch('/api/v1/push').catch(() => null);
  const { key } = answer?.ok ? ((await answer.json()) as PushInfo) : { key: null };
  if (!language || !key) return;
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const body = JSON.stringify({ ...subscription.toJSON(), language });
  await fetch('/api/v1/push', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL);
  // The page has no hash in its name: not from the browser's cache.
  await cache.addAll(files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })));
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('rukh-shell-') && name !== SHELL) await caches.delete(name);
  await self.clients.claim();
}

/** The server's page, or the kept one if it does not come; the app itself finds what to show. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = (await caches.open(SHELL)).match('/');
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_PATIENCE));
  const asked = fetch(event.request);
  event.waitUntil(
    asked.then(
      (answer) => keepPage(event.request.url, answer.clone()),
      () => {},
    ),
  );
  const first = await Promise.race([asked, late]).catch(() => undefined);
  if (first && isAnswer(first)) return first;
  return (await kept) ?? asked;
}

/** Keeps a page of the library, which the app reads anew where there is no connection. */
async function keepPage(address: string, answer: Response): Promise<void> {
  const language = answer.headers.get('content-language');
  const read = new URL(readingOf(new URL(address).pathname, language ?? ''), address).href;
  if (answer.ok && language && isReading(read)) await keep(await caches.open(READING), read, answer);
}

/** A file as it is kept; another with a hash in its name is kept from now on. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const { pathname } = new URL(request.url);
  const kept = await cache.match(pathname);
  if (kept) return kept;
  const answer = await fetch(request);
  // A full disk keeps nobody from reading.
  if (answer.ok && pathname.startsWith('/assets/')) await cache.put(pathname, answer.clone()).catch(() => {});
  return answer;
}

/** The server's answer, which is kept, or else the one that was kept. */
async function read(request: Request): Promise<Response> {
  const cache = await caches.open(READING);
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) await keep(cache, request.url, answer.clone());
  if (answer && isAnswer(answer)) return answer;
  return (await cache.match(request.url)) ?? answer ?? Response.error();
}

const isReading = (url: string): boolean => kindOf({ method: 'GET', mode: 'cors', url }, self.location.origin, shell) === 'reading';

const keepFiles = (paths: string[]) => Promise.all(paths.map((path) => file(prefetch(path)).catch(() => null)));

/** A request of prefetching. */
const prefetch = (address: string) => new Request(address, { signal: prefetching.signal });

async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
  try {
    await cache.delete(address);
    // Keys come in the order in which they were put.
    for (const old of (await cache.keys()).slice(0, -(MAX_READ - 1))) await cache.delete(old);
    await cache.put(address, answer);
  } catch {
    // A full disk keeps nobody from reading.
  }
}

/** Reads every ruleset and course that is not kept yet, one after the other; the library's pages in a language. */
async function readAll(language: string): Promise<void> {
  const idsOf = async (address: string, list: string): Promise<string[]> => {
    const answer = await read(prefetch(address)).catch(() => null);
    if (!answer?.ok) return [];
    const found = ((await answer.json()) as Record<string, { id: string }[]>)[list] ?? [];
    return found.map((one) => `${address.replace('catalog', 'rulesets')}/${encodeURIComponent(one.id)}`);
  };
  const origin = self.location.origin;
  const rulesets = await idsOf(`${origin}/api/v1/catalog`, 'rulesets');
  const pages = ['library', ...rulesets.map((address) => `library/${address.slice(address.lastIndexOf('/') + 1)}`)].map(
    (path) => origin + readingOf(`/${path}`, language),
  );
  await readMissing([...(await idsOf(`${origin}/api/v1/lessons`, 'courses')), ...rulesets, ...pages]);
}

/** Reads what is not kept yet, one after the other. */
async function readMissing(wanted: string[]): Promise<void> {
  const cache = await caches.open(READING);
  for (const address of wanted) {
    if (prefetching.signal.aborted) return;
    if (!(await cache.match(address))) await read(prefetch(address)).catch(() => null);
  }
}
