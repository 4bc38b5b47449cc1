/** Pages of the library, whose content the server writes. */

export interface WrittenPage {
  path: string;
  language: string;
  title: string;
  description: string;
  /** HTML. */
  content: string;
}

/** The page with which the document came, until it is shown. */
let first: WrittenPage | null = null;

/** Keeps what the server has written, before the app replaces it; false if this is no such page. */
export function keepWritten(path = location.pathname): boolean {
  first = readWritten(document, path);
  return first !== null;
}

/** The page with which the document came, if it is the one that is asked for. */
export function takeWritten(path: string, language: string): WrittenPage | null {
  const found = first?.path === path && first.language === language ? first : null;
  first = null;
  return found;
}

/** What the server has written into a document. */
export function readWritten(document: Document, path: string): WrittenPage | null {
  const main = document.querySelector<HTMLElement>('main[data-written]');
  if (!main) return null;
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
  // The site remembers the language, so its links need not name it.
  const content = main.innerHTML.replace(/( href="\/[^"?]*)\?lang=\w+/g, '$1');
  return { path, language: main.dataset.written!, title: document.title, description, content };
}

/** Asks the server for a page in a language; null where there is none. */
export async function fetchWritten(path: string, language: string): Promise<WrittenPage | null> {
  const answer = await fetch(`${path}?lang=${language}`);
  if (answer.status !== 404 && !answer.ok) throw new Error(answer.statusText);
  return readWritten(new DOMParser().parseFromString(await answer.text(), 'text/html'), path);
}
