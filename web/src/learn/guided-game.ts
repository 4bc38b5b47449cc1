/** The first game of a course, which has a guide beside the board; kept in this browser. */

/** A first game that a course has begun. */
export interface GuidedGame {
  game: string;
  course: string;
}

const KEY = 'rukh-guide';

/** Remembers the first game of a course; an earlier one is forgotten. */
export function rememberGuide(guided: GuidedGame): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(guided));
  } catch {
    // Without storage the game has no guide.
  }
}

/** The course that guides a game, if one does. */
export function guideOf(game: string): string | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<GuidedGame> | null;
    return found?.game === game && typeof found.course === 'string' ? found.course : null;
  } catch {
    return null;
  }
}
