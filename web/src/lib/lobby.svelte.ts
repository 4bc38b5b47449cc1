/** The lobby as it changes; the line is open while a page shows it or an own seek waits. */
import { isGone, readGame, readSeek } from '../wire/api';
import { openLobby, type LobbyMessage, type LobbyState } from '../wire/lobby';
import type { ReconnectingSocket, SocketState } from '../wire/socket';
import { me } from './me.svelte';
import { pathTo, router } from './router.svelte';
import { claimNotification, onPendingSeeksChange, addPendingSeek, pendingSeeks, removePendingSeek } from './pending-seeks';

/** Tabs nobody looks at let those in view go first, in milliseconds. */
const HIDDEN_TAB_DELAY = 400;

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  connection = $state<SocketState>('connecting');
  /** A game its player has to be called to: it began while they were busy at another board, or looked elsewhere. */
  startedGame = $state('');
  private subscribers = 0;
  private socket: ReconnectingSocket<LobbyMessage, never> | null = null;

  readonly seeks = $derived(this.state?.seeks.filter((one) => one.by.id !== me.id) ?? []);
  readonly mine = $derived(this.state?.seeks.filter((one) => one.by.id === me.id) ?? []);

  constructor() {
    onPendingSeeksChange(() => this.syncConnection());
    // What was waited for before this page was loaded may have been taken up meanwhile.
    void me.identified.then(() => {
      pendingSeeks().forEach((seek) => this.checkSeek(seek));
      this.syncConnection();
    });
  }

  /** Keeps the line open until the answer is called. */
  subscribe(): () => void {
    this.subscribers++;
    void me.identified.then(() => this.syncConnection());
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.subscribers--;
      this.syncConnection();
    };
  }

  /** A seek made here is waited for on whatever page its owner is, and after a reload. */
  trackSeek(seek: string): void {
    addPendingSeek(seek);
    this.syncConnection();
  }

  untrackSeek(seek: string): void {
    removePendingSeek(seek);
    this.syncConnection();
  }

  /** Calls the player to the game of a seek, in one tab only: leads there, unless they sit at another board. */
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
    if (message.t === 'lobby') this.updateState(message.d);
    else if (message.t === 'accepted') void this.openGame(message.d.seek, message.d.game);
  }

  /** An own seek that has left the list was taken, maybe while the line was down. */
  private updateState(state: LobbyState): void {
    const gone = this.mine.filter((one) => !state.seeks.some((other) => other.id === one.id));
    this.state = state;
    this.mine.forEach((one) => addPendingSeek(one.id));
    gone.forEach((one) => this.checkSeek(one.id));
  }

  /** Asks what became of a seek; a game that is over calls nobody. */
  private checkSeek(seek: string): void {
    readSeek(seek).then(
      async ({ game }) => {
        if (!game) return;
        if ((await readGame(game)).game.phase === 'over') this.untrackSeek(seek);
        else await this.openGame(seek, game);
      },
      (error: unknown) => {
        // A question cut short, as by a reload, says nothing of the seek.
        if (isGone(error)) this.untrackSeek(seek);
      },
    );
  }
}

export const lobby = new Lobby();
