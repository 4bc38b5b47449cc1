/** The lobby as it changes; the line is open while a page shows it or an own seek waits. */
import { isGone, readGame, readSeek } from '../wire/api';
import { openLobby, type FromLobby, type LobbyState } from '../wire/lobby';
import type { Line, LineState } from '../wire/line';
import { me } from './me.svelte';
import { pathTo, router } from './router.svelte';
import { claimCall, onChange, wait, waiting, waitNoLonger } from './waiting';

/** Tabs nobody looks at let those in view go first, in milliseconds. */
const HIDDEN_WAITS = 400;

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  line = $state<LineState>('connecting');
  /** A game its player has to be called to: it began while they were busy at another board, or looked elsewhere. */
  called = $state('');
  private holders = 0;
  private opened: Line<FromLobby, never> | null = null;

  readonly seeks = $derived(this.state?.seeks.filter((one) => one.by.id !== me.id) ?? []);
  readonly mine = $derived(this.state?.seeks.filter((one) => one.by.id === me.id) ?? []);

  constructor() {
    onChange(() => this.settle());
    // What was waited for before this page was loaded may have been taken up meanwhile.
    void me.known.then(() => {
      waiting().forEach((seek) => this.look(seek));
      this.settle();
    });
  }

  /** Keeps the line open until the answer is called. */
  hold(): () => void {
    this.holders++;
    void me.known.then(() => this.settle());
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.holders--;
      this.settle();
    };
  }

  /** A seek made here is waited for on whatever page its owner is, and after a reload. */
  await(seek: string): void {
    wait(seek);
    this.settle();
  }

  forget(seek: string): void {
    waitNoLonger(seek);
    this.settle();
  }

  /** Calls the player to the game of a seek, in one tab only: leads there, unless they sit at another board. */
  async begin(seek: string, game: string): Promise<void> {
    if (document.hidden) await new Promise((resolve) => setTimeout(resolve, HIDDEN_WAITS));
    const isOurs = await claimCall(seek);
    this.settle();
    const { route } = router;
    if (!isOurs || (route.page === 'game' && route.id === game)) return;
    const isBusy = route.page === 'game';
    if (isBusy || document.hidden) this.called = game;
    if (!isBusy) router.go(pathTo('game', game));
  }

  private settle(): void {
    const isWanted = this.holders > 0 || waiting().length > 0;
    if (isWanted && !this.opened) {
      this.opened = openLobby({ message: (message) => this.receive(message), state: (state) => (this.line = state) });
    } else if (!isWanted && this.opened) {
      this.opened.close();
      this.opened = null;
      this.state = null;
    }
  }

  private receive(message: FromLobby): void {
    if (message.t === 'lobby') this.see(message.d);
    else if (message.t === 'accepted') void this.begin(message.d.seek, message.d.game);
  }

  /** An own seek that has left the list was taken, maybe while the line was down. */
  private see(state: LobbyState): void {
    const gone = this.mine.filter((one) => !state.seeks.some((other) => other.id === one.id));
    this.state = state;
    this.mine.forEach((one) => wait(one.id));
    gone.forEach((one) => this.look(one.id));
  }

  /** Asks what became of a seek; a game that is over calls nobody. */
  private look(seek: string): void {
    readSeek(seek).then(
      async ({ game }) => {
        if (!game) return;
        if ((await readGame(game)).game.phase === 'over') this.forget(seek);
        else await this.begin(seek, game);
      },
      (error: unknown) => {
        // A question cut short, as by a reload, says nothing of the seek.
        if (isGone(error)) this.forget(seek);
      },
    );
  }
}

export const lobby = new Lobby();
