/** The player's running games with their boards, kept up to date while a page shows them. */
import { isPlayersTurn, sidesOf, sortByTurn } from '../game/seat';
import { listGames, readGame } from '../wire/api';
import type { ArrayPiece, GameCard, Hello, SideName } from '../wire/generated';
import { me } from './me.svelte';

const POLL_INTERVAL = 15_000;
/** Number of games requested, and number whose boards are read. */
const ASKED = 50;
const SHOWN = 6;

export interface GameBoard {
  files: number;
  ranks: number;
  pieces: ArrayPiece[];
  near: SideName;
}

class OwnGames {
  /** The own turn first. */
  games = $state.raw<GameCard[]>([]);
  boards = $state.raw<Record<string, GameBoard>>({});
  readonly shown = $derived(this.games.slice(0, SHOWN));
  readonly hasMore = $derived(this.games.length > SHOWN);
  /** Number of games in which it is the player's turn. */
  readonly waiting = $derived(this.games.filter((game) => isPlayersTurn(game, me.id)).length);
  private subscribers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last event of each board that was read. */
  private read = new Map<string, number>();

  /** Keeps the games up to date until the returned function is called. */
  subscribe(): () => void {
    if (++this.subscribers === 1) {
      void me.loaded.then(() => this.look());
      this.timer = setInterval(() => this.look(), POLL_INTERVAL);
      document.addEventListener('visibilitychange', this.look);
    }
    return () => {
      if (--this.subscribers > 0) return;
      clearInterval(this.timer);
      document.removeEventListener('visibilitychange', this.look);
    };
  }

  private readonly look = () => {
    if (document.hidden || !me.id) return;
    // Errors are ignored: the next poll retries, and the lobby shows the connection state.
    listGames({ state: 'live', player: 'me', count: ASKED }).then((found) => {
      this.games = sortByTurn(found, me.id);
      for (const game of this.shown) this.readBoard(game);
    }, () => {});
  };

  private readBoard({ id, updated }: GameCard): void {
    if (this.read.get(id) === updated) return;
    this.read.set(id, updated);
    readGame(id).then(
      (found) => (this.boards = { ...this.boards, [id]: boardOf(found) }),
      () => this.read.delete(id),
    );
  }
}

function boardOf({ game, board, view }: Hello): GameBoard {
  const pieces = view.pieces.map(({ cell, side, letter }) => ({ cell, side, letter, picture: board.pieces[letter]?.picture ?? '' }));
  const [near = 'white', both] = sidesOf(game, me.id);
  return { files: board.files, ranks: board.ranks, pieces, near: both ? 'white' : near };
}

export const ownGames = new OwnGames();
