/**
 * A client of a Rukh server: seeks, challenges, games, the archive, and what happens to an account.
 *
 * It runs in Node 20 and in browsers, and loads no WebAssembly. Requests that may be sent twice are repeated until the
 * server answers; streams go on where they broke off.
 */
import { Connection, MAX_TRIES, pause, query, type Query } from './client-connection.js';
import { ClientError, StreamGapError, isPassing } from './client-errors.js';
import type {
  AccountMessage,
  AnalysisMessage,
  AnalysisRequest,
  Appointment,
  AppointmentList,
  AppointmentRequest,
  Catalog,
  CreatedGame,
  EventDetails,
  EventList,
  GameCard,
  GameList,
  GameRatings,
  Hello,
  Intent,
  Leaderboard,
  LevelList,
  ListedGame,
  Me,
  NewGameRequest,
  NewGuest,
  PlayerDetails,
  RatingHistory,
  RatingPoolList,
  Replay,
  RulesetDetails,
  Seek,
  SeekList,
  SeekRequest,
  ThrowProof,
} from './wire.js';

export { ApiError, ClientError, RefusedError, StreamGapError, UnreachableError, WebhookError } from './client-errors.js';
export { verifyWebhook, type VerifyOptions, type WebhookHeaders, type WebhookMessage } from './client-webhooks.js';
export type * from './wire.js';

/** Most times in a row that a stream may leave events out. */
const MAX_GAPS = 8;
/** Keys of messages of an account that are remembered. */
const MAX_KEYS = 4096;

export interface ClientOptions {
  /** Token of a guest or an account; the account's page makes tokens for programs. */
  token?: string;
  /** How long to wait for an answer, in milliseconds. */
  timeout?: number;
}

/** What a stream takes. */
export interface StreamOptions {
  /** Where to go on: the `cursor` of a message of an account, the number of the last event of a game. */
  after?: number;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** The filters of the archive; see `docs/wire.md`. */
export interface ArchiveFilters {
  player?: string;
  name?: string;
  ruleset?: string;
  family?: string;
  instance?: string;
  from?: string;
  to?: string;
  result?: 'white' | 'black' | 'draw' | 'none' | 'won' | 'lost';
  reason?: string;
  plies_from?: number;
  plies_to?: number;
  opening?: string;
  opening_of?: 'both' | 'white' | 'black';
  position?: string;
}

/** A message of a game's stream: an event of its log, or what is said beside it. */
export interface GameMessage {
  type: string;
  seq?: number;
  at?: number;
  data?: unknown;
  view?: { phase: string; seq: number };
}

/** Somebody on a server: the person of a token, or nobody in particular. */
export class Client {
  readonly #connection: Connection;
  readonly #prefix = crypto.randomUUID();
  #number = 0;

  constructor(url: string, { token, timeout = 20_000 }: ClientOptions = {}) {
    this.#connection = new Connection(url, token, timeout);
  }

  /** A new guest of this name. Keep its `token` to come back as the same guest. */
  static async guest(url: string, name: string, options: Omit<ClientOptions, 'token'> = {}): Promise<Client> {
    const { token } = await new Client(url, options).request<NewGuest>('POST', '/api/v1/guests', { name });
    return new Client(url, { ...options, token });
  }

  /** Address of the server. */
  get url(): string {
    return this.#connection.url;
  }

  /** The token, which is as good as its person's signature: tell nobody. */
  get token(): string | undefined {
    return this.#connection.token;
  }

  /** The JSON of an answer to any request of `docs/wire.md`, sent once; null if it has none. */
  request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#connection.ask<Answer>(method, path, body);
  }

  /** Who one is: id, name, and whether it is an account or a bot. */
  me(): Promise<Me> {
    return this.#get('/api/v1/me');
  }

  /** Every ruleset in few words. */
  catalog(): Promise<Catalog> {
    return this.#get('/api/v1/catalog');
  }

  /** A ruleset with its laws, pieces and sources, such as `senterej[saba=G]`. */
  ruleset(instance: string): Promise<RulesetDetails> {
    return this.#get(`/api/v1/rulesets/${encodeURIComponent(instance)}`);
  }

  /** The levels of the server's engine. */
  levels(): Promise<LevelList> {
    return this.#get('/api/v1/levels');
  }

  /**
   * Looks for an opponent; a private seek is for whoever has its id. A public one leaves the lobby if its owner
   * neither asks for it for 30 seconds (`findSeek`) nor reads `stream`, which also tells of the game.
   */
  seek(request: SeekRequest): Promise<Seek> {
    return this.request('POST', '/api/v1/seeks', request);
  }

  /** The open public seeks, one's own among them. */
  async seeks(): Promise<Seek[]> {
    return (await this.#get<SeekList>('/api/v1/seeks')).seeks;
  }

  /** A seek; its `game` is set once somebody has accepted it. */
  findSeek(seek: string): Promise<Seek> {
    return this.#get(`/api/v1/seeks/${encodeURIComponent(seek)}`);
  }

  /** Accepts a seek: the game. An `ApiError` of code `seek_taken` if somebody was faster. */
  acceptSeek(seek: string): Promise<GameCard> {
    return this.request('POST', `/api/v1/seeks/${encodeURIComponent(seek)}/accept`);
  }

  /** Withdraws one's own seek. */
  async withdrawSeek(seek: string): Promise<void> {
    await this.#connection.askUntilAnswered('DELETE', `/api/v1/seeks/${encodeURIComponent(seek)}`);
  }

  /** Asks a player, by id, for a game that begins as soon as they accept. */
  challenge(whom: string, request: SeekRequest): Promise<Appointment> {
    return this.appoint({ ...request, whom, times: [] });
  }

  /** Proposes times for a game, in milliseconds since the epoch, to a player or to whoever has the id. */
  appoint(request: AppointmentRequest): Promise<Appointment> {
    return this.request('POST', '/api/v1/appointments', request);
  }

  /** One's own appointments and challenges: those that are open, then those that are over. */
  async appointments(): Promise<Appointment[]> {
    return (await this.#get<AppointmentList>('/api/v1/appointments')).appointments;
  }

  /** An appointment or challenge. */
  appointment(id: string): Promise<Appointment> {
    return this.#get(`/api/v1/appointments/${encodeURIComponent(id)}`);
  }

  /** Accepts one of the times of an appointment, or a challenge, whose `game` has then begun. */
  acceptAppointment(id: string, time?: number): Promise<Appointment> {
    return this.#answer(id, 'accept', time === undefined ? {} : { time });
  }

  /** Declines an appointment or challenge. */
  declineAppointment(id: string): Promise<Appointment> {
    return this.#answer(id, 'decline');
  }

  /** Answers an appointment with other times, in milliseconds since the epoch. */
  proposeTimes(id: string, times: number[]): Promise<Appointment> {
    return this.#answer(id, 'propose', { times });
  }

  /** Calls an appointment or challenge off. */
  cancelAppointment(id: string): Promise<Appointment> {
    return this.#answer(id, 'cancel');
  }

  /**
   * Yields what happens to the token's person, without end: challenges, appointments, games, turns. It begins with
   * what is open and then `ready`, or with an `after` with what has happened since; one that is older than 30
   * days is as none, and what ended meanwhile is not told. A stream that breaks is opened again where it was; no
   * message is yielded twice.
   */
  async *stream({ after, signal }: StreamOptions = {}): AsyncGenerator<AccountMessage, void, void> {
    const seen = new Set<string>();
    let cursor = after;
    for (let tries = 1; ; tries++) {
      let failure: unknown;
      try {
        const path = `/api/v1/me/stream${query({ after: cursor })}`;
        for await (const message of this.#connection.lines<AccountMessage>('GET', path, undefined, signal)) {
          tries = 0;
          cursor = message.cursor ?? cursor;
          if (seen.has(message.key)) continue;
          seen.add(message.key);
          // A set keeps the order in which its values came.
          if (seen.size > MAX_KEYS) seen.delete(seen.values().next().value!);
          yield message;
        }
      } catch (error) {
        if (!isPassing(error) || tries >= MAX_TRIES) throw error;
        failure = error;
      }
      await pause(tries, failure, signal);
    }
  }

  /** Begins a game at once: `{ kind: 'human' }` is oneself, `{ kind: 'engine', level: 3 }` the server. */
  createGame(request: NewGameRequest): Promise<CreatedGame> {
    return this.request('POST', '/api/v1/games', request);
  }

  /** A game as it is now: its card, board, view and what one may do in it. */
  game(game: string): Promise<Hello> {
    return this.#get(gamePath(game));
  }

  /**
   * Sends an intent, such as `{ kind: 'move', move: 'e2e3' }`, after having seen the events up to `base`. Returns the
   * number of the last event it caused; a `RefusedError` if the game does not allow it. The server executes an intent
   * of one id once, so it is sent again until there is an answer.
   */
  async act(game: string, base: number, data: Intent): Promise<number> {
    const message = { id: `${this.#prefix}-${++this.#number}`, base, data };
    return (await this.#connection.askUntilAnswered<{ seq: number }>('POST', `${gamePath(game)}/intents`, message)).seq;
  }

  /** Writes in the chat of a game. */
  async chat(game: string, text: string): Promise<void> {
    await this.request('POST', `${gamePath(game)}/chat`, { text });
  }

  /**
   * Yields the messages of a game's stream until the game is over. Events come in order and without gaps from the one
   * after `after`. A stream that breaks or leaves events out is opened again behind the last event that came; it then
   * begins with another `hello`.
   */
  async *follow(game: string, { after = 0, signal }: StreamOptions = {}): AsyncGenerator<GameMessage, void, void> {
    let [last, end, tries, gaps] = [after, Infinity, 0, 0];
    while (last < end) {
      let failure: unknown;
      try {
        const path = `${gamePath(game)}/stream?after=${last}`;
        for await (const message of this.#connection.lines<GameMessage>('GET', path, undefined, signal)) {
          tries = 0;
          if (isEvent(message)) {
            if (message.seq !== last + 1) throw new StreamGapError(`event ${message.seq} came after event ${last}`);
            [last, gaps] = [message.seq, 0];
          }
          const view = viewOf(message);
          if (view?.phase === 'over') end = view.seq;
          yield message;
        }
      } catch (error) {
        if (error instanceof StreamGapError ? ++gaps > MAX_GAPS : !isPassing(error) || tries >= MAX_TRIES) throw error;
        failure = error;
      }
      if (last < end) await pause(++tries, failure, signal);
    }
  }

  /** A game event by event. */
  replay(game: string): Promise<Replay> {
    return this.#get(`${gamePath(game)}/replay`);
  }

  /** What proves the throws of a game. */
  throws(game: string): Promise<ThrowProof> {
    return this.#get(`${gamePath(game)}/throws`);
  }

  /** A game as PGN, which `Game.read` of the package reads. */
  pgn(game: string): Promise<string> {
    return this.#connection.text(`${gamePath(game)}/pgn`);
  }

  /** A game as the log of the rules, one object for each line. */
  async jsonl(game: string): Promise<Record<string, unknown>[]> {
    const text = await this.#connection.text(`${gamePath(game)}/jsonl`);
    return text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** One's own games, the newest 50. */
  async ownGames(state: 'live' | 'over' = 'live'): Promise<ListedGame[]> {
    return (await this.#get<GameList>(`/api/v1/games${query({ player: 'me', state, count: 50 })}`)).games;
  }

  /** Yields all finished games that match, the last first. */
  async *search(filters: ArchiveFilters = {}): AsyncGenerator<ListedGame, void, void> {
    let cursor: string | undefined;
    do {
      const page: Query = { ...filters, state: 'archived', cursor };
      const found = await this.#get<GameList>(`/api/v1/games${query(page)}`);
      yield* found.games;
      cursor = found.next ?? undefined;
    } while (cursor);
  }

  /** The games of a search as a stream of bytes, for a file. */
  async download(form: 'pgn' | 'jsonl', filters: ArchiveFilters = {}, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#connection.open('GET', `/downloads/games.${form}${query({ ...filters })}`, undefined, signal, signal);
    if (!response.body) throw new ClientError('the download is empty');
    return response.body;
  }

  /** A player with results and ratings. */
  player(id: string): Promise<PlayerDetails> {
    return this.#get(`/api/v1/players/${encodeURIComponent(id)}`);
  }

  /** The pools in which somebody has a rating. */
  async ratingPools(): Promise<RatingPoolList['pools']> {
    return (await this.#get<RatingPoolList>('/api/v1/ratings')).pools;
  }

  /** The best of a pool, such as `oblong-die-live`. */
  leaderboard(pool: string, of: 'people' | 'bots' = 'people'): Promise<Leaderboard> {
    return this.#get(`/api/v1/ratings/${encodeURIComponent(pool)}${of === 'bots' ? '/bots' : ''}`);
  }

  /** How the rating of a player in a pool came about. */
  ratingHistory(player: string, pool: string): Promise<RatingHistory> {
    return this.#get(`/api/v1/players/${encodeURIComponent(player)}/ratings/${encodeURIComponent(pool)}`);
  }

  /** What became of the ratings of a game's players. */
  gameRatings(game: string): Promise<GameRatings> {
    return this.#get(`${gamePath(game)}/ratings`);
  }

  /** The events of the site: those that run, the next ones, and the last ones. */
  events(): Promise<EventList> {
    return this.#get('/api/v1/events');
  }

  /** An event with its standings and games. */
  event(id: string): Promise<EventDetails> {
    return this.#get(`/api/v1/events/${encodeURIComponent(id)}`);
  }

  /** Joins an event; a bot only one that allows bots. */
  joinEvent(id: string): Promise<EventDetails> {
    return this.request('POST', `/api/v1/events/${encodeURIComponent(id)}/join`);
  }

  /** Takes part in an event no more. */
  withdrawFromEvent(id: string): Promise<EventDetails> {
    return this.request('POST', `/api/v1/events/${encodeURIComponent(id)}/withdraw`);
  }

  /** Yields what the server's engine finds in a position, depth by depth, until `end`. */
  analyse(request: AnalysisRequest, signal?: AbortSignal): AsyncGenerator<AnalysisMessage, void, void> {
    return this.#connection.lines('POST', '/api/v1/analysis', request, signal);
  }

  #get<Answer>(path: string): Promise<Answer> {
    return this.#connection.askUntilAnswered('GET', path);
  }

  #answer(id: string, how: string, body?: unknown): Promise<Appointment> {
    return this.request('POST', `/api/v1/appointments/${encodeURIComponent(id)}/${how}`, body);
  }
}

const gamePath = (game: string) => `/api/v1/games/${encodeURIComponent(game)}`;

/** Whether a message of a game's stream is an event of its log; no other message has both fields. */
export const isEvent = (message: GameMessage): message is GameMessage & { seq: number; at: number } =>
  message.seq !== undefined && message.at !== undefined;

/** The view in a message of a game's stream, if it has one. */
export const viewOf = (message: GameMessage): GameMessage['view'] =>
  message.type === 'hello' ? message.view : message.type === 'view' ? (message.data as GameMessage['view']) : undefined;
