/** Games on this device, in the browser's database. */
import type { BoardThumbnail } from '../game/thumbnail';
import { LOCAL_KEY } from '../lib/local-id';
import type { GameCard } from '../wire/generated';
import type { LocalLog } from './package';

const DATABASE = 'rukh';
const GAMES = 'games';
/** Finished games above this number are dropped, the oldest first. */
const MAX_GAMES = 24;

/** A game as a list shows it. */
export interface LocalEntry {
  card: GameCard;
  board: BoardThumbnail;
}

/** A game as it is kept. */
export interface LocalRecord extends LocalEntry {
  id: string;
  log: LocalLog;
}

export async function saveGame(record: LocalRecord): Promise<void> {
  await change((games) => games.put(record));
  try {
    localStorage.setItem(LOCAL_KEY, '1');
  } catch {
    // Without storage the list stays empty.
  }
}

export const readGame = (id: string): Promise<LocalRecord | undefined> => ask((games) => games.get(id) as IDBRequest<LocalRecord | undefined>);

export const removeGame = (id: string): Promise<void> => change((games) => games.delete(id));

/** All games: those that go on first, the latest of each first. */
export async function listGames(): Promise<LocalEntry[]> {
  const records = await ask((games) => games.getAll() as IDBRequest<LocalRecord[]>);
  const isOver = ({ card }: LocalEntry) => Number(card.phase === 'over');
  records.sort((one, other) => isOver(one) - isOver(other) || other.card.updated - one.card.updated);
  const dropped = records.slice(MAX_GAMES).filter(isOver);
  for (const { id } of dropped) await removeGame(id);
  return records.filter((one) => !dropped.includes(one)).map(({ card, board }) => ({ card, board }));
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database cannot be opened'));
  });
}

async function ask<Answer>(run: (games: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = run(database.transaction(GAMES).objectStore(GAMES));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the games cannot be read'));
    });
  } finally {
    database.close();
  }
}

/** Resolves when the change is on the disk. */
async function change(run: (games: IDBObjectStore) => IDBRequest): Promise<void> {
  const database = await open();
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(GAMES, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the game cannot be kept'));
      run(transaction.objectStore(GAMES));
    });
  } finally {
    database.close();
  }
}
