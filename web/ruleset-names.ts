/**
 * `virtual:ruleset-names/<tag>`: names of the built-in rulesets in one language, by id, read from
 * their files. Lists of games carry the English name only.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:ruleset-names/';
const folder = `${import.meta.dirname}/../rulesets/`;

/** The name in a language that a ruleset's `[about]` gives, such as `names = { am = "…" }`. */
export function nameIn(ruleset: string, tag: string): string | undefined {
  const about = /^\[about\]\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(ruleset)?.[1] ?? '';
  const names = /^names = \{(.*)\}$/m.exec(about)?.[1] ?? '';
  return new RegExp(`(?:^|[\\s,])${tag} = "([^"]*)"`).exec(names)?.[1];
}

export function rulesetNames(): Plugin {
  return {
    name: 'rukh-ruleset-names',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const tag = id.slice(PREFIX.length + 1);
      const named = readdirSync(folder)
        .filter((file) => file.endsWith('.toml'))
        .map((file) => {
          this.addWatchFile(folder + file);
          return [file.slice(0, -5), nameIn(readFileSync(folder + file, 'utf8'), tag)];
        });
      return `export default ${JSON.stringify(Object.fromEntries(named))};`;
    },
  };
}
