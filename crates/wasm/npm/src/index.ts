/**
 * Historic chess variants: rules, notation, pictures and an engine.
 *
 * The module of the rules is loaded by `load`, in Node by the first use; that of the engine with the
 * first request of an `Engine`.
 */
export type * from './data.js';
export { Analysis, Engine, type AnalyseOptions, type DepthInfo, type LevelChoice, type LimitedChoice } from './engine.js';
export { RukhError } from './error.js';
export { Game, type GameNotes, type GameRecord } from './game.js';
export { LocalGame, type WhyQuestion } from './local.js';
export { playMatch, type MatchOptions, type MatchPlayer, type MatchProgress, type MatchResult } from './match.js';
export { load, version, type RulesModule } from './rules.js';
export { Ruleset, rulesets } from './ruleset.js';
