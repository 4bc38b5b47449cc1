/** Rulesets: the laws of a game as data, with their sources. */
import type { RulesetData, RulesetSource, RulesetSummary } from './data.js';
import { call } from './error.js';
import { rules } from './rules.js';

/**
 * A ruleset: board, pieces, arrays, options, and every law with its source.
 *
 * @example
 * const ruleset = new Ruleset('senterej[saba=G]');
 * ruleset.data.laws.find((law) => law.key === 'stalemate').text;
 */
export class Ruleset {
  /** Where it comes from. */
  readonly source: RulesetSource;
  /** Everything about it. */
  readonly data: RulesetData;

  /**
   * @param source A built-in ruleset with options in brackets, or the text of a TOML file.
   * @throws {RukhError} Everything that is wrong with it.
   */
  constructor(source: string | RulesetSource) {
    this.source = typeof source === 'string' ? { name: source } : source;
    this.data = call(() => JSON.parse(rules().ruleset(JSON.stringify(this.source))) as RulesetData);
  }

  /** The id with the options chosen: `senterej[saba=G]`. */
  get name(): string {
    return this.data.name;
  }

  toString(): string {
    return this.name;
  }
}

/** The built-in rulesets. */
export function rulesets(): RulesetSummary[] {
  return call(() => JSON.parse(rules().rulesets()) as RulesetSummary[]);
}
