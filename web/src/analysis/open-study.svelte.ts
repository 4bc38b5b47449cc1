/** The study on the analysis board as this browser keeps it: saved with each change, and shown as other tabs change it. */
import { newId } from '../wire/id';
import { readStudy, renameStudy, updateStudy, watchStudies, type KeptStudy } from './studies';

/** What is kept of a board. */
export type Written = Pick<KeptStudy, 'instance' | 'pgn' | 'board'>;

/** The board that shows the study. */
export interface StudyBoard {
  /** What is to be kept of it now. */
  written(): Written;
  /** Shows another version of the same study, at the same place. */
  replace(pgn: string): void;
  /** Two versions of a study as one. */
  merge(kept: string, own: string): string;
  /** The name of a study that has none yet. */
  propose(): string;
}

/** A study from when it is opened until another is. */
interface Session {
  id: string;
  name: string;
  /** The revision that the board shows, perhaps with changes that are not saved yet. */
  revision: number;
}

export class OpenStudy {
  /** Null until something is worth keeping. */
  kept = $state.raw<KeptStudy | null>(null);
  /** Whether the last change could not be kept. */
  isUnsaved = $state(false);
  private session: Session | null = null;
  /** The last version of each study that waits to be saved. */
  private readonly pending = new Map<Session, Written>();
  private saving: Promise<void> | null = null;
  private readonly unwatch = watchStudies((id) => void this.look(id));

  constructor(private readonly board: StudyBoard) {}

  close(): void {
    this.unwatch();
  }

  /** Says which study the board shows from now on; null for one that is not kept. */
  open(kept: KeptStudy | null): void {
    this.kept = kept;
    this.session = kept && { id: kept.id, name: kept.name, revision: kept.revision };
    this.isUnsaved = false;
  }

  /** Keeps what the board shows. */
  save(): Promise<void> {
    this.session ??= { id: newId(), name: this.board.propose(), revision: 0 };
    this.pending.set(this.session, this.board.written());
    this.saving ??= this.saveAll().finally(() => (this.saving = null));
    return this.saving;
  }

  async rename(name: string): Promise<void> {
    if (!this.session) return;
    this.session.name = name;
    await renameStudy(this.session.id, name);
  }

  private async saveAll(): Promise<void> {
    // What is changed meanwhile comes behind.
    for (const [session, written] of this.pending) {
      this.pending.delete(session);
      await this.saveOne(session, written);
    }
  }

  /** Saves a study; with what another tab has made of it since this board showed it, if one has. */
  private async saveOne(session: Session, written: Written): Promise<void> {
    const { id, name } = session;
    let isMerged = false;
    try {
      const kept = await updateStudy(id, (found) => {
        isMerged = found !== undefined && found.revision !== session.revision;
        const pgn = isMerged ? this.board.merge(found!.pgn, written.pgn) : written.pgn;
        return { name, ...found, ...written, pgn, id, revision: (found?.revision ?? 0) + 1, changed: Date.now(), deleted: undefined };
      });
      const isShown = this.session === session;
      // A change that waits is of the version before, so it is merged as well.
      if (isMerged && isShown && !this.pending.has(session)) this.board.replace(kept!.pgn);
      if (!isMerged || !this.pending.has(session)) session.revision = kept!.revision;
      if (isShown) [this.kept, this.isUnsaved] = [kept!, false];
    } catch {
      if (this.session === session) this.isUnsaved = true;
    }
  }

  /** Another tab has changed a study. */
  private async look(id: string): Promise<void> {
    const { session } = this;
    const found = session?.id === id ? await readStudy(id).catch(() => undefined) : undefined;
    // What is being saved here finds out by itself.
    if (!found || !session || this.session !== session || this.saving) return;
    if (found.revision > session.revision) {
      this.board.replace(found.pgn);
      session.revision = found.revision;
    }
    session.name = found.name;
    this.kept = found;
  }
}
