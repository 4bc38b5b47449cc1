//! Pruning: reverse futility and razoring before the moves; late-move, futility, history and SEE
//! pruning of moves, never of checks.

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::node::NodeContext;
use super::{ScoredMove, Search, Window};
use crate::pieces::see::ExchangeMove;
use crate::score::{INFINITE, Value, WIN_IN_MAX_PLY};

/// Maximum depth of reverse futility pruning.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Maximum depth of razoring.
const RAZORING_MAX_DEPTH: i32 = 3;
/// Maximum depth of late-move pruning.
const LATE_MOVE_PRUNING_MAX_DEPTH: i32 = 8;
/// Maximum reduced depth of futility pruning.
const FUTILITY_MAX_DEPTH: i32 = 7;
/// Maximum depth of pruning by static exchange evaluation.
const SEE_PRUNING_MAX_DEPTH: i32 = 8;
/// Maximum depth of history pruning.
const HISTORY_PRUNING_MAX_DEPTH: i32 = 4;
/// History score, for each ply of depth, below which a quiet move is pruned.
const HISTORY_PRUNING_PER_PLY: i32 = -3_000;

/// A move that may be pruned.
pub(super) struct PruningCandidate {
    pub(super) scored: ScoredMove,
    /// History score of a quiet move.
    pub(super) history: Option<i32>,
    /// Moves searched before it.
    pub(super) move_count: i32,
    /// Depth of the node less the reduction of the move.
    pub(super) reduced_depth: i32,
    pub(super) alpha: Value,
}

impl NodeContext {
    /// Whether late-move pruning skips quiet moves from this move count on.
    pub(super) fn is_late_move(&self, move_count: i32) -> bool {
        let limit = (4 + self.depth * self.depth) / (2 - i32::from(self.improving));
        self.depth <= LATE_MOVE_PRUNING_MAX_DEPTH && move_count > limit
    }
}

impl<S: Shape> Search<'_, S> {
    /// A value outside the null window that needs no search of all moves: stalemate, reverse futility,
    /// razoring, null move, ProbCut.
    pub(super) fn prune_before_moves(
        &mut self,
        position: &Position<S>,
        node: &NodeContext,
        static_eval: Value,
    ) -> Option<Value> {
        let Window { alpha, beta } = node.window;
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
            let value = self.quiescence(position, node.window, node.ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        let value = self.null_move(position, node, static_eval);
        if value.is_some() || self.stopped {
            return value;
        }
        self.probcut(position, node, static_eval)
    }

    /// An upper bound of a pruned move's value, `-INFINITE` where none is known; `None` if the move is not pruned.
    pub(super) fn pruned_move_bound(
        &self,
        position: &Position<S>,
        node: &NodeContext,
        candidate: PruningCandidate,
    ) -> Option<Value> {
        const UNKNOWN: Value = -INFINITE;
        let PruningCandidate { scored, history, move_count, reduced_depth, alpha } = candidate;
        let depth = node.depth;
        let Some(history) = history else {
            let threshold = -self.margins.see_capture * depth;
            let gain = self.pieces.capture_gain(self.rules, position, scored.mv);
            let capture = ExchangeMove { mv: scored.mv, kind: scored.kind, gain };
            let loses = depth <= SEE_PRUNING_MAX_DEPTH
                && !self.pieces.see_ge(self.rules, position, capture, threshold);
            return loses.then_some(UNKNOWN);
        };
        let margin = self.margins.futility + self.margins.futility_per_ply * reduced_depth.max(0);
        let bound = self.stack[node.ply].static_eval.map(|static_eval| static_eval + margin);
        if let Some(bound) = bound.filter(|bound| reduced_depth <= FUTILITY_MAX_DEPTH && *bound <= alpha) {
            return Some(bound);
        }
        let has_bad_history = depth <= HISTORY_PRUNING_MAX_DEPTH && history < HISTORY_PRUNING_PER_PLY * depth;
        if node.is_late_move(move_count) || has_bad_history {
            return Some(UNKNOWN);
        }
        let threshold = -self.margins.see_quiet * reduced_depth.max(1);
        let quiet = ExchangeMove { mv: scored.mv, kind: scored.kind, gain: 0 };
        let loses =
            depth <= SEE_PRUNING_MAX_DEPTH && !self.pieces.see_ge(self.rules, position, quiet, threshold);
        loses.then_some(UNKNOWN)
    }
}
