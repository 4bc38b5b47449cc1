/** Turns board gestures into moves, premoves, retractions and demonstrations. */
import { me } from '../lib/me.svelte';
import { settings } from '../settings/settings.svelte';
import { t } from '../locale/locale';
import type { WhyQuestion } from '../wire/played-game';
import type { LegalMove, PossiblePremove, Side } from '../wire/generated';
import type { Substitution, LiveGame } from './game.svelte';
import type { Premoves } from './premoves.svelte';
import type { MoveMatch } from './move-input';

/** An open promotion choice. */
interface PromotionChoice {
  side: Side;
  moves: { move: string; promotion: string | null }[];
  choose: (index: number) => void;
}

/** An own move that waits for a second press. */
export interface Confirmation {
  from: string;
  to: string;
  san: string;
  send: () => void;
}

/** The server's limit of demonstration steps per person. */
const MAX_STEPS = 4;
/** How often a reason is asked for while the position changes. */
const MAX_ASKED = 4;

export class BoardController {
  promotion = $state.raw<PromotionChoice | null>(null);
  confirmation = $state.raw<Confirmation | null>(null);

  /** The own demonstration shown to others. */
  readonly ownSteps = $derived.by(() => this.game.demos.find((one) => one.data.author.id === me.id)?.data.steps ?? []);

  constructor(
    private readonly game: LiveGame,
    private readonly premoves: Premoves,
  ) {}

  move = (from: string, to: string): void => {
    this.confirmation = null;
    if (this.game.isSpectator) this.demonstrate(from, to);
    else if (this.premoves.side) void this.premove(from, to);
    else this.play(from, to);
  };

  /** Delete on the cell of a piece retracts its last move. */
  takeBack = (cell: string): void => {
    const { view, sides } = this.game;
    const entry = view?.retractable.findLast((one) => one.to === cell && sides.includes(one.side));
    if (entry) this.game.sendIntent({ kind: 'retract', side: entry.side, seq: entry.seq });
  };

  /** Asks the server why a move is illegal and shows the reason as a toast. */
  explainRefusal = (from: string, to: string | null): void => {
    const { game, premoves } = this;
    const side = this.sideAsking(from);
    // Out of turn the answer would be that it is not this side's turn.
    if (to !== null && premoves.side && game.pieces.some((piece) => piece.cell === from && piece.side === premoves.side)) {
      return game.showToast(t('premove-impossible', { way: `${from}–${to}` }), 1);
    }
    if (side) void this.fetchReason(side, to === null ? { from } : { from, to }).then((reason) => reason && game.showToast(reason, 1));
  };

  /** Reason why a typed move is illegal; empty if the server gives none. */
  async reasonForTyped(text: string): Promise<string> {
    const side = this.premoves.side ?? this.game.sideToMove;
    return (side && (await this.fetchReason(side, { move: text.trim() }))) || '';
  }

  /** The own side concerned by a click on a cell; null for spectators. */
  private sideAsking(from: string): Side | null {
    const { sides, view, pieces } = this.game;
    if (!view || view.phase === 'over' || !sides.length) return null;
    return sides.length === 1 ? sides[0]! : (pieces.find((piece) => piece.cell === from)?.side ?? null);
  }

  /** The reason; asked again where the position has changed since, as it does all the time in a werera. */
  private async fetchReason(side: Side, about: WhyQuestion): Promise<string | null> {
    const { game } = this;
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      const seq = game.view?.seq;
      const reason = await game.source.why(side, about).catch(() => null);
      if (game.view?.seq === seq) return reason;
    }
    return null;
  }

  /** Plays a typed move: `done`, `none` found, or `several` matches. */
  async playTyped(text: string): Promise<'done' | 'none' | 'several'> {
    const { game, premoves } = this;
    if (text.trim() === '--' && game.view?.pass && !game.isRollHidden && !premoves.side) {
      game.sendIntent({ kind: 'move', move: '--' });
      return 'done';
    }
    const { matchMoves } = await import('./move-input');
    if (!premoves.side) return act(matchMoves(text, game.legal), ({ from, moves }) => this.playOne(from, moves));
    await premoves.loadTargets();
    const { side } = premoves;
    return act(matchMoves(text, premoves.targets), ({ moves }) => side && this.pickMove(side, moves, (one) => premoves.choose(one)));
  }

  choosePromotion = (index: number): void => {
    const asked = this.promotion;
    this.promotion = null;
    asked?.choose(index);
  };

  cancelPromotion = (): void => {
    this.promotion = null;
    this.game.refresh();
  };

  confirm = (): void => {
    const asked = this.confirmation;
    this.confirmation = null;
    asked?.send();
  };

  cancelConfirmation = (): void => {
    this.confirmation = null;
    this.game.refresh();
  };

  /** Clears the own demonstration. */
  clearDemo(): void {
    this.game.sendChat({ type: 'demo', data: { steps: [] } });
  }

  private play(from: string, to: string): void {
    const { game } = this;
    const side = game.pieces.find((piece) => piece.cell === from)?.side;
    const moves = game.legal[from]?.filter((one) => one.to === to) ?? [];
    const instead = game.substitutions[from];
    if (side && moves.length) this.playOne(from, moves);
    else if (side && instead) this.substitute(side, from, to, instead);
    else game.refresh();
  }

  /** Plays one of several moves that differ only in the promotion. */
  private playOne(from: string, moves: LegalMove[]): void {
    const side = this.game.pieces.find((piece) => piece.cell === from)?.side;
    if (side) this.pickMove(side, moves, (chosen) => this.sendMove(side, from, chosen));
  }

  private async premove(from: string, to: string): Promise<void> {
    await this.premoves.loadTargets();
    const { side, targets } = this.premoves;
    const moves = targets[from]?.filter((one) => one.to === to) ?? [];
    if (side && !moves.length) this.game.showToast(t('premove-impossible', { way: `${from}–${to}` }), 1);
    if (side) this.pickMove<PossiblePremove>(side, moves, (chosen) => this.premoves.choose(chosen));
    // The piece stays on its cell until the premove is played.
    this.game.refresh();
  }

  /** Acts at once on a single move, or opens the promotion choice. */
  private pickMove<Move extends { move: string; promotion: string | null }>(side: Side, moves: Move[], act: (move: Move) => void): void {
    if (moves.length > 1) this.promotion = { side, moves, choose: (index) => act(moves[index]!) };
    else if (moves[0]) act(moves[0]);
  }

  private sendMove(side: Side, from: string, chosen: LegalMove): void {
    const { game } = this;
    const piece = game.pieces.find((one) => one.cell === from);
    if (game.view?.phase === 'werera' && piece) {
      const extra = chosen.promotion ? { promotion: chosen.promotion } : {};
      game.sendIntent({ kind: 'place', side, piece_id: piece.id, from, to: chosen.to, ...extra });
    } else this.sendConfirmed(from, chosen);
  }

  /** Sends a move of a game in turns, after a second press if the settings want one. */
  private sendConfirmed(from: string, { to, san, move }: LegalMove): void {
    const { game } = this;
    const send = () => {
      const isPossible = game.legal[from]?.some((one) => one.move === move);
      if (isPossible) game.sendIntent({ kind: 'move', move });
      else game.showToast(t('refused'), 1);
    };
    if (!settings.confirmMoves) return send();
    this.confirmation = { from, to, san, send };
    game.refresh();
  }

  /** Retracts the last move of a piece, or substitutes another destination. */
  private substitute(side: Side, cell: string, to: string, { retract, from, moves }: Substitution): void {
    const { game } = this;
    const piece = game.pieces.find((one) => one.cell === cell);
    if (to === from) return game.sendIntent({ kind: 'retract', side, seq: retract });
    if (!piece) return game.refresh();
    this.pickMove(
      side,
      moves.filter((one) => one.to === to),
      ({ promotion }) => {
        const extra = promotion ? { promotion } : {};
        game.sendIntent({ kind: 'substitute', side, retract, piece_id: piece.id, from, to, ...extra });
      },
    );
  }

  private demonstrate(from: string, to: string): void {
    const before = this.ownSteps.filter((one) => one.from !== from).map((one) => ({ from: one.from, to: one.to }));
    this.game.sendChat({ type: 'demo', data: { steps: [...before, { from, to }].slice(-MAX_STEPS) } });
    this.game.refresh();
  }
}

function act<Move>(found: MoveMatch<Move>[], way: (one: MoveMatch<Move>) => void): 'done' | 'none' | 'several' {
  if (found.length !== 1) return found.length ? 'several' : 'none';
  way(found[0]!);
  return 'done';
}
