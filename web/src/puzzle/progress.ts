/** Which puzzles were solved and which were not at first, stored in this browser only. */

export type PuzzleResult = 'solved' | 'failed';

type Stored = Record<string, PuzzleResult>;

const KEY = 'rukh-puzzles';

export function readResults(): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isStored(found) ? found : {};
  } catch {
    return {};
  }
}

/** Keeps a result; a puzzle that was solved stays so. */
export function saveResult(id: string, result: PuzzleResult): void {
  const all = readResults();
  if (all[id] === 'solved') return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: result }));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** The next puzzle after one: those never tried first, then those that failed; null if all are solved. */
export function nextOf<Puzzle extends { id: string }>(puzzles: readonly Puzzle[], results: Stored, after?: string): Puzzle | null {
  const at = puzzles.findIndex((one) => one.id === after);
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))];
  return others.find((one) => !results[one.id]) ?? others.find((one) => results[one.id] === 'failed') ?? null;
}

function isStored(found: unknown): found is Stored {
  return (
    typeof found === 'object' &&
    found !== null &&
    !Array.isArray(found) &&
    Object.values(found).every((one) => one === 'solved' || one === 'failed')
  );
}
