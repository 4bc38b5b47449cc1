/** What the site uses of the npm package to host games: its messages are those of the wire. */
import { loadPackage } from '../lib/rukh-package';
import type { WhyQuestion } from '../wire/api';
import type { GameMessage, PossiblePremoves, Replay, SideName, WhyResponse } from '../wire/generated';

export interface LocalLog {
  id: string;
  instance: string;
  white?: number | null;
  black?: number | null;
  name: string;
  events: unknown[];
}

export interface RematchSeed {
  id: string;
  seed: string;
}

export interface LocalPlan extends RematchSeed {
  instance: string;
  /** The level of a computer; absent for a person. */
  white?: number;
  black?: number;
  name: string;
  /** The position that it starts from, if not the usual one. */
  fen?: string;
}

export interface LocalStep {
  messages: GameMessage[];
  rematch?: LocalLog;
}

export interface LocalTask {
  side: SideName;
  kind: 'turn' | 'werera' | 'draw';
  waits: number;
  /** Milliseconds: in the werera before thinking, otherwise until the answer at the earliest. */
  delay: number;
}

export interface LocalDecision {
  side: SideName;
  base: number;
}

/** An engine in a worker. */
export interface Engine {
  close(): void;
}

/** A game with its host. */
export interface LocalGame {
  log(): LocalLog;
  connect(after?: number): LocalStep;
  receive(message: { id: string; base: number; data: unknown }, rematch: RematchSeed): LocalStep;
  readonly deadline: number | undefined;
  wake(): LocalStep;
  tasks(): LocalTask[];
  think(engine: Engine, task: LocalTask): Promise<LocalDecision>;
  decide(decision: LocalDecision): LocalStep;
  premoves(side: SideName): PossiblePremoves;
  why(side: SideName, question: WhyQuestion): WhyResponse;
  replay(): Replay;
  toPgn(): string;
  toJsonl(): string;
}

/** The part of the package that hosts games. */
export interface LocalPackage {
  Engine: new (options?: { hashMb?: number }) => Engine;
  LocalGame: {
    begin(plan: LocalPlan): LocalGame;
    restore(log: LocalLog): LocalGame;
  };
}

export const loadLocalPackage = () => loadPackage() as Promise<unknown> as Promise<LocalPackage>;
