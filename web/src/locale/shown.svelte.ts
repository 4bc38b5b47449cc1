/** The language shown. What reads it in a component or an effect follows when it changes. */
import type { FluentBundle } from '@fluent/bundle';
import { ENGLISH, type Language } from './languages';

class Shown {
  language = $state.raw<Language>(ENGLISH);
  /** Messages of that language; null for English, which is always there. */
  bundle = $state.raw<FluentBundle | null>(null);
  /** Names of rulesets by id; empty for English. */
  names = $state.raw<Record<string, string>>({});
}

export const shown = new Shown();
