/** Rulesets as the server describes them. */
import type { Side } from './types';

export interface LocalizedName {
  lang: string;
  text: string;
}

export interface Placement {
  cell: string;
  side: Side;
  man: string;
  picture: string;
}

export interface Choice {
  id: string;
  title: string;
  source: string | null;
  conjecture: string | null;
  note: string | null;
  unverified: boolean;
}

export interface RuleOption {
  key: string;
  title: string;
  note: string | null;
  default: string;
  choices: Choice[];
}

export interface Summary {
  id: string;
  name: string;
  native_name: string | null;
  summary: string;
  status: 'reviewed' | 'conjectural';
  family: string;
  files: number;
  ranks: number;
  skin: string;
  men_per_side: number;
  dice: boolean;
  werera: boolean;
  period: string | null;
  region: string | null;
  array: Placement[];
  options: RuleOption[];
}

export interface Law {
  key: string;
  title: string;
  law: string;
  text: string;
  sources: { key: string; citation: string; where: string | null }[];
  conjecture: string | null;
  note: string | null;
}

export interface PieceRules {
  man: string;
  name: string;
  names: LocalizedName[];
  betza: string;
  text: string;
  picture: string;
}

export interface Evidence {
  id: string;
  type: string;
  location: string | null;
  date: string | null;
  content: string;
  source: string;
}

export interface Ruleset extends Summary {
  instance: string;
  hash: string;
  description: string;
  names: LocalizedName[];
  identifiers: string[];
  men: PieceRules[];
  laws: Law[];
  evidence: Evidence[];
  fen: string;
  board: Placement[];
}
