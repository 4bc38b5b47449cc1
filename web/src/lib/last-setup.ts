/** The setup of the game started last in this browser, as a URL query. */

const KEY = 'rukh-last-setup';

export function lastSetup(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberSetup(query: string): void {
  try {
    localStorage.setItem(KEY, query);
  } catch {
    // Without storage the next game begins with the defaults.
  }
}
