//! What the search need not look at: positions far above or below the window,
//! and moves that hardly ever matter.

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::node::NodeContext;
use super::{ScoredMove, Search};
use crate::score::{INFINITE, Value, WIN_IN_MAX_PLY};
use crate::transposition::TtEntry;

/// Plies up to which a value far above the window is believed.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Plies up to which one far below it is looked at only for captures.
const RAZORING_MAX_DEPTH: i32 = 3;
/// Plies up to which late quiet moves are left out.
const LATE_MOVE_PRUNING_MAX_DEPTH: i32 = 8;
/// Plies up to which quiet moves that cannot reach the window are left out.
const FUTILITY_MAX_DEPTH: i32 = 7;
/// Plies up to which moves that lose men are left out.
const SEE_PRUNING_MAX_DEPTH: i32 = 8;
/// Plies up to which quiet moves of bad repute are left out.
const HISTORY_PRUNING_MAX_DEPTH: i32 = 4;
/// Repute below which, for a ply, they are.
const HISTORY_PRUNING_PER_PLY: i32 = -3_000;

impl NodeContext {
    /// Whether quiet moves from the `number`th on are left out.
    pub(super) fn is_late_move(&self, move_count: i32) -> bool {
        let most = (4 + self.depth * self.depth) / (2 - i32::from(self.improving));
        self.depth <= LATE_MOVE_PRUNING_MAX_DEPTH && move_count > most
    }
}

impl<S: Shape> Search<'_, S> {
    /// A value outside the null window that needs no move: because the side
    /// stands far above or below it, or because even a pass keeps it above.
    pub(super) fn prune_before_moves(
        &mut self,
        position: &Position<S>,
        node: NodeContext,
        (alpha, beta): (Value, Value),
        static_eval: Value,
        tt_entry: Option<TtEntry>,
    ) -> Option<Value> {
        if beta.abs() > WIN_IN_MAX_PLY {
            return None;
        }
        if static_eval >= beta
            && let Some(value) = self.stalemate_value(position, node.ply)
        {
            return Some(value);
        }
        let depth = node.depth;
        let margin = self.margins.reverse_futility * (depth - i32::from(node.improving));
        if depth <= REVERSE_FUTILITY_MAX_DEPTH && static_eval - margin >= beta {
            return Some((static_eval + beta) / 2);
        }
        if depth <= RAZORING_MAX_DEPTH && static_eval + self.margins.razoring * depth < alpha {
            let value = self.quiescence(position, alpha, beta, node.ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        let value = self.null_move(position, node, beta, static_eval);
        if value.is_some() || self.stopped {
            return value;
        }
        self.probcut(position, node, beta, static_eval, tt_entry)
    }

    /// The most that a move could bring, the `number`th of its node and quiet if it
    /// has a repute, where it is not worth a search of `reduced` plies once
    /// something better than a loss is known; the least there is, where that is
    /// not what tells.
    pub(super) fn pruned_move_bound(
        &self,
        position: &Position<S>,
        node: NodeContext,
        (scored, history): (ScoredMove, Option<i32>),
        (move_count, reduced_depth): (i32, i32),
        alpha: Value,
    ) -> Option<Value> {
        const UNKNOWN: Value = -INFINITE;
        let depth = node.depth;
        let Some(history) = history else {
            let threshold = -self.margins.see_capture * depth;
            let gain = self.evaluation.capture_gain(self.rules, position, scored.mv);
            let taking = (scored.mv, scored.kind, gain);
            let loses = depth <= SEE_PRUNING_MAX_DEPTH
                && !self.evaluation.see_ge(self.rules, position, taking, threshold);
            return loses.then_some(UNKNOWN);
        };
        let margin = self.margins.futility + self.margins.futility_per_ply * reduced_depth.max(0);
        let most = self.stack[node.ply].static_eval.map(|static_eval| static_eval + margin);
        if let Some(most) = most.filter(|most| reduced_depth <= FUTILITY_MAX_DEPTH && *most <= alpha) {
            return Some(most);
        }
        let has_bad_history = depth <= HISTORY_PRUNING_MAX_DEPTH && history < HISTORY_PRUNING_PER_PLY * depth;
        if node.is_late_move(move_count) || has_bad_history {
            return Some(UNKNOWN);
        }
        let threshold = -self.margins.see_quiet * reduced_depth.max(1);
        let going = (scored.mv, scored.kind, 0);
        let loses =
            depth <= SEE_PRUNING_MAX_DEPTH && !self.evaluation.see_ge(self.rules, position, going, threshold);
        loses.then_some(UNKNOWN)
    }
}
