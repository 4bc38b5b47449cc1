//! Null-move pruning, verified by a search without it at high depth.

use rukh_rules::shape::Shape;
use rukh_rules::{Move, Position};

use super::node::NodeContext;
use super::{PieceTo, Search, Window};
use crate::score::{Value, WIN_IN_MAX_PLY};

/// Depth from which a null move is tried.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// Depth from which a null-move cutoff is verified by a search without one.
const NULL_MOVE_VERIFICATION_DEPTH: i32 = 12;
/// Pieces besides king and pawns below which no null move is tried (zugzwang).
const NULL_MOVE_MIN_PIECES: i32 = 3;

impl<S: Shape> Search<'_, S> {
    /// The value of a null-move cutoff. Few pieces or a running counter of the laws forbid it, since zugzwang is
    /// then likely; at high depth it is verified.
    pub(super) fn null_move(
        &mut self,
        position: &Position<S>,
        node: &NodeContext,
        static_eval: Value,
    ) -> Option<Value> {
        let NodeContext { key, depth, ply, window: Window { beta, .. }, .. } = *node;
        let counting = position.counters() != [0; 2];
        if depth < NULL_MOVE_MIN_DEPTH || static_eval < beta || counting || ply < self.null_move_min_ply {
            return None;
        }
        if self.null_moves.last().is_some_and(|(passed, _)| *passed == key) {
            return None;
        }
        let pieces = self.pieces.non_pawn_count(self.rules, position, position.turn());
        if pieces < NULL_MOVE_MIN_PIECES + i32::from(self.search_rules.stalemate_loses) {
            return None;
        }
        let next = self.rules.play(position, Move::PASS);
        self.table.prefetch(next.key());
        let above = ((static_eval - beta) / self.margins.razoring.max(1)).min(2);
        let reduction = 3 + depth / 4 + above;
        self.path.push(key);
        self.null_moves.push((next.key(), self.path.len()));
        self.stack[ply].piece_to = PieceTo::NONE;
        self.stack[ply].quiet_move = None;
        self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;
        let null = Window::below(beta);
        let value = -self.negamax(&next, null.negated(), depth - 1 - reduction, ply + 1);
        self.null_moves.pop();
        self.path.pop();
        if value < beta || self.stopped {
            return None;
        }
        let value = if value > WIN_IN_MAX_PLY { beta } else { value };
        if depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_move_min_ply > 0 {
            return Some(value);
        }
        self.null_move_min_ply = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.negamax(position, null, depth - 1 - reduction, ply);
        self.null_move_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }
}
