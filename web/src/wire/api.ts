/** The few requests that need no socket. */
import type { Game, Hello, Ruleset, Seat, Summary } from './types';

/** A refusal of the server, in its own words. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly hint: string | null) {
    super(message);
  }
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const request = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, request).catch(() => {
    throw new ApiError(0, 'unreachable', '', null);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const error = (answer as { error?: { code?: string; message?: string; hint?: string | null } } | null)?.error;
  throw new ApiError(response.status, error?.code ?? 'unexpected', error?.message ?? '', error?.hint ?? null);
}

export const listRulesets = () => ask<{ rulesets: Summary[] }>('/api/v1/rulesets').then((answer) => answer.rulesets);
export const readRuleset = (instance: string) => ask<Ruleset>(`/api/v1/rulesets/${encodeURIComponent(instance)}`);
export const listGames = () => ask<{ games: Game[] }>('/api/v1/games').then((answer) => answer.games);
export const readGame = (id: string) => ask<Hello>(`/api/v1/games/${encodeURIComponent(id)}`);
export const createGame = (wish: { instance: string; white: Seat; black: Seat }) => ask<Game>('/api/v1/games', wish);

/** Writes `id[key=value,…]` with the choices that differ from the defaults. */
export function writeInstance(id: string, options: { key: string; default: string }[], chosen: Record<string, string>): string {
  const changed = options
    .filter((option) => (chosen[option.key] ?? option.default) !== option.default)
    .map((option) => `${option.key}=${chosen[option.key]}`);
  return changed.length ? `${id}[${changed.join(',')}]` : id;
}

/** Reads the choices out of an instance's name. */
export function readInstance(instance: string): { id: string; chosen: Record<string, string> } {
  const found = /^([^[]+)(?:\[(.*)\])?$/.exec(instance);
  const pairs = (found?.[2] ?? '').split(',').filter(Boolean).map((pair) => pair.split('=') as [string, string]);
  return { id: found?.[1] ?? instance, chosen: Object.fromEntries(pairs) };
}
