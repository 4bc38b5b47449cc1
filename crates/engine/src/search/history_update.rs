//! Updates of the histories: bonuses for cutoffs and good quiet moves, maluses for moves that failed before them.

use std::ops::Range;

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position, Side};

use super::move_ordering::CONTINUATION_PLIES;
use super::{PieceTo, Search};
use crate::score::Value;

/// Bonus of a cutoff for each ply of depth, and its maximum.
const BONUS_PER_PLY: i32 = 160;
const MAX_BONUS: i32 = 1_600;
/// Bonus of a quiet move for each centipawn of static evaluation gained.
const STATIC_EVAL_BONUS: i32 = 10;

/// A beta cutoff.
pub(super) struct Cutoff {
    pub(super) mv: Move,
    /// Indices of the moves tried before it.
    pub(super) tried: Range<usize>,
    pub(super) depth: i32,
    pub(super) ply: usize,
}

/// The bonus of a result at a depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (BONUS_PER_PLY * depth - BONUS_PER_PLY / 2).clamp(BONUS_PER_PLY / 2, MAX_BONUS)
}

impl<S: Shape> Search<'_, S> {
    /// Updates killers and histories after a cutoff: a bonus for the move, a malus for those tried before it.
    pub(super) fn update_histories(&mut self, position: &Position<S>, cutoff: Cutoff) {
        let Cutoff { mv, tried, depth, ply } = cutoff;
        let amount = bonus(depth);
        if mv.is_pass() {
            return;
        }
        let quiet = self.is_quiet(position, mv);
        if quiet {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.update_quiet_histories(position, mv, amount, ply);
        } else {
            self.update_capture_history(position, mv, amount);
        }
        for index in tried {
            let other = self.moves[index].mv;
            if other.is_pass() || other == mv {
                continue;
            }
            if !self.is_quiet(position, other) {
                self.update_capture_history(position, other, -amount);
            } else if quiet {
                self.update_quiet_histories(position, other, -amount, ply);
            }
        }
    }

    /// Adds a bonus for a quiet table move that cut off again.
    pub(super) fn update_tt_move_history(
        &mut self,
        position: &Position<S>,
        mv: Move,
        depth: i32,
        ply: usize,
    ) {
        if !mv.is_pass() && self.is_quiet(position, mv) {
            self.update_quiet_histories(position, mv, bonus(depth), ply);
        }
    }

    /// Adds a bonus for the quiet move that led to a node which failed low.
    pub(super) fn update_fail_low_history(&mut self, turn: Side, depth: i32, ply: usize) {
        let Some(before) = ply.checked_sub(1) else { return };
        if let Some(mv) = self.stack[before].quiet_move {
            let amount = bonus(depth) / 2;
            self.update_butterfly_history(turn.other(), mv, amount);
            self.update_continuation_histories(self.stack[before].piece_to, before, amount);
        }
    }

    /// Updates the history of the quiet move that led here by the change of static evaluation.
    pub(super) fn update_static_eval_history(&mut self, turn: Side, static_eval: Value, ply: usize) {
        let Some(before) = ply.checked_sub(1).map(|before| self.stack[before]) else { return };
        if let (Some(value), Some(mv)) = (before.static_eval, before.quiet_move) {
            let amount = (-STATIC_EVAL_BONUS * (static_eval + value)).clamp(-MAX_BONUS, MAX_BONUS);
            self.update_butterfly_history(turn.other(), mv, amount);
        }
    }

    /// Updates the continuation histories of a reduced quiet move after its re-search.
    pub(super) fn update_late_move_history(&mut self, amount: i32, ply: usize) {
        if self.stack[ply].quiet_move.is_some() {
            self.update_continuation_histories(self.stack[ply].piece_to, ply, amount);
        }
    }

    fn update_quiet_histories(&mut self, position: &Position<S>, mv: Move, amount: i32, ply: usize) {
        self.update_butterfly_history(position.turn(), mv, amount);
        self.update_continuation_histories(self.piece_to(position, mv), ply, amount);
    }

    /// Updates the butterfly history of a quiet move.
    fn update_butterfly_history(&mut self, side: Side, mv: Move, amount: i32) {
        let (from, to) = (mv.from().index(), mv.to().index());
        self.histories.update_quiet(side.index(), from, to, amount);
    }

    /// Updates the continuation histories of a move after the moves before it.
    fn update_continuation_histories(&mut self, now: PieceTo, ply: usize, amount: i32) {
        for back in CONTINUATION_PLIES.into_iter().filter(|back| *back <= ply) {
            self.histories.update_continuation(self.stack[ply - back].piece_to, now, amount);
        }
    }

    fn update_capture_history(&mut self, position: &Position<S>, mv: Move, amount: i32) {
        if let Some((piece_to, captured)) = self.capture_history_key(position, mv) {
            self.histories.update_capture(piece_to, captured, amount);
        }
    }
}
