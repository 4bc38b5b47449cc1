/** The boards of a simul as they stand. They are polled, since an event is told of games that end and not of moves. */
import { listGames } from '../wire/api';
import type { GameCard } from '../wire/generated';

const POLL_INTERVAL = 5000;
/** As many games are listed at once; the host may have others than those of the simul. */
const ASKED = 50;

export class SimulBoards {
  /** The games in progress. */
  games = $state.raw<GameCard[]>([]);

  /** `ids` are the games of the event. */
  constructor(
    private readonly host: string,
    private readonly ids: ReadonlySet<string>,
  ) {}

  /** Follows the boards; ends with the returned function. */
  readonly open = (): (() => void) => {
    const timer = setInterval(this.look, POLL_INTERVAL);
    document.addEventListener('visibilitychange', this.look);
    this.look();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', this.look);
    };
  };

  readonly look = () => {
    if (document.hidden) return;
    // Errors are ignored: the next look tries again.
    this.list().then(
      (found) => (this.games = found.filter((game) => this.ids.has(game.id))),
      () => {},
    );
  };

  /** All games of the host that began before a time. */
  private async list(before?: number): Promise<GameCard[]> {
    const page = await listGames({ state: 'live', player: this.host, count: ASKED, ...(before === undefined ? {} : { before }) });
    const last = page.at(-1);
    return last && page.length >= ASKED ? [...page, ...(await this.list(last.started))] : page;
  }
}
