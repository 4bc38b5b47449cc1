/** What the site uses of the npm package, which may be absent when the site is built (`build/local-package.ts`). */
declare module 'virtual:rukh-package' {
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

  export class Engine {
    constructor(options?: { hashMb?: number });
    close(): void;
  }

  export class LocalGame {
    static begin(plan: LocalPlan): LocalGame;
    static restore(log: LocalLog): LocalGame;
    log(): LocalLog;
    connect(after?: number): LocalStep;
    receive(message: { id: string; base: number; data: unknown }, rematch: RematchSeed): LocalStep;
    get deadline(): number | undefined;
    wake(): LocalStep;
    tasks(): LocalTask[];
    think(engine: Engine, task: LocalTask): Promise<LocalDecision>;
    decide(decision: LocalDecision): LocalStep;
    premoves(side: SideName): PossiblePremoves;
    why(side: SideName, question: { from: string; to?: string } | { move: string }): WhyResponse;
    replay(): Replay;
    toPgn(): string;
    toJsonl(): string;
  }
}

declare module 'virtual:local-play' {
  /** Whether the site was built with the package. */
  export const isBuilt: boolean;
}
