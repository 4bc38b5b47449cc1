// What stands for the types of the npm package where it was not built: the site then has none of it.
export type Game = any;
export const Game: any;
export type Engine = any;
export const Engine: any;
export type Ruleset = any;
export const Ruleset: any;
export const RukhError: any;
