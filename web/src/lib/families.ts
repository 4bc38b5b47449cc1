/** Families of rulesets, as the server orders them. */
import { localized } from '../locale/locale';
import type { RulesetCard } from '../wire/generated';

type Named = Pick<RulesetCard, 'id' | 'name' | 'localized_names' | 'family'>;

export interface Family<Ruleset extends Named = RulesetCard> {
  id: string;
  /** The main ruleset, which gives the family its name. */
  main: Ruleset;
  /** The other readings of the sources. */
  readings: Ruleset[];
}

/** Groups rulesets by family; order and main rulesets are those of the list. */
export function familiesOf<Ruleset extends Named>(rulesets: Ruleset[]): Family<Ruleset>[] {
  const found = new Map<string, Family<Ruleset>>();
  for (const one of rulesets) {
    const known = found.get(one.family);
    if (known) known.readings.push(one);
    else found.set(one.family, { id: one.family, main: one, readings: [] });
  }
  return [...found.values()];
}

export const nameOf = (ruleset: Named): string => localized(ruleset.name, ruleset.localized_names);

/** Name of a reading beside the name of its family: what follows it, or the whole name. */
export function readingName(reading: Named, main: Named): string {
  const [whole, known] = [nameOf(reading), nameOf(main)];
  const rest = whole.startsWith(known) ? whole.slice(known.length).replace(/^[\s\p{Po}\p{Pd}]+/u, '') : '';
  return rest || whole;
}
