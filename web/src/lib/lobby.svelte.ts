/** Live lobby; connected while a page shows it or an own seek is pending. */
import { isGone, readGame, readSeek } from '../wire/api';
import { applyChanges, openLobby } from '../wire/lobby';
import type { LobbyMessage, LobbyState, Seek } from '../wire/generated';
import type { ReconnectingSocket, SocketState } from '../wire/socket';
import { me } from './me.svelte';
import { pathTo, router } from './router.svelte';
import { claimNotification, onPendingSeeksChange, addPendingSeek, pendingSeeks, removePendingSeek } from './pending-seeks';
import { startedGame } from './started-game.svelte';

/** Hidden tabs let visible ones go first, in milliseconds. */
const HIDDEN_TAB_DELAY = 400;

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  connection = $state<SocketState>('connecting');
  /** Own seeks that are open but not among the newest, which the lobby lists. */
  private unlisted = $state.raw<Seek[]>([]);
  private subscribers = 0;
  private socket: ReconnectingSocket<LobbyMessage, never> | null = null;

  readonly seeks = $derived(this.state?.seeks.filter((one) => one.owner.id !== me.id) ?? []);
  private readonly listed = $derived(this.state?.seeks.filter((one) => one.owner.id === me.id) ?? []);
  readonly mine = $derived([...this.unlisted.filter((one) => !this.listed.some((other) => other.id === one.id)), ...this.listed]);

  constructor() {
    onPendingSeeksChange(() => this.syncPending());
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
    this.syncPending();
  }

  /** Opens the game of an accepted seek, in one tab only; shows a notice if the player is at another board. */
  async openGame(seek: string, game: string): Promise<void> {
    if (document.hidden) await new Promise((resolve) => setTimeout(resolve, HIDDEN_TAB_DELAY));
    const isOurs = await claimNotification(seek);
    this.syncPending();
    const { route } = router;
    if (!isOurs || (route.page === 'game' && route.id === game)) return;
    const isBusy = route.page === 'game';
    if (isBusy || document.hidden) startedGame.id = game;
    if (!isBusy) router.navigate(pathTo('game', game));
  }

  /** Follows a change of the pending seeks. */
  private syncPending(): void {
    const pending = pendingSeeks();
    this.unlisted = this.unlisted.filter((one) => pending.includes(one.id));
    this.syncConnection();
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
    if (message.type === 'accepted') return void this.openGame(message.data.seek, message.data.game);
    if (message.type === 'lobby_changes') {
      // The whole state comes first on every connection.
      if (this.state) this.updateState(applyChanges(this.state, message.data));
      return;
    }
    this.updateState(message.data);
    this.unlisted.forEach((one) => this.checkSeek(one.id));
  }

  /** An own seek that has left the list was accepted, perhaps while offline, or newer ones fill the list. */
  private updateState(state: LobbyState): void {
    const gone = this.listed.filter((one) => !state.seeks.some((other) => other.id === one.id));
    this.state = state;
    this.listed.forEach((one) => addPendingSeek(one.id));
    gone.forEach((one) => this.checkSeek(one.id));
  }

  /** Checks whether a seek was accepted or is still open; finished games are ignored. */
  private checkSeek(seek: string): void {
    readSeek(seek).then(
      async (found) => {
        const { game } = found;
        if (!game && !found.private && found.owner.id === me.id && pendingSeeks().includes(seek)) {
          this.unlisted = [...this.unlisted.filter((one) => one.id !== seek), found];
        }
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
