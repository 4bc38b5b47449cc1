/** The studies of this browser: a list with names. Every change is told to all tabs, this one too. */
import type { BoardThumbnail } from '../game/thumbnail';
import { ask, change, update } from '../local/database';

/** A board as it can be drawn without the rules. */
export type DrawnBoard = BoardThumbnail & { skin: string };

/** A study as it is kept. */
export interface KeptStudy {
  id: string;
  name: string;
  /** Instance of the ruleset. */
  instance: string;
  pgn: string;
  /** The board as it was looked at last, which is shown before the rules have come. */
  board: DrawnBoard;
  /** Counts changes of the PGN. */
  revision: number;
  /** When it was changed, in milliseconds since the epoch. */
  changed: number;
  /** When it was deleted; it can be restored for a while. */
  deleted?: number;
}

/** How long a deleted study can be restored, in days and in milliseconds. */
export const RESTORE_DAYS = 30;
const RESTORE_TIME = RESTORE_DAYS * 86_400_000;

const CHANNEL = 'rukh-studies';
const told = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

/** Calls back with the id of every study that a tab changes, until the returned function is called. */
export function watchStudies(notice: (id: string) => void): () => void {
  if (!told) return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event) => notice(event.data as string);
  return () => channel.close();
}

/** All studies, those that were changed last first; those that were deleted too, while they can be restored. */
export async function listStudies(now = Date.now()): Promise<KeptStudy[]> {
  const found = await ask('studies', (studies) => studies.getAll() as IDBRequest<KeptStudy[]>);
  const isGone = ({ deleted }: KeptStudy) => deleted !== undefined && now - deleted > RESTORE_TIME;
  for (const { id } of found.filter(isGone)) await change('studies', (studies) => studies.delete(id));
  return found.filter((one) => !isGone(one)).sort((one, other) => other.changed - one.changed);
}

export const readStudy = (id: string): Promise<KeptStudy | undefined> =>
  ask('studies', (studies) => studies.get(id) as IDBRequest<KeptStudy | undefined>);

/** Replaces a study by what is made of it; see `update`. */
export async function updateStudy(
  id: string,
  make: (found: KeptStudy | undefined) => KeptStudy | undefined,
): Promise<KeptStudy | undefined> {
  const kept = await update('studies', id, make);
  told?.postMessage(id);
  return kept;
}

export const renameStudy = (id: string, name: string) => updateStudy(id, (found) => found && { ...found, name });
export const deleteStudy = (id: string, now = Date.now()) => updateStudy(id, (found) => found && { ...found, deleted: now });
export const restoreStudy = (id: string) => updateStudy(id, (found) => found && { ...found, deleted: undefined });
