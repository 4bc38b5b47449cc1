/** Where a game is: on the server, or on this device. The page of a game knows no more of either. */
import { isLocal } from '../lib/local-id';
import { say } from '../locale/message';
import { ApiError, readGame } from '../wire/api';
import { downloadGame, readPremoves, readReplay, readWhy, type WhyQuestion } from '../wire/played-game';
import { ReconnectingSocket, type SocketState } from '../wire/socket';
import type { GameMessage, Hello, PossiblePremoves, Replay, Side, SocketMessage, WhyResponse } from '../wire/generated';

/** What a game tells its page. */
export interface GameHandlers {
  /** Number of the last event seen. */
  after: () => number;
  message: (message: GameMessage) => void;
  state: (state: SocketState) => void;
  /** Called on every connection; the returned messages are sent at once. */
  opened: () => SocketMessage[];
}

/** A page at a game. */
export interface GameConnection {
  /** Sends a message if connected; returns false otherwise. */
  send(message: SocketMessage): boolean;
  /** Sends a message that is answered, now or on the next connection. */
  request(message: SocketMessage): void;
  /** Connects anew, from the last event seen. */
  restart(): void;
  close(): void;
}

export type RecordFormat = 'pgn' | 'jsonl';

export interface GameSource {
  connect(handlers: GameHandlers): GameConnection;
  /** The greeting; an error says why the game cannot be shown. */
  read(): Promise<Hello>;
  replay(): Promise<Replay>;
  premoves(side: Side): Promise<PossiblePremoves>;
  /** Reason why a move or piece is not allowed; null if it is. */
  why(side: Side, question: WhyQuestion): Promise<string | null>;
  /** The game as a text. */
  record(format: RecordFormat): Promise<string>;
}

export const sourceOf = (id: string): GameSource => (isLocal(id) ? localSource(id) : serverSource(id));

function serverSource(id: string): GameSource {
  return {
    connect: ({ after, ...handlers }) =>
      new ReconnectingSocket<GameMessage, SocketMessage>({
        ...handlers,
        address: () => `/ws/v1/game/${encodeURIComponent(id)}?after=${after()}`,
      }),
    read: () => readGame(id),
    replay: () => readReplay(id),
    premoves: (side) => readPremoves(id, side),
    why: (side, question) => readWhy(id, side, question).then(reasonOf),
    record: (format) => downloadGame(id, format),
  };
}

const reasonOf = ({ refusal }: WhyResponse) => (refusal ? say(refusal.message) : null);

/** The host of a game on this device is loaded with the first of them. */
function localSource(id: string): GameSource {
  const host = import('./host')
    .then(({ openHost }) => openHost(id))
    .catch((error: unknown) => {
      // Anything else is a part of the host that is not kept here and cannot be fetched.
      throw error instanceof ApiError ? error : new ApiError(0, 'unreachable');
    });
  // Who asks for something learns of an error there.
  host.catch(() => {});
  return {
    connect(handlers) {
      const connection = host.then((found) => found.connect(handlers));
      connection.catch(() => handlers.state('closed'));
      return {
        send: () => false,
        request: (message) =>
          void connection.then(
            (found) => found.request(message),
            () => {},
          ),
        restart: () =>
          void connection.then(
            (found) => found.restart(),
            () => {},
          ),
        close: () =>
          void connection.then(
            (found) => found.close(),
            () => {},
          ),
      };
    },
    read: () => host.then((found) => found.hello()),
    replay: () => host.then((found) => found.game.replay()),
    premoves: (side) => host.then((found) => found.game.premoves(side)),
    why: (side, question) => host.then((found) => reasonOf(found.game.why(side, question))),
    record: (format) => host.then((found) => (format === 'pgn' ? found.game.toPgn() : found.game.toJsonl())),
  };
}
