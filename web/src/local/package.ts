/** What the site uses of the npm package to host games: its messages are those of the wire. */
import type { Engine, LocalDecision, LocalLog, LocalPlan, LocalTask, RematchSeed } from 'rukh';
import { loadPackage } from '../lib/rukh-package';
import type { WhyQuestion } from '../wire/played-game';
import type { GameMessage, PossiblePremoves, Replay, Side, WhyResponse } from '../wire/generated';

export type { Engine, LocalDecision, LocalLog, LocalPlan, LocalTask, RematchSeed };

export interface LocalStep {
  messages: GameMessage[];
  rematch?: LocalLog;
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
  premoves(side: Side): PossiblePremoves;
  why(side: Side, question: WhyQuestion): WhyResponse;
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
