/** Matches: many games between two players, with results as the lab counts them. */
import type { GameEvent, GameResult, MatchNumbers, MatchPair, RulesetSource } from './data.js';
import { Engine, type LevelChoice, type LimitedChoice } from './engine.js';
import { RukhError } from './error.js';
import { Game } from './game.js';
import { Ruleset } from './ruleset.js';

/**
 * A player: an engine with what limits its choice, or a program of your own. Without an `engine` it gets one,
 * which is closed at the end.
 */
export type MatchPlayer = { name?: string } & (
  | ((Pick<LevelChoice, 'level'> | LimitedChoice) & { engine?: Engine })
  | { choose(game: Game): GameEvent | string | Promise<GameEvent | string> }
);

/** What a match is played with. */
export interface MatchOptions {
  ruleset: string | RulesetSource | Ruleset;
  /** How many games, 100 by default; they are played in pairs, one opening with both colours and the same throws. */
  games?: number;
  /** Where games start: games, FENs, or a text with a list, EPD or PGN; without them the ruleset's own openings. */
  openings?: (Game | string)[] | string;
  /** The seed of the order of openings, of the die and of the errors of levels, 1 by default. */
  seed?: number;
  /** Plies after which a game is cut off and counts as drawn, 600 by default. */
  maxPlies?: number;
  /** Called after each pair; the match ends when it returns `false`. */
  onPair?(progress: MatchProgress): boolean | void | Promise<boolean | void>;
}

/** A pair that was played, with the match so far. */
export interface MatchProgress {
  result: MatchResult;
  /** The games; the first player is White in the first one. */
  games: [Game, Game];
}

/** The result of a match, for its first player. */
export interface MatchResult extends MatchNumbers {
  names: [string, string];
  /** Games that were cut off, and count as drawn. */
  cutOff: number;
  /** Games that each player has lost by an illegal move. */
  illegal: [number, number];
}

/** A player at the board. */
interface Seat {
  begin(): Promise<void>;
  choose(game: Game, seed: number): Promise<GameEvent | string>;
}

interface Played {
  game: Game;
  isCutOff: boolean;
  /** The colour that made an illegal move. */
  illegal: 'white' | 'black' | undefined;
}

/**
 * Plays a match of engines or programs of your own, and estimates the difference of their strength.
 *
 * @example
 * const result = await playMatch({ nodes: 2000 }, { level: 3 }, { ruleset: 'shatranj', games: 20 });
 * console.log(result.score, result.elo, [result.eloLow, result.eloHigh]);
 */
export async function playMatch(first: MatchPlayer, second: MatchPlayer, options: MatchOptions): Promise<MatchResult> {
  const { games = 100, seed = 1, maxPlies = 600, onPair = () => undefined } = options;
  if (!Number.isInteger(games) || games < 2 || games % 2) throw new RangeError(`games: ${games} should be an even number from 2 on`);
  if (!Number.isInteger(maxPlies) || maxPlies < 1) throw new RangeError(`maxPlies: ${maxPlies} should be a whole number from 1 on`);
  const owned: Engine[] = [];
  const open = (): Engine => owned[owned.push(new Engine()) - 1] as Engine;
  try {
    const seats = [first, second].map((player) => seatOf(player, open)) as [Seat, Seat];
    const names = namesOf(first, second);
    const counter = open();
    const openings = await openingsOf(options, counter, games / 2, seed);
    const pairs: MatchPair[] = [];
    const seen = new Set<string>();
    let result: MatchResult = { ...(await counter.matchNumbers(pairs)), names, cutOff: 0, illegal: [0, 0] };
    while (pairs.length < games / 2) {
      const opening = openings[pairs.length % openings.length] as Game;
      const throws = seed * 0x9e37 + pairs.length;
      const played: [Played, Played] = [
        await playGame(opening, seats, throws, maxPlies),
        await playGame(opening, [seats[1], seats[0]], throws, maxPlies),
      ];
      const isNew = played.map(({ game }) => seen.size < seen.add(JSON.stringify(game.data())).size);
      pairs.push({ results: [resultOf(played[0].game, 'white'), resultOf(played[1].game, 'black')], isRepeat: !isNew.includes(true) });
      const lost = (colours: [string, string]): number => played.filter(({ illegal }, at) => illegal === colours[at]).length;
      result = {
        ...(await counter.matchNumbers(pairs)),
        names,
        cutOff: result.cutOff + played.filter(({ isCutOff }) => isCutOff).length,
        illegal: [result.illegal[0] + lost(['white', 'black']), result.illegal[1] + lost(['black', 'white'])],
      };
      if ((await onPair({ result, games: [played[0].game, played[1].game] })) === false) break;
    }
    return result;
  } finally {
    for (const engine of owned) engine.close();
  }
}

function seatOf(player: MatchPlayer, open: () => Engine): Seat {
  if ('choose' in player) return { begin: () => Promise.resolve(), choose: async (game) => player.choose(game) };
  const { engine = open(), name: _, ...limits } = player;
  return {
    begin: () => engine.clear(),
    async choose(game, seed) {
      const event = await engine.choose(game, 'level' in limits ? { ...limits, seed } : limits);
      if (event === null) throw new Error('an engine always moves in turns');
      return event;
    },
  };
}

function namesOf(first: MatchPlayer, second: MatchPlayer): [string, string] {
  const name = (player: MatchPlayer): string => {
    if (player.name !== undefined) return player.name;
    return 'choose' in player ? 'program' : 'level' in player ? `Rukh, level ${player.level}` : 'Rukh';
  };
  const names: [string, string] = [name(first), name(second)];
  return names[0] === names[1] ? [`${names[0]} 1`, `${names[1]} 2`] : names;
}

/** Games that stand at the openings, in turns. */
async function openingsOf({ ruleset, openings }: MatchOptions, engine: Engine, count: number, seed: number): Promise<Game[]> {
  const { source } = new Game(ruleset);
  const found = Array.isArray(openings)
    ? openings
    : await engine.openings({ ruleset: source, count: Math.min(count, 200), seed, ...(openings === undefined ? {} : { text: openings }) });
  const starts = found.map((one) => {
    const game = typeof one === 'string' ? new Game(source, { fen: one }) : one.copy();
    if (game.node === 'werera') game.beginTurns();
    if (game.node === 'over') throw new RangeError(`openings: the game is over in ${game.fen}`);
    return game;
  });
  if (starts.length === 0) throw new RangeError('openings: there is none');
  return starts;
}

/** A game from an opening, between White's player and Black's. */
async function playGame(opening: Game, seats: [Seat, Seat], seed: number, maxPlies: number): Promise<Played> {
  const game = opening.copy();
  const below = randomNumbers(seed);
  await seats[0].begin();
  await seats[1].begin();
  for (let plies = 0; game.node !== 'over'; ) {
    if (game.node === 'chance') {
      const { faces } = game.state;
      game.throw((faces[below(faces.length)] as (typeof faces)[number]).number);
      continue;
    }
    if (plies === maxPlies) {
      game.agreeDraw();
      return { game, isCutOff: true, illegal: undefined };
    }
    const side = game.turn ?? 'white';
    const choice = await seats[side === 'white' ? 0 : 1].choose(game.copy(), seed + plies);
    try {
      if (typeof choice === 'string') game.push(choice);
      else game.apply(choice);
    } catch (error) {
      if (!(error instanceof RukhError)) throw error;
      game.resign(side);
      return { game, isCutOff: false, illegal: side };
    }
    plies += 1;
  }
  return { game, isCutOff: false, illegal: undefined };
}

function resultOf(game: Game, side: 'white' | 'black'): GameResult {
  const winner = game.outcome?.winner;
  return winner ? (winner === side ? 'win' : 'loss') : 'draw';
}

/** Numbers below a bound, the same for a seed (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * bound);
  };
}
