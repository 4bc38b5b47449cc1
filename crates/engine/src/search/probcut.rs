//! ProbCut: a capture that stays far above beta in a shallower search cuts off.

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::node::NodeContext;
use super::{Search, Window};
use crate::pieces::see::ExchangeMove;
use crate::score::{Value, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Depth from which ProbCut is tried, and the reduction of its search.
const PROBCUT_MIN_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;

impl<S: Shape> Search<'_, S> {
    /// The value of a capture that holds above `beta` plus the ProbCut margin in a reduced search.
    pub(super) fn probcut(
        &mut self,
        position: &Position<S>,
        node: &NodeContext,
        static_eval: Value,
    ) -> Option<Value> {
        let NodeContext { key, depth, ply, tt_entry, .. } = *node;
        let probcut_beta = node.window.beta + self.margins.probcut;
        let is_refuted = |tt_entry: TtEntry| {
            tt_entry.depth > depth - PROBCUT_REDUCTION
                && tt_entry.bound != Bound::Lower
                && tt_entry.value < probcut_beta
        };
        if depth < PROBCUT_MIN_DEPTH || probcut_beta >= WIN_IN_MAX_PLY || tt_entry.is_some_and(is_refuted) {
            return None;
        }
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.captures_into(position, &mut list);
        self.scratch = list;
        let threshold = (probcut_beta - static_eval).max(0);
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.mv);
        let null = Window::below(probcut_beta);
        let range = self.score_captures(position, probcut_beta - static_eval, tt_move, ply);
        let mut cutoff = None;
        self.path.push(key);
        for index in range.clone() {
            let scored = self.pick_best(index, range.end);
            let mv = scored.mv;
            let gain = self.pieces.capture_gain(self.rules, position, mv);
            let exchange = ExchangeMove { mv, kind: scored.kind, gain };
            if !self.pieces.see_ge(self.rules, position, exchange, threshold) {
                continue;
            }
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            self.stack[ply].quiet_move = None;
            self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
            let next = self.rules.play_piece(position, scored.kind, mv);
            self.table.prefetch(next.key());
            let mut value = -self.quiescence(&next, null.negated(), ply + 1, 0);
            if value >= probcut_beta && !self.stopped {
                value = -self.negamax(&next, null.negated(), depth - PROBCUT_REDUCTION, ply + 1);
            }
            if value >= probcut_beta || self.stopped {
                cutoff = Some((value, mv));
                break;
            }
        }
        self.path.pop();
        self.moves.truncate(range.start);
        let (value, mv) = cutoff.filter(|_| !self.stopped)?;
        let table_key = self.tt_key(position, key);
        let entry = TtEntry {
            mv: Some(mv),
            value,
            depth: depth - PROBCUT_REDUCTION + 1,
            bound: null.bound_of(value),
        };
        self.table.store(table_key, ply, entry);
        Some(value.min(WIN_IN_MAX_PLY))
    }
}
