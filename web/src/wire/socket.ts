/** WebSocket that reconnects and resends unanswered messages. */

export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface SocketHandlers<In, Out> {
  /** URL path, evaluated for every connection because it contains the last event seen. */
  address: () => string;
  message: (message: In) => void;
  state: (state: SocketState, code: number) => void;
  /** Called on every connection; the returned messages are sent at once. */
  opened: () => Out[];
}

/** Close codes after which reconnecting is pointless. */
const FINAL_CODES = new Set([4001, 4004]);
const MAX_RETRY_DELAY = 8000;
/** Milliseconds without a response after which a connection counts as dead; browsers notice much later. */
const SILENCE_TIMEOUT = 10_000;
/** Close code of a connection lost without a close frame. */
const ABNORMAL_CLOSURE = 1006;

export class ReconnectingSocket<In, Out> {
  private socket: WebSocket | null = null;
  private timer = 0;
  private silenceTimer = 0;
  private attempts = 0;
  private isClosed = false;
  private readonly stop = new AbortController();

  constructor(private readonly events: SocketHandlers<In, Out>) {
    const { signal } = this.stop;
    const reconnectNow = () => document.visibilityState === 'visible' && this.reconnectNow();
    addEventListener('online', reconnectNow, { signal });
    addEventListener('offline', () => this.restart(), { signal });
    document.addEventListener('visibilitychange', reconnectNow, { signal });
    this.connect();
  }

  /** Sends a message if connected; returns false otherwise (nothing is queued). */
  send(message: Out): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends a message that must be answered; reconnects after [`SILENCE_TIMEOUT`] without any message. */
  request(message: Out): void {
    if (this.send(message)) this.silenceTimer ||= window.setTimeout(() => this.restart(), SILENCE_TIMEOUT);
  }

  /** Drops the connection without a closing handshake and reconnects. */
  restart(): void {
    const socket = this.socket;
    if (!socket) return;
    this.handleClose(socket, ABNORMAL_CLOSURE);
    socket.close();
  }

  close(): void {
    this.isClosed = true;
    this.stop.abort();
    clearTimeout(this.timer);
    clearTimeout(this.silenceTimer);
    this.socket?.close();
  }

  private reconnectNow(): void {
    if (this.socket || this.isClosed) return;
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    this.events.state('connecting', 0);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.events.address()}`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.attempts = 0;
      this.events.state('open', 0);
      this.events.opened().forEach((message) => this.request(message));
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.clearSilenceTimer();
      this.events.message(JSON.parse(String(event.data)) as In);
    };
    socket.onclose = (event) => this.handleClose(socket, event.code);
  }

  private clearSilenceTimer(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = 0;
  }

  private handleClose(socket: WebSocket, code: number): void {
    if (this.socket !== socket || this.isClosed) return;
    this.socket = null;
    this.clearSilenceTimer();
    if (FINAL_CODES.has(code)) {
      this.isClosed = true;
      this.events.state('closed', code);
      return;
    }
    this.events.state('waiting', code);
    const delay = Math.min(MAX_RETRY_DELAY, 300 * 2 ** this.attempts++) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.connect(), delay);
  }
}
