/** HTTP requests. */
import type { Catalog, ErrorBody, GameCard, GameList, Guest, Hello, LocalizedName, Me, Message, Seek } from './generated';

/** An error response of the server: what is wrong, also in other languages where a ruleset says it, and what to do. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly said: Message | null = null,
    readonly hint: Message | null = null,
    readonly translations: LocalizedName[] = [],
  ) {
    super(said?.english);
  }
}

/** Whether the resource does not exist (404 or 410), rather than being unreachable. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 410);

/** Asks for a path; with a body, posts it. */
export function request<Answer>(path: string, body?: unknown): Promise<Answer> {
  if (body === undefined) return send<Answer>(path, {});
  return send<Answer>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

export const remove = <Answer>(path: string) => send<Answer>(path, { method: 'DELETE' });

async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, init).catch(() => {
    throw new ApiError(0, 'unreachable');
  });
  if (response.status === 204) return null as Answer;
  if (!response.ok) throw await errorOf(response);
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (answer === null) throw new ApiError(response.status, 'unexpected');
  return answer;
}

/** Answers of proxies that do not reach the server, those of Cloudflare too (520 to 530); the server's own say what is wrong. */
const isOfProxy = ({ status }: Response): boolean => status > 501 && status < 531;

/** The error that a response states. */
export async function errorOf(response: Response): Promise<ApiError> {
  const error = ((await response.json().catch(() => null)) as Partial<ErrorBody> | null)?.error;
  if (!error && isOfProxy(response)) return new ApiError(0, 'unreachable');
  return new ApiError(response.status, error?.code ?? 'unexpected', error?.message, error?.hint, error?.localized_messages);
}

export const readMe = () => request<Me>('/api/v1/me');
export const renameMe = (name: string) => request<Guest>('/api/v1/me', { name });
export const deleteName = () => remove<Guest>('/api/v1/me/name');
/** Signs the guest of this browser out everywhere else. */
export const signOutOthers = () => request<Guest>('/api/v1/me/tokens/revoke', {});
/** Ends the session of the account in this browser. */
export const signOut = () => request<null>('/api/v1/sign-out', {});

/** Every ruleset in few words. */
export const readCatalog = () => request<Catalog>('/api/v1/catalog').then((answer) => answer.rulesets);

export interface GameQuery {
  state?: 'live' | 'over' | 'archived';
  player?: string;
  before?: number;
  count?: number;
}

export function listGames(query: GameQuery = {}): Promise<GameCard[]> {
  const wanted = Object.entries(query).map(([key, value]) => [key, String(value)]);
  const search = new URLSearchParams(wanted).toString();
  return request<GameList>(`/api/v1/games${search && `?${search}`}`).then((answer) => answer.games);
}

/** URL of a game, for requests and downloads. */
export const gameAddress = (id: string) => `/api/v1/games/${encodeURIComponent(id)}`;
export const readGame = (id: string) => request<Hello>(gameAddress(id));

const seekAddress = (id: string) => `/api/v1/seeks/${encodeURIComponent(id)}`;
export const readSeek = (id: string) => request<Seek>(seekAddress(id));
export const acceptSeek = (id: string) => request<GameCard>(`${seekAddress(id)}/accept`, {});
export const deleteSeek = (id: string) => remove<null>(seekAddress(id));
