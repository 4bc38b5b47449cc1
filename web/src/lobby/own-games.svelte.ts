/** The player's running games with their boards, kept up to date while a page shows them. */
import { isPlayersTurn, sortByTurn } from '../game/game-list';
import { thumbnailOf, type BoardThumbnail } from '../game/thumbnail';
import { listGames, readGame } from '../wire/api';
import type { GameCard } from '../wire/generated';
import type { LocalEntry } from '../local/store';
import { LOCAL_KEY, LOCAL_PLAYER } from '../lib/local-id';
import { me } from '../lib/me.svelte';

const POLL_INTERVAL = 15_000;
/** Number of games requested, and number whose boards are read. */
const ASKED = 50;
const SHOWN = 6;
/** Key of the games that were shown last: a page shows them until it has read them, so that nothing below moves. */
const KEY = 'rukh-own-games';

/** What is shown of a player's games. */
interface ShownGames {
  games: GameCard[];
  boards: Record<string, BoardThumbnail>;
}

class OwnGames {
  private readonly last = shownLast();
  /** The own turn first. */
  games = $state.raw<GameCard[]>(this.last.games);
  boards = $state.raw<Record<string, BoardThumbnail>>(this.last.boards);
  readonly shown = $derived(this.games.slice(0, SHOWN));
  readonly hasMore = $derived(this.games.length > SHOWN);
  /** Games on this device, finished ones too. */
  local = $state.raw<LocalEntry[]>([]);
  /** Number of games in which it is the player's turn. */
  readonly waiting = $derived(
    this.games.filter((game) => isPlayersTurn(game, me.id)).length +
      this.local.filter(({ card }) => isPlayersTurn(card, LOCAL_PLAYER)).length,
  );
  private subscribers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last event of each board that was read. */
  private read = new Map<string, number>();

  /** Keeps the games up to date until the returned function is called. */
  subscribe(): () => void {
    if (++this.subscribers === 1) {
      void me.loaded.then(() => {
        if (!me.id) this.games = [];
        this.look();
      });
      void this.readLocal();
      this.timer = setInterval(() => this.look(), POLL_INTERVAL);
      document.addEventListener('visibilitychange', this.look);
    }
    return () => {
      if (--this.subscribers > 0) return;
      clearInterval(this.timer);
      document.removeEventListener('visibilitychange', this.look);
    };
  }

  /** Removes a game on this device for good. */
  async removeLocal(id: string): Promise<void> {
    await (await import('../local/store')).removeGame(id);
    await this.readLocal();
  }

  private async readLocal(): Promise<void> {
    try {
      if (localStorage.getItem(LOCAL_KEY) !== null) this.local = await (await import('../local/store')).listGames();
    } catch {
      // Without storage there are no such games.
    }
  }

  private readonly look = () => {
    if (document.hidden || !me.id) return;
    // Errors are ignored: the next poll retries, and the lobby shows the connection state.
    listGames({ state: 'live', player: 'me', count: ASKED }).then(
      (found) => {
        this.games = sortByTurn(found, me.id);
        this.remember();
        for (const game of this.shown) this.readBoard(game);
      },
      () => {},
    );
  };

  private remember(): void {
    const boards = Object.fromEntries(this.shown.flatMap(({ id }) => (this.boards[id] ? [[id, this.boards[id]]] : [])));
    try {
      localStorage.setItem(KEY, JSON.stringify({ games: this.shown, boards } satisfies ShownGames));
    } catch {
      // Without storage the page makes room when the games are read.
    }
  }

  private readBoard({ id, updated }: GameCard): void {
    if (this.read.get(id) === updated) return;
    this.read.set(id, updated);
    readGame(id).then(
      (found) => {
        this.boards = { ...this.boards, [id]: thumbnailOf(found, me.id) };
        this.remember();
      },
      () => this.read.delete(id),
    );
  }
}

/** The games shown last in this browser. */
function shownLast(): ShownGames {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '') as ShownGames;
  } catch {
    return { games: [], boards: {} };
  }
}

export const ownGames = new OwnGames();
