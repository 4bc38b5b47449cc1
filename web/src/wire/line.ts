/** The socket of one game: reconnects by itself and asks only for what it has not seen. */
import type { FromServer, ToServer } from './types';

export type LineState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface LineEvents {
  message: (message: FromServer) => void;
  state: (state: LineState, code: number) => void;
  /** Called on every opening; the answer is sent at once. */
  opened: () => ToServer[];
  after: () => number;
}

/** Codes after which trying again cannot help. */
const FINAL = new Set([4001, 4004]);
const SLOWEST = 8000;

export class Line {
  private socket: WebSocket | null = null;
  private timer = 0;
  private tries = 0;
  private isClosed = false;
  private readonly stop = new AbortController();

  constructor(private readonly game: string, private readonly events: LineEvents) {
    const { signal } = this.stop;
    const hurry = () => document.visibilityState === 'visible' && this.hurry();
    addEventListener('online', hurry, { signal });
    document.addEventListener('visibilitychange', hurry, { signal });
    this.connect();
  }

  /** Sends now if the line is open; otherwise the message waits in the replica's queue. */
  send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Starts afresh from the last event seen. */
  restart(): void {
    this.socket?.close();
  }

  close(): void {
    this.isClosed = true;
    this.stop.abort();
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private hurry(): void {
    if (this.socket || this.isClosed) return;
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    this.events.state('connecting', 0);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/v1/game/${encodeURIComponent(this.game)}?after=${this.events.after()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.events.state('open', 0);
      this.events.opened().forEach((message) => this.send(message));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.events.message(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.socket !== socket || this.isClosed) return;
    this.socket = null;
    if (FINAL.has(code)) {
      this.isClosed = true;
      this.events.state('closed', code);
      return;
    }
    this.events.state('waiting', code);
    const delay = Math.min(SLOWEST, 300 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.connect(), delay);
  }
}
