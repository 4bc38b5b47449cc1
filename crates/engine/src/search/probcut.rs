//! ProbCut: a capture that holds far above beta in a shallower search is believed.

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::Search;
use super::node::NodeContext;
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
        node: NodeContext,
        beta: Value,
        static_eval: Value,
        tt_entry: Option<TtEntry>,
    ) -> Option<Value> {
        let NodeContext { key, depth, ply, .. } = node;
        let probcut_beta = beta + self.margins.probcut;
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
        let (start, end) = self.score_noisy_moves(position, false, probcut_beta - static_eval, tt_move, ply);
        let mut found = None;
        self.path.push(key);
        for index in start..end {
            let scored = self.pick_best(index, end);
            let mv = scored.mv;
            let gain = self.evaluation.capture_gain(self.rules, position, mv);
            if !self.evaluation.see_ge(self.rules, position, (mv, scored.kind, gain), threshold) {
                continue;
            }
            self.stack[ply].piece_to = self.scored_piece_to(scored);
            self.stack[ply].quiet_move = None;
            self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
            let next = self.rules.play_piece(position, scored.kind, mv);
            self.table.prefetch(next.key());
            let mut value = -self.quiescence(&next, -probcut_beta, -probcut_beta + 1, ply + 1, 0);
            if value >= probcut_beta && !self.stopped {
                value = -self.negamax(
                    &next,
                    depth - PROBCUT_REDUCTION,
                    -probcut_beta,
                    -probcut_beta + 1,
                    ply + 1,
                );
            }
            if value >= probcut_beta || self.stopped {
                found = Some((value, mv));
                break;
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        let (value, mv) = found.filter(|_| !self.stopped)?;
        let table_key = self.tt_key(position, key);
        self.store(
            table_key,
            ply,
            depth - PROBCUT_REDUCTION + 1,
            value,
            Some(mv),
            (probcut_beta - 1, probcut_beta),
        );
        Some(value.min(WIN_IN_MAX_PLY))
    }
}
