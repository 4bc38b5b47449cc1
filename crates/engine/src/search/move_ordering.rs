//! Move ordering: table move, captures that may end the game, good captures by victim and history, killers,
//! quiet moves by history, bad captures.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{KindsByCell, Move, PieceKind, Position};

use super::{PieceTo, Search};
use crate::pieces::see::ExchangeMove;

/// A move with its ordering score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScoredMove {
    pub(super) mv: Move,
    pub(super) score: i32,
    /// Kind of the moving piece; meaningless for a pass.
    pub(super) kind: PieceKind,
    /// Whether it neither captures nor promotes.
    pub(super) quiet: bool,
}

/// Inputs of the ordering scores of one node.
pub(super) struct OrderingContext {
    /// Kinds of the moving side's pieces, by cell.
    kinds: KindsByCell,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Piece and target of the last moves.
    previous_moves: [PieceTo; 2],
    /// Whether a capture may end the game by baring a king.
    pub(super) may_bare_king: bool,
}

impl OrderingContext {
    /// The kind of the moving piece.
    #[inline(always)]
    pub(super) fn mover(&self, mv: Move) -> PieceKind {
        self.kinds.on(mv.from())
    }
}

const TT_MOVE_SCORE: i32 = 1 << 30;
const BARING_CAPTURE_SCORE: i32 = 1 << 28;
const GOOD_CAPTURE_SCORE: i32 = 1 << 26;
const KILLER_SCORE: i32 = 1 << 24;
const BAD_CAPTURE_SCORE: i32 = -(1 << 26);
const PASS_SCORE: i32 = -(1 << 22);
/// Divisor of the capture history in a capture's score: 16 384 make 64 centipawns.
const CAPTURE_HISTORY_DIVISOR: i32 = 8;
/// Distances, in plies, of the earlier moves in the continuation history.
pub(super) const CONTINUATION_PLIES: [usize; 2] = [1, 2];

impl ScoredMove {
    /// Whether this is the table move or a good capture.
    pub(super) fn is_tt_move_or_good_capture(self) -> bool {
        self.score >= GOOD_CAPTURE_SCORE - (1 << 22)
    }

    /// Whether this is a capture that loses by static exchange evaluation.
    pub(super) fn is_bad_capture(self) -> bool {
        self.score < -(1 << 24)
    }
}

impl<S: Shape> Search<'_, S> {
    /// Scores the moves in `scratch` and appends them to `moves`.
    pub(super) fn score_moves(
        &mut self,
        position: &Position<S>,
        tt_move: Option<Move>,
        ply: usize,
    ) -> Range<usize> {
        let start = self.moves.len();
        let context = self.ordering_context(position, tt_move, ply);
        for index in 0..self.scratch.len() {
            let scored = self.score_move(position, &context, self.scratch[index]);
            self.moves.push(scored);
        }
        start..self.moves.len()
    }

    /// The inputs of the ordering scores of a node.
    #[inline(always)]
    pub(super) fn ordering_context(
        &self,
        position: &Position<S>,
        tt_move: Option<Move>,
        ply: usize,
    ) -> OrderingContext {
        OrderingContext {
            kinds: position.kinds(self.rules, position.pieces_of_side(position.turn())),
            tt_move,
            killers: self.stack[ply].killers,
            previous_moves: self.previous_moves(ply),
            may_bare_king: self.pieces.is_nearly_bare(self.rules, position, position.turn().other()),
        }
    }

    /// Piece and target of the moves the continuation history looks back at.
    fn previous_moves(&self, ply: usize) -> [PieceTo; 2] {
        CONTINUATION_PLIES
            .map(|back| if back <= ply { self.stack[ply - back].piece_to } else { PieceTo::NONE })
    }

    /// A move with its ordering score.
    #[inline(always)]
    pub(super) fn score_move(
        &self,
        position: &Position<S>,
        context: &OrderingContext,
        mv: Move,
    ) -> ScoredMove {
        let kind = context.mover(mv);
        let quiet = self.is_quiet(position, mv);
        let score = if context.tt_move == Some(mv) {
            TT_MOVE_SCORE
        } else if mv.is_pass() {
            PASS_SCORE
        } else if !quiet {
            self.score_capture(position, context, mv, kind)
        } else {
            match context.killers {
                [Some(first), _] if first == mv => KILLER_SCORE + 1,
                [_, Some(second)] if second == mv => KILLER_SCORE,
                _ => self.quiet_history(position, mv, kind, context.previous_moves),
            }
        };
        ScoredMove { mv, score, kind, quiet }
    }

    /// The kind of the piece on a move's target.
    pub(super) fn victim(&self, position: &Position<S>, mv: Move) -> Option<PieceKind> {
        position.piece_at(self.rules, mv.to()).map(|(_, kind)| kind)
    }

    /// The history score of a quiet move other than a pass: butterfly and continuation histories.
    #[inline(always)]
    fn quiet_history(
        &self,
        position: &Position<S>,
        mv: Move,
        kind: PieceKind,
        previous_moves: [PieceTo; 2],
    ) -> i32 {
        let now = self.histories.piece_to(kind.index(), mv.to().index());
        let (from, to) = (mv.from().index(), mv.to().index());
        let butterfly = self.histories.quiet_score(position.turn().index(), from, to);
        previous_moves
            .into_iter()
            .fold(butterfly, |sum, made| sum + self.histories.continuation_score(made, now))
    }

    /// The history score of a scored quiet move other than a pass.
    pub(super) fn history_score(&self, position: &Position<S>, scored: ScoredMove, ply: usize) -> i32 {
        if scored.score.abs() < KILLER_SCORE / 2 {
            scored.score
        } else {
            self.quiet_history(position, scored.mv, scored.kind, self.previous_moves(ply))
        }
    }

    /// Piece and target of a scored move.
    pub(super) fn scored_piece_to(&self, scored: ScoredMove) -> PieceTo {
        if scored.mv.is_pass() {
            return PieceTo::NONE;
        }
        self.histories.piece_to(scored.kind.index(), scored.mv.to().index())
    }

    /// Piece and target of a move.
    pub(super) fn piece_to(&self, position: &Position<S>, mv: Move) -> PieceTo {
        if mv.is_pass() {
            return PieceTo::NONE;
        }
        let piece = position.piece_at(self.rules, mv.from());
        piece.map_or(PieceTo::NONE, |(_, kind)| self.histories.piece_to(kind.index(), mv.to().index()))
    }

    /// Whether a move neither captures nor promotes.
    pub(super) fn is_quiet(&self, position: &Position<S>, mv: Move) -> bool {
        mv.promotion().is_none() && !self.rules.is_capture(position, mv)
    }

    /// The ordering score of a capture or promotion.
    fn score_capture(
        &self,
        position: &Position<S>,
        context: &OrderingContext,
        mv: Move,
        kind: PieceKind,
    ) -> i32 {
        let victim = self.victim(position, mv);
        let gain = self.pieces.capture_gain_of(mv, kind, victim);
        let attacker_value = self.pieces.exchange[kind.index()];
        let is_certain = self.search_rules.die_faces == 0;
        if is_certain && context.may_bare_king && self.rules.is_capture(position, mv) {
            return BARING_CAPTURE_SCORE + gain;
        }
        let is_losing = is_certain && attacker_value > gain && {
            !self.pieces.see_ge(self.rules, position, ExchangeMove { mv, kind, gain }, 0)
        };
        let base = if is_losing { BAD_CAPTURE_SCORE } else { GOOD_CAPTURE_SCORE };
        let piece_to = self.histories.piece_to(kind.index(), mv.to().index());
        let history = victim.map_or(0, |victim| self.histories.capture_score(piece_to, victim.index()));
        base + 32 * gain - attacker_value.min(10_000) / 32 + history / CAPTURE_HISTORY_DIVISOR
    }

    /// The capture-history key of a move: piece and target, and the captured kind.
    pub(super) fn capture_history_key(&self, position: &Position<S>, mv: Move) -> Option<(PieceTo, usize)> {
        let captured = position.piece_at(self.rules, mv.to())?.1;
        Some((self.piece_to(position, mv), captured.index()))
    }

    /// Swaps the best-scored move from `index` on to the front (selection sort).
    #[inline]
    pub(super) fn pick_best(&mut self, index: usize, end: usize) -> ScoredMove {
        let moves = &mut self.moves[index..end];
        let (mut best, mut score) = (0, moves[0].score);
        for (other, scored) in moves.iter().enumerate().skip(1) {
            if scored.score > score {
                (best, score) = (other, scored.score);
            }
        }
        moves.swap(0, best);
        moves[0]
    }
}
