/** The player's running games with their boards, kept up to date while a page shows them. */
import { isPlayersTurn, sortByTurn } from '../game/seat';
import { thumbnailOf, type BoardThumbnail } from '../game/thumbnail';
import { listGames, readGame } from '../wire/api';
import type { GameCard } from '../wire/generated';
import type { LocalEntry } from '../local/store';
import { LOCAL_KEY, LOCAL_PLAYER } from './local-id';
import { me } from './me.svelte';

const POLL_INTERVAL = 15_000;
/** Number of games requested, and number whose boards are read. */
const ASKED = 50;
const SHOWN = 6;

class OwnGames {
  /** The own turn first. */
  games = $state.raw<GameCard[]>([]);
  boards = $state.raw<Record<string, BoardThumbnail>>({});
  readonly shown = $derived(this.games.slice(0, SHOWN));
  readonly hasMore = $derived(this.games.length > SHOWN);
  /** Games on this device, finished ones too. */
  local = $state.raw<LocalEntry[]>([]);
  /** Number of games in which it is the player's turn. */
  readonly waiting = $derived(
    this.games.filter((game) => isPlayersTurn(game, me.id)).length + this.local.filter(({ card }) => isPlayersTurn(card, LOCAL_PLAYER)).length,
  );
  private subscribers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last event of each board that was read. */
  private read = new Map<string, number>();

  /** Keeps the games up to date until the returned function is called. */
  subscribe(): () => void {
    if (++this.subscribers === 1) {
      void me.loaded.then(() => this.look());
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
    listGames({ state: 'live', player: 'me', count: ASKED }).then((found) => {
      this.games = sortByTurn(found, me.id);
      for (const game of this.shown) this.readBoard(game);
    }, () => {});
  };

  private readBoard({ id, updated }: GameCard): void {
    if (this.read.get(id) === updated) return;
    this.read.set(id, updated);
    readGame(id).then(
      (found) => (this.boards = { ...this.boards, [id]: thumbnailOf(found, me.id) }),
      () => this.read.delete(id),
    );
  }
}

export const ownGames = new OwnGames();
