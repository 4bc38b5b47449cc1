/** What the engine says of a position and of a move, in words; found by a worker of this page. */
import type { Engine, Explanation, Game } from 'rukh';
import { errorMessage } from '../lib/error-message';
import { loadPackage } from '../lib/rukh-package';

/** MiB for the transposition table; explanations search a few thousand positions. */
const HASH_MB = 1;

export class Explanations {
  position = $state.raw<Explanation | null>(null);
  /** What a move changes, and the best reply to it. */
  move = $state.raw<Explanation | null>(null);
  problem = $state('');

  /** A worker of its own: the engine's is searching. */
  private engine: Engine | null = null;
  private explained: Game | null = null;
  private wanted = 0;

  /** Explains a position, and a move of it where one is given. */
  async explain(game: Game, mv: string): Promise<void> {
    const request = ++this.wanted;
    try {
      const { Engine } = await loadPackage();
      if (request !== this.wanted) return;
      this.engine ??= new Engine({ hashMb: HASH_MB });
      if (this.explained !== game) {
        Object.assign(this, { position: null, move: null, problem: '' });
        const position = await this.engine.explain(game);
        if (request !== this.wanted) return;
        [this.position, this.explained] = [position, game];
      }
      const move = mv ? await this.engine.explain(game, { mv }) : null;
      if (request === this.wanted) this.move = move;
    } catch (error) {
      if (request === this.wanted) this.problem = errorMessage(error);
    }
  }

  /** Ends the worker. */
  close(): void {
    this.wanted++;
    this.engine?.close();
    this.engine = null;
  }
}
