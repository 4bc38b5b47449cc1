/** Days in a row on which the puzzle of the day was solved, stored in this browser only. Days are those of UTC, as the puzzle's. */

interface Stored {
  /** The puzzle of the day that was shown last, and its day. */
  puzzle: string;
  shown: number;
  /** The last day whose puzzle was solved, and how many days in a row that makes. */
  solved: number;
  length: number;
}

export interface Streak {
  length: number;
  /** Whether the puzzle of today is solved. */
  isToday: boolean;
}

const KEY = 'rukh-daily';
const NONE: Stored = { puzzle: '', shown: 0, solved: 0, length: 0 };
const today = () => Math.floor(Date.now() / 86_400_000);

function read(): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isStored(found) ? found : NONE;
  } catch {
    return NONE;
  }
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage nothing is remembered.
  }
}

function isStored(found: unknown): found is Stored {
  const one = found as Stored | null;
  return typeof one?.puzzle === 'string' && [one.shown, one.solved, one.length].every((number) => Number.isSafeInteger(number));
}

/** The days in a row up to today or yesterday; keeps which puzzle is today's. */
export function showDaily(puzzle: string): Streak {
  const stored = { ...read(), puzzle, shown: today() };
  write(stored);
  const isGoing = stored.solved >= stored.shown - 1;
  return { length: isGoing ? stored.length : 0, isToday: stored.solved === stored.shown };
}

/** Counts a solved puzzle if it is today's. */
export function solveDaily(puzzle: string): void {
  const stored = read();
  const day = today();
  if (stored.puzzle !== puzzle || stored.shown !== day || stored.solved === day) return;
  write({ ...stored, solved: day, length: stored.solved === day - 1 ? stored.length + 1 : 1 });
}
