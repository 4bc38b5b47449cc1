/** Premoves: possible targets and the current plans. */
import { splitMove } from '../board/geometry';
import type { PossiblePremove, Premove, Side } from '../wire/generated';
import type { LiveGame } from './game.svelte';

export class Premoves {
  /** The own side that may premove now. */
  readonly side = $derived.by((): Side | null => {
    const { view, sides } = this.game;
    const side = sides.length === 1 ? sides[0]! : null;
    return side && view?.phase === 'turns' && view.turn && view.turn !== side ? side : null;
  });
  readonly plans = $derived.by((): Premove[] => (this.game.sides.length === 1 ? this.game.premoves[this.game.sides[0]!] : []));
  /** Whether answers to the opponent's moves stand, which a move for any of them would replace. */
  readonly hasAnswers = $derived.by(() => this.plans.some((plan) => plan.after != null));
  /** A target that still needs a die face to be chosen. */
  pendingTarget = $state.raw<PossiblePremove | null>(null);
  private loaded = $state.raw<{ seq: number; moves: Record<string, PossiblePremove[]> }>({ seq: -1, moves: {} });
  private requestedSeq = -1;
  private answer: Promise<void> = Promise.resolve();

  /** Whether the targets for this position are loaded. */
  readonly isLoaded = $derived.by(() => !!this.side && this.loaded.seq === this.game.view?.seq);
  readonly targets = $derived.by(() => (this.isLoaded && !this.hasAnswers ? this.loaded.moves : {}));

  constructor(private readonly game: LiveGame) {}

  /** Loads the targets once per position, when a piece is picked up; resolves when they are known. */
  loadTargets(): Promise<void> {
    const { view, hello } = this.game;
    if (!this.side || !view || !hello || this.requestedSeq === view.seq) return this.answer;
    const seq = (this.requestedSeq = view.seq);
    return (this.answer = this.game.source.premoves(this.side).then(
      (answer) => void (this.loaded = { seq, moves: answer.moves }),
      () => void (this.requestedSeq = -1),
    ));
  }

  choose(target: PossiblePremove): void {
    if (target.faces) this.pendingTarget = target;
    else this.setPlans([{ move: target.move }]);
  }

  /** Plans the move for one face of the die, or for any face (null). */
  chooseFace(face: number | null): void {
    const target = this.pendingTarget;
    this.pendingTarget = null;
    if (!target) return;
    if (face === null) this.setPlans([{ move: target.move }]);
    else this.setPlans([...this.plans.filter((one) => one.face !== undefined && one.face !== face), { move: target.move, face }]);
  }

  clear(): void {
    this.pendingTarget = null;
    if (this.plans.length && !this.hasAnswers) this.setPlans([]);
  }

  private setPlans(moves: Premove[]): void {
    const side = this.side ?? this.game.sides[0];
    if (side) this.game.sendIntent({ kind: 'premove', side, moves });
  }
}

export function pathOf(plan: Premove): { from: string; to: string } | null {
  return splitMove(plan.move);
}
