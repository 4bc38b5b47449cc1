/**
 * The seeks this browser waits for, kept for every page and every tab of it. Of all its tabs
 * exactly one calls its player when somebody comes.
 */

const KEY = 'rukh-seeks';
/** How many that were called are remembered: none is called again when a page is loaded anew. */
const MAX_CALLED = 20;
/** How long a browser may take to show other tabs what one has stored, in milliseconds. */
const STORAGE_DELAY = 5000;

interface StoredSeeks {
  waiting: string[];
  called: string[];
}

/** Where nothing is kept between pages this page still waits. */
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
    // Then only this page knows.
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

/** True in the one tab that calls the player; elsewhere and afterwards false. */
export async function claimNotification(seek: string): Promise<boolean> {
  const claim = () => {
    const { waiting, called } = read();
    if (called.includes(seek)) return false;
    write({ waiting: waiting.filter((one) => one !== seek), called: [...called, seek].slice(-MAX_CALLED) });
    return true;
  };
  // Only pages by https have locks; without them two tabs would have to be equally fast.
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

/** Tells when another tab waits for something else. */
export function onPendingSeeksChange(changed: () => void): void {
  addEventListener('storage', (event) => event.key === KEY && changed());
}
