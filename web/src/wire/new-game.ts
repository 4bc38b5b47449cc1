/** Requests for a new game, and the names of rulesets with options. */
import { request } from './api';
import type { CreatedGame, LevelList, NewGameRequest, Seek, SeekRequest } from './generated';

/** Engine levels, each with a message key, and the level to propose. */
export const readLevels = () => request<LevelList>('/api/v1/levels');

export const createGame = (game: NewGameRequest) => request<CreatedGame>('/api/v1/games', game);

export const createSeek = (seek: SeekRequest) => request<Seek>('/api/v1/seeks', seek);

/** Formats `id[key=value,…]` with the choices that differ from the defaults. */
export function formatInstance(id: string, options: { key: string; default: string }[], chosen: Record<string, string>): string {
  const changed = options
    .filter((option) => (chosen[option.key] ?? option.default) !== option.default)
    .map((option) => `${option.key}=${chosen[option.key]}`);
  return changed.length ? `${id}[${changed.join(',')}]` : id;
}

/** Parses the choices of an instance name. */
export function parseInstance(instance: string): { id: string; chosen: Record<string, string> } {
  const found = /^([^[]+)(?:\[(.*)\])?$/.exec(instance);
  const pairs = (found?.[2] ?? '')
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('=') as [string, string]);
  return { id: found?.[1] ?? instance, chosen: Object.fromEntries(pairs) };
}
