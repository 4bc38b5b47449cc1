/** Premoves: possible targets and the current plans. */
import { splitMove } from '../board/geometry';
import { readPremoves } from '../wire/api';
import type { PremovePlan, PremoveTarget, Side } from '../wire/types';
import type { LiveGame } from './game.svelte';

export class Premoves {
  /** The own side that may premove now. */
  readonly side = $derived.by((): Side | null => {
    const { view, sides } = this.game;
    const side = sides.length === 1 ? sides[0]! : null;
    return side && view?.phase === 'turns' && view.turn && view.turn !== side ? side : null;
  });
  readonly plans = $derived.by((): PremovePlan[] => (this.game.sides.length === 1 ? this.game.premoves[this.game.sides[0]!] : []));
  /** A target that still needs a die face to be chosen. */
  asking = $state.raw<PremoveTarget | null>(null);
  private known = $state.raw<{ seq: number; moves: Record<string, PremoveTarget[]> }>({ seq: -1, moves: {} });
  private asked = -1;
  private answer: Promise<void> = Promise.resolve();

  /** Whether the targets for this position are loaded. */
  readonly isKnown = $derived.by(() => !!this.side && this.known.seq === this.game.view?.seq);
  readonly targets = $derived.by(() => (this.isKnown ? this.known.moves : {}));

  constructor(private readonly game: LiveGame) {}

  /** Loads the targets once per position, when a piece is picked up; resolves when they are known. */
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

  /** Plans the move for one face of the die, or for any face (null). */
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
