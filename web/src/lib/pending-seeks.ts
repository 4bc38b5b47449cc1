/**
 * Pending seeks of this browser, shared by all its tabs through `localStorage`. When a seek is
 * accepted, exactly one tab notifies the player.
 */

const KEY = 'rukh-seeks';
/** Number of notified seeks to remember, so that a reload does not notify again. */
const MAX_CALLED = 20;
/** Time a browser may need to propagate storage to other tabs, in milliseconds. */
const STORAGE_DELAY = 5000;

interface StoredSeeks {
  waiting: string[];
  called: string[];
}

/** In-memory fallback if storage is not available. */
let fallback: StoredSeeks = { waiting: [], called: [] };

function read(): StoredSeeks {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<StoredSeeks> | null;
    return found ? { waiting: found.waiting ?? [], called: found.called ?? [] } : fallback;
  } catch {
    return fallback;
  }
}

function write(stored: StoredSeeks): void {
  fallback = stored;
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage only this page knows.
  }
}

export function pendingSeeks(): string[] {
  return read().waiting;
}

export function addPendingSeek(seek: string): void {
  const stored = read();
  if (!stored.waiting.includes(seek) && !stored.called.includes(seek)) write({ ...stored, waiting: [...stored.waiting, seek] });
}

export function removePendingSeek(seek: string): void {
  const stored = read();
  if (stored.waiting.includes(seek)) write({ ...stored, waiting: stored.waiting.filter((one) => one !== seek) });
}

/** True in the one tab that notifies the player; false elsewhere and afterwards. */
export async function claimNotification(seek: string): Promise<boolean> {
  const claim = () => {
    const { waiting, called } = read();
    if (called.includes(seek)) return false;
    write({ waiting: waiting.filter((one) => one !== seek), called: [...called, seek].slice(-MAX_CALLED) });
    return true;
  };
  // Locks need https; without them two tabs could race.
  const { locks } = navigator;
  if (!locks) return claim();
  return new Promise((resolve, reject) => {
    const hold = async (lock: Lock | null) => {
      const isOurs = lock !== null && claim();
      resolve(isOurs);
      if (isOurs) await new Promise((done) => setTimeout(done, STORAGE_DELAY));
    };
    locks.request(`${KEY}-${seek}`, { ifAvailable: true }, hold).catch(reject);
  });
}

/** Calls `changed` when another tab changes its pending seeks. */
export function onPendingSeeksChange(changed: () => void): void {
  addEventListener('storage', (event) => event.key === KEY && changed());
}
