/** Solved endings for the position that is looked at: computed by a worker of this page, or asked of the server. */
import type { Engine, Game } from 'rukh';
import { errorMessage } from '../lib/error-message';
import { loadPackage } from '../lib/rukh-package';
import { settings } from '../settings/settings.svelte';
import { request } from '../wire/api';
import type { Ending } from '../wire/generated';

/** Milliseconds after which a table is said to be computed; until then what was shown before stays. */
const PATIENCE = 200;
/** MiB for a transposition table, which this worker does not use. */
const HASH_MB = 1;

export class EndingTables {
  /** What is known of the position; null where nothing is. */
  ending = $state.raw<Ending | null>(null);
  isComputing = $state(false);
  problem = $state('');

  /** A worker of its own: the engine's may be searching. */
  private engine: Engine | null = null;
  private isDeviceUnable = false;
  private wanted = 0;

  /** Asks about another position. */
  async setPosition(game: Game): Promise<void> {
    const request = ++this.wanted;
    const isWanted = () => request === this.wanted;
    const timer = setTimeout(() => isWanted() && Object.assign(this, { ending: null, isComputing: true }), PATIENCE);
    const found = await this.find(game).then(
      (ending) => ({ ending, problem: '' }),
      (error: unknown) => ({ ending: null, problem: errorMessage(error) }),
    );
    clearTimeout(timer);
    if (isWanted()) Object.assign(this, found, { isComputing: false });
  }

  /** Ends the worker. */
  close(): void {
    this.wanted++;
    this.engine?.close();
    this.engine = null;
  }

  private async find(game: Game): Promise<Ending | null> {
    const here = await this.compute(game);
    if (here?.value) return here;
    const query = new URLSearchParams({ ruleset: game.ruleset.name, fen: game.fen });
    // The server may have files of larger endings. Where this device has answered, it need not.
    const there = request<Ending>(`/api/v1/tables?${query.toString()}`);
    const ending = await (here ? there.catch(() => null) : there);
    return ending?.value ? ending : null;
  }

  /** What this device finds; null where it cannot compute, or shall not. */
  private async compute(game: Game): Promise<Ending | null> {
    if (this.isDeviceUnable || settings.engine === 'server') return null;
    try {
      const { Engine } = await loadPackage();
      this.engine ??= new Engine({ hashMb: HASH_MB });
      return await this.engine.tables(game);
    } catch {
      // The worker cannot be loaded or started, or its memory is short.
      this.isDeviceUnable = true;
      return null;
    }
  }
}
