/** The lobby as it changes; the line is open while a page shows it or an own seek waits. */
import { readSeek } from '../wire/api';
import { openLobby, type FromLobby, type LobbyState } from '../wire/lobby';
import type { Line, LineState } from '../wire/line';
import { me } from './me.svelte';
import { pathTo, router } from './router.svelte';

/** A seek this browser has made: not every one of them stands in the lobby. */
const own = new Set<string>();

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  line = $state<LineState>('connecting');
  /** A game that began while its player was busy at another board. */
  called = $state('');
  private readonly begun = new Set<string>();
  private holders = 0;
  private opened: Line<FromLobby, never> | null = null;

  readonly seeks = $derived(this.state?.seeks.filter((one) => one.by.id !== me.id) ?? []);
  readonly mine = $derived(this.state?.seeks.filter((one) => one.by.id === me.id) ?? []);

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

  /** A seek made here is waited for on whatever page its owner is. */
  await(seek: string): void {
    own.add(seek);
    this.settle();
  }

  forget(seek: string): void {
    own.delete(seek);
    this.settle();
  }

  private settle(): void {
    const isWanted = this.holders > 0 || own.size > 0;
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
    else if (message.t === 'accepted') this.begin(message.d.seek, message.d.game);
  }

  /** An own seek that has left the list was taken, maybe while the line was down. */
  private see(state: LobbyState): void {
    const gone = this.mine.filter((one) => !state.seeks.some((other) => other.id === one.id));
    this.state = state;
    for (const { id } of gone) {
      readSeek(id).then(
        (found) => (found.game ? this.begin(id, found.game) : undefined),
        () => this.forget(id),
      );
    }
  }

  /** Leads to the game, unless its player sits at another board just now. */
  private begin(seek: string, game: string): void {
    if (this.begun.has(seek)) return;
    this.begun.add(seek);
    this.forget(seek);
    if (router.route.page === 'game' && router.route.id === game) return;
    if (router.route.page === 'game') this.called = game;
    else router.go(pathTo('game', game));
  }
}

export const lobby = new Lobby();
