/** Games on this device, in the browser's database. */
import type { BoardThumbnail } from '../game/thumbnail';
import { LOCAL_KEY } from '../lib/local-id';
import type { GameCard } from '../wire/generated';
import { ask, change } from './database';
import type { LocalLog } from './package';

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
  await change('games', (games) => games.put(record));
  try {
    localStorage.setItem(LOCAL_KEY, '1');
  } catch {
    // Without storage the list stays empty.
  }
}

export const readGame = (id: string): Promise<LocalRecord | undefined> =>
  ask('games', (games) => games.get(id) as IDBRequest<LocalRecord | undefined>);

export const removeGame = (id: string): Promise<void> => change('games', (games) => games.delete(id));

/** All games: those that go on first, the latest of each first. */
export async function listGames(): Promise<LocalEntry[]> {
  const records = await ask('games', (games) => games.getAll() as IDBRequest<LocalRecord[]>);
  const isOver = ({ card }: LocalEntry) => Number(card.phase === 'over');
  records.sort((one, other) => isOver(one) - isOver(other) || other.card.updated - one.card.updated);
  const dropped = records.slice(MAX_GAMES).filter(isOver);
  for (const { id } of dropped) await removeGame(id);
  return records.filter((one) => !dropped.includes(one)).map(({ card, board }) => ({ card, board }));
}
