/** Setup of a new game and its URL query, which holds the opponent and otherwise only non-default values. */
import type { GameTimeControl, SeekColour, SpectatorMode } from '../wire/generated';
import { readOpponent, type Opponent } from './opponent';
import {
  DEFAULT_MARSHAL_DAYS,
  DEFAULT_MARSHAL_SECONDS,
  parseLiveTime,
  parseTime,
  withMarshal,
  formatTime,
  type LiveTime,
} from '../game/time-choice';

export interface GameSetup {
  opponent: Opponent;
  level: number;
  /** Level of Black if two engines play. */
  otherLevel: number;
  colour: SeekColour;
  time: GameTimeControl;
  /** Own time, if it is another than the opponent's. */
  odds: LiveTime | null;
  manner: SpectatorMode;
  isPrivate: boolean;
  isRated: boolean;
  /** Position to begin with; empty for the ruleset's own. */
  fen: string;
}

export const DEFAULT_SETUP: GameSetup = {
  opponent: 'engine',
  level: 3,
  otherLevel: 3,
  colour: 'random',
  time: { kind: 'none' },
  odds: null,
  manner: 'traditional',
  isPrivate: false,
  isRated: false,
  fen: '',
};
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Proposed where a query is to say every level. */
export const NO_LEVEL = 0;

/** Parses a URL query; invalid values fall back to the defaults, and levels to the `proposed` one. */
export function parseSetup(search: string, proposed = DEFAULT_SETUP.level): GameSetup {
  const found = new URLSearchParams(search);
  const among = <Value extends string>(key: string, values: readonly Value[], usual: Value) =>
    values.find((one) => one === found.get(key)) ?? usual;
  const level = (key: string) => LEVELS.find((one) => String(one) === found.get(key)) ?? proposed;
  const time = parseTime(found.get('time') ?? '') ?? DEFAULT_SETUP.time;
  const budget = Number(found.get('werera'));
  return {
    opponent: readOpponent(found.get('with')) ?? DEFAULT_SETUP.opponent,
    level: level('level'),
    otherLevel: level('other'),
    colour: among('colour', ['white', 'black', 'random'], DEFAULT_SETUP.colour),
    time: budget > 0 && budget <= 60 ? withMarshal(time, budget) : time,
    odds: parseLiveTime(found.get('odds')),
    manner: among('manner', ['traditional', 'match'], DEFAULT_SETUP.manner),
    isPrivate: found.get('unlisted') === '1',
    isRated: found.get('rated') === '1',
    fen: found.get('fen')?.trim() ?? '',
  };
}

/** Whether a URL query says what game is meant; without one the last setup is proposed. */
export function hasSetup(search: string): boolean {
  return new URLSearchParams(search).size > 0;
}

/** Formats the URL query; the `proposed` level is omitted. */
export function formatSetup(
  { opponent, level, otherLevel, colour, time, odds, manner, isPrivate, isRated, fen }: GameSetup,
  proposed = DEFAULT_SETUP.level,
): string {
  const search = new URLSearchParams();
  const put = (key: string, value: string | number, usual: string | number) => value !== usual && search.set(key, String(value));
  search.set('with', opponent);
  if (opponent === 'engine' || opponent === 'watch') put('level', level, proposed);
  if (opponent === 'watch') put('other', otherLevel, proposed);
  put('time', formatTime(time), formatTime(DEFAULT_SETUP.time));
  if ('initial' in time && time.werera) put('werera', time.werera / 60, DEFAULT_MARSHAL_SECONDS / 60);
  if (time.kind === 'days' && time.werera_days) put('werera', time.werera_days, DEFAULT_MARSHAL_DAYS);
  put('odds', odds ? formatTime(odds) : '', '');
  if (opponent !== 'screen' && opponent !== 'watch') put('colour', colour, DEFAULT_SETUP.colour);
  put('manner', manner, DEFAULT_SETUP.manner);
  if (opponent !== 'open' && opponent !== 'friend') put('unlisted', Number(isPrivate), Number(DEFAULT_SETUP.isPrivate));
  if (opponent === 'open' || opponent === 'friend') put('rated', Number(isRated), Number(DEFAULT_SETUP.isRated));
  put('fen', fen, '');
  return `?${search}`;
}
