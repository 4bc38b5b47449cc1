/** A game somebody is about to begin, and how its choices stand in an address: only what differs from the usual. */
import type { Colour } from '../wire/lobby';
import type { Manner, Time } from '../wire/types';
import { readOpponent, type Opponent } from './opponent';
import { MARSHAL_DAYS, MARSHAL_SECONDS, readTime, withMarshal, writeTime } from './time';

export interface Choices {
  opponent: Opponent;
  level: number;
  /** The other engine's, where two engines play. */
  otherLevel: number;
  colour: Colour;
  time: Time;
  manner: Manner;
  isPrivate: boolean;
}

export const USUAL: Choices = {
  opponent: 'engine', level: 3, otherLevel: 3, colour: 'random', time: { kind: 'none' }, manner: 'traditional', isPrivate: false,
};
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Reads the choices of an address; what makes no sense there is as usual. */
export function readChoices(search: string): Choices {
  const found = new URLSearchParams(search);
  const among = <Value extends string>(key: string, values: readonly Value[], usual: Value) => values.find((one) => one === found.get(key)) ?? usual;
  const level = (key: string, usual: number) => LEVELS.find((one) => String(one) === found.get(key)) ?? usual;
  const time = readTime(found.get('time') ?? '') ?? USUAL.time;
  const budget = Number(found.get('werera'));
  return {
    opponent: readOpponent(found.get('with')) ?? USUAL.opponent,
    level: level('level', USUAL.level),
    otherLevel: level('other', USUAL.otherLevel),
    colour: among('colour', ['white', 'black', 'random'], USUAL.colour),
    time: budget > 0 && budget <= 60 ? withMarshal(time, budget) : time,
    manner: among('manner', ['traditional', 'match'], USUAL.manner),
    isPrivate: found.get('unlisted') === '1',
  };
}

/** Writes them as the part of an address after its path; the level that is proposed need not stand there. */
export function writeChoices({ opponent, level, otherLevel, colour, time, manner, isPrivate }: Choices, proposed = USUAL.level): string {
  const search = new URLSearchParams();
  const put = (key: string, value: string | number, usual: string | number) => value !== usual && search.set(key, String(value));
  put('with', opponent, USUAL.opponent);
  if (opponent === 'engine' || opponent === 'watch') put('level', level, proposed);
  if (opponent === 'watch') put('other', otherLevel, proposed);
  put('time', writeTime(time), writeTime(USUAL.time));
  if (time.kind === 'fischer' && time.marshal) put('werera', time.marshal / 60, MARSHAL_SECONDS / 60);
  if (time.kind === 'days' && time.marshal_days) put('werera', time.marshal_days, MARSHAL_DAYS);
  if (opponent !== 'screen' && opponent !== 'watch') put('colour', colour, USUAL.colour);
  put('manner', manner, USUAL.manner);
  if (opponent !== 'open' && opponent !== 'friend') put('unlisted', Number(isPrivate), Number(USUAL.isPrivate));
  const text = search.toString();
  return text && `?${text}`;
}
