/** What waits to be written into studies, kept in this browser apart for each person and study. */
import { ask, update } from '../local/database';
import { emptyOutbox, type Outbox } from './outbox';

interface KeptOutbox extends Outbox {
  id: string;
  /** The study as it was called when that was last known. */
  name?: string;
}

/** What is kept of one study, counted. */
export interface WaitingStudy {
  study: string;
  name: string;
  pending: number;
  refused: number;
}

/** Ids have no spaces. */
const keyOf = (person: string, study: string): string => `${person} ${study}`;

export async function readOutbox(person: string, study: string): Promise<Outbox> {
  const found = await ask('study-ops', (kept) => kept.get(keyOf(person, study)) as IDBRequest<KeptOutbox | undefined>);
  return found ? { pending: found.pending, refused: found.refused } : emptyOutbox();
}

/** The studies of which something of a person is kept. */
export async function listOutboxes(person: string): Promise<WaitingStudy[]> {
  const range = IDBKeyRange.bound(keyOf(person, ''), keyOf(person, '\uffff'));
  const found = await ask('study-ops', (kept) => kept.getAll(range) as IDBRequest<KeptOutbox[]>);
  return found.map(({ id, name = '', pending, refused }) => {
    const study = id.slice(keyOf(person, '').length);
    return { study, name, pending: pending.length, refused: refused.length };
  });
}

/** Changes what is kept, in one transaction; several tabs may show one study. An empty name is not known. */
export async function changeOutbox(person: string, study: string, name: string, change: (kept: Outbox) => Outbox): Promise<void> {
  const id = keyOf(person, study);
  await update<KeptOutbox>('study-ops', id, (found) => {
    const { pending, refused } = change(found ?? emptyOutbox());
    return pending.length || refused.length ? { id, name: name || found?.name || '', pending, refused } : null;
  });
}
