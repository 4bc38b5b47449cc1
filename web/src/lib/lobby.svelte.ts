/** Live lobby; connected while a page shows it or an own seek is pending. */
import { isGone, readGame, readSeek } from '../wire/api';
import { openLobby } from '../wire/lobby';
import type { LobbyMessage, LobbyState } from '../wire/generated';
import type { ReconnectingSocket, SocketState } from '../wire/socket';
import { me } from './me.svelte';
import { pathTo, router } from './router.svelte';
import { claimNotification, onPendingSeeksChange, addPendingSeek, pendingSeeks, removePendingSeek } from './pending-seeks';

/** Hidden tabs let visible ones go first, in milliseconds. */
const HIDDEN_TAB_DELAY = 400;

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  connection = $state<SocketState>('connecting');
  /** Id of a game that started while the player was at another board or in another tab. */
  startedGame = $state('');
  private subscribers = 0;
  private socket: ReconnectingSocket<LobbyMessage, never> | null = null;

  readonly seeks = $derived(this.state?.seeks.filter((one) => one.owner.id !== me.id) ?? []);
  readonly mine = $derived(this.state?.seeks.filter((one) => one.owner.id === me.id) ?? []);

  constructor() {
    onPendingSeeksChange(() => this.syncConnection());
    // Seeks may have been accepted before this page was loaded.
    void me.identified.then(() => {
      pendingSeeks().forEach((seek) => this.checkSeek(seek));
      this.syncConnection();
    });
  }

  /** Keeps the connection open until the returned function is called. */
  subscribe(): () => void {
    this.subscribers++;
    void me.identified.then(() => this.syncConnection());
    let isSubscribed = true;
    return () => {
      if (!isSubscribed) return;
      isSubscribed = false;
      this.subscribers--;
      this.syncConnection();
    };
  }

  /** Tracks an own seek on every page and across reloads. */
  trackSeek(seek: string): void {
    addPendingSeek(seek);
    this.syncConnection();
  }

  untrackSeek(seek: string): void {
    removePendingSeek(seek);
    this.syncConnection();
  }

  /** Opens the game of an accepted seek, in one tab only; shows a notice if the player is at another board. */
  async openGame(seek: string, game: string): Promise<void> {
    if (document.hidden) await new Promise((resolve) => setTimeout(resolve, HIDDEN_TAB_DELAY));
    const isOurs = await claimNotification(seek);
    this.syncConnection();
    const { route } = router;
    if (!isOurs || (route.page === 'game' && route.id === game)) return;
    const isBusy = route.page === 'game';
    if (isBusy || document.hidden) this.startedGame = game;
    if (!isBusy) router.navigate(pathTo('game', game));
  }

  private syncConnection(): void {
    const isWanted = this.subscribers > 0 || pendingSeeks().length > 0;
    if (isWanted && !this.socket) {
      this.socket = openLobby({ message: (message) => this.receive(message), state: (state) => (this.connection = state) });
    } else if (!isWanted && this.socket) {
      this.socket.close();
      this.socket = null;
      this.state = null;
    }
  }

  private receive(message: LobbyMessage): void {
    if (message.type === 'lobby') this.updateState(message.data);
    else if (message.type === 'accepted') void this.openGame(message.data.seek, message.data.game);
  }

  /** An own seek missing from the list was accepted, perhaps while offline. */
  private updateState(state: LobbyState): void {
    const gone = this.mine.filter((one) => !state.seeks.some((other) => other.id === one.id));
    this.state = state;
    this.mine.forEach((one) => addPendingSeek(one.id));
    gone.forEach((one) => this.checkSeek(one.id));
  }

  /** Checks whether a seek was accepted; finished games are ignored. */
  private checkSeek(seek: string): void {
    readSeek(seek).then(
      async ({ game }) => {
        if (!game) return;
        if ((await readGame(game)).game.phase === 'over') this.untrackSeek(seek);
        else await this.openGame(seek, game);
      },
      (error: unknown) => {
        // Only a 404 or 410 means that the seek is gone.
        if (isGone(error)) this.untrackSeek(seek);
      },
    );
  }
}

export const lobby = new Lobby();
