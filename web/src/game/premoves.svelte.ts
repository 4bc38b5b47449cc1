/** Moves chosen before the turn has come: what they might be, and which of them stand. */
import { splitMove } from '../board/geometry';
import { readPremoves } from '../wire/api';
import type { PremovePlan, PremoveTarget, Side } from '../wire/types';
import type { LiveGame } from './game.svelte';

export class Premoves {
  /** Whose move may be chosen ahead now. */
  readonly side = $derived.by((): Side | null => {
    const { view, sides } = this.game;
    const side = sides.length === 1 ? sides[0]! : null;
    return side && view?.phase === 'turns' && view.turn && view.turn !== side ? side : null;
  });
  readonly plans = $derived.by((): PremovePlan[] => (this.game.sides.length === 1 ? this.game.premoves[this.game.sides[0]!] : []));
  /** A target under a die that still lacks its throw. */
  asking = $state.raw<PremoveTarget | null>(null);
  private known = $state.raw<{ seq: number; moves: Record<string, PremoveTarget[]> }>({ seq: -1, moves: {} });
  private asked = -1;
  private answer: Promise<void> = Promise.resolve();

  /** Whether the server has said what might be a move in this position. */
  readonly isKnown = $derived.by(() => !!this.side && this.known.seq === this.game.view?.seq);
  readonly targets = $derived.by(() => (this.isKnown ? this.known.moves : {}));

  constructor(private readonly game: LiveGame) {}

  /** Asks once per position, and only when somebody takes a piece up; settled once it is known. */
  ask(): Promise<void> {
    const { view, hello } = this.game;
    if (!this.side || !view || !hello || this.asked === view.seq) return this.answer;
    const seq = (this.asked = view.seq);
    return (this.answer = readPremoves(hello.game.id, this.side).then(
      (answer) => void (this.known = { seq, moves: answer.moves }),
      () => void (this.asked = -1),
    ));
  }

  choose(target: PremoveTarget): void {
    if (target.faces) this.asking = target;
    else this.plan([{ move: target.move }]);
  }

  /** Keeps a move for one throw, or for whatever is thrown. */
  chooseFace(face: number | null): void {
    const target = this.asking;
    this.asking = null;
    if (!target) return;
    if (face === null) this.plan([{ move: target.move }]);
    else this.plan([...this.plans.filter((one) => one.face !== undefined && one.face !== face), { move: target.move, face }]);
  }

  withdraw(): void {
    this.asking = null;
    if (this.plans.length) this.plan([]);
  }

  private plan(moves: PremovePlan[]): void {
    const side = this.side ?? this.game.sides[0];
    if (side) this.game.sendIntent({ kind: 'premove', side, moves });
  }
}

export function pathOf(plan: PremovePlan): { from: string; to: string } | null {
  return splitMove(plan.move);
}
