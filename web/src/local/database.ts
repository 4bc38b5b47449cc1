/** The database of this browser: games on this device, studies, and what waits to be written into those of the server. */

const NAME = 'rukh';
/** Raised with each store that is added. */
const VERSION = 3;
const STORES = ['games', 'studies', 'study-ops'] as const;

export type StoreName = (typeof STORES)[number];

/** The answer of a store to one request. */
export function ask<Answer>(store: StoreName, run: (kept: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> {
  return using(store, 'readonly', (kept, resolve) => {
    const request = run(kept);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Changes a store. */
export async function change(store: StoreName, run: (kept: IDBObjectStore) => IDBRequest): Promise<void> {
  await using(store, 'readwrite', (kept) => void run(kept));
}

/**
 * Replaces a record by what is made of it, in one transaction, so that no other tab changes it in
 * between; nothing is written where nothing is made, and null deletes it. Resolves with the record that is kept now.
 */
export function update<Value>(
  store: StoreName,
  key: string,
  make: (found: Value | undefined) => Value | undefined | null,
): Promise<Value | undefined> {
  return using(store, 'readwrite', (kept, resolve, fail) => {
    const request = kept.get(key) as IDBRequest<Value | undefined>;
    request.onsuccess = () => {
      try {
        const made = make(request.result);
        if (made === null) kept.delete(key);
        else if (made !== undefined) kept.put(made);
        resolve(made === null ? undefined : (made ?? request.result));
      } catch (error) {
        fail(error);
      }
    };
  });
}

/** Runs a transaction. Resolves with what it was told, once a change is on the disk. */
async function using<Answer>(
  store: StoreName,
  mode: IDBTransactionMode,
  run: (kept: IDBObjectStore, resolve: (answer: Answer) => void, fail: (reason: unknown) => void) => void,
): Promise<Answer> {
  const database = await (opened ??= open());
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    let answer: Answer;
    const fail = (reason: unknown) => {
      reject(reason as Error);
      transaction.abort();
    };
    transaction.oncomplete = () => resolve(answer);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the database cannot be used'));
    run(transaction.objectStore(store), (found) => (answer = found), fail);
  });
}

/** The connection, which stays open: a change shortly before a page is left is written at once. */
let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    const forget = () => (opened = null);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const store of STORES) if (!result.objectStoreNames.contains(store)) result.createObjectStore(store, { keyPath: 'id' });
    };
    request.onsuccess = () => {
      const { result } = request;
      result.onclose = forget;
      // A tab with a later version of the site waits for this one.
      result.onversionchange = () => {
        result.close();
        forget();
      };
      resolve(result);
    };
    request.onerror = () => {
      forget();
      reject(request.error ?? new Error('the database cannot be opened'));
    };
  });
}
