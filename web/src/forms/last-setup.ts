/** The setup of the game started last in this browser, as a URL query, with the levels chosen last. */

const KEY = 'rukh-last-setup';
const LEVELS = ['level', 'other'];

export function lastSetup(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a setup; levels that it does not say, as of a game with a friend, stay those of the one before. */
export function rememberSetup(query: string): void {
  const [next, last] = [new URLSearchParams(query), new URLSearchParams(lastSetup())];
  for (const key of LEVELS) if (!next.has(key) && last.has(key)) next.set(key, last.get(key)!);
  try {
    localStorage.setItem(KEY, `?${next}`);
  } catch {
    // Without storage the next game begins with the defaults.
  }
}
