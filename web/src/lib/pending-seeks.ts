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
let here: StoredSeeks = { waiting: [], called: [] };

function read(): StoredSeeks {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<StoredSeeks> | null;
    return found ? { waiting: found.waiting ?? [], called: found.called ?? [] } : here;
  } catch {
    return here;
  }
}

function write(kept: StoredSeeks): void {
  here = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage only this page knows.
  }
}

export function pendingSeeks(): string[] {
  return read().waiting;
}

export function addPendingSeek(seek: string): void {
  const kept = read();
  if (!kept.waiting.includes(seek) && !kept.called.includes(seek)) write({ ...kept, waiting: [...kept.waiting, seek] });
}

export function removePendingSeek(seek: string): void {
  const kept = read();
  if (kept.waiting.includes(seek)) write({ ...kept, waiting: kept.waiting.filter((one) => one !== seek) });
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
