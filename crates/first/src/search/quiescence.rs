//! Captures and promotions until the position is quiet; a side in check tries
//! every move, so that a mate is not taken for a calm.

use rukh_rules::Position;
use rukh_rules::shape::Shape;

use super::Search;
use super::order::Scored;
use crate::score::{INFINITE, MAX_PLY, Value};

/// Plies after which checks are no longer answered with every move.
const CHECK_PLIES: u32 = 6;
/// Raw hundredths a capture may bring beside what it takes.
const SURPRISE: i32 = 120;

impl<S: Shape> Search<'_, S> {
    /// The value for the side to move once nothing more is taken.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<S>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        since: u32,
    ) -> Value {
        self.clear_line(ply);
        if self.count_node() {
            return 0;
        }
        if let Some(over) = self.ending(position) {
            return self.outcome_value(over, position.turn(), ply);
        }
        if ply >= MAX_PLY {
            return self.evaluation.value(self.rules, position);
        }
        let in_check = since < CHECK_PLIES && self.rules.is_in_check(position, position.turn());
        let mut best = -INFINITE;
        if !in_check {
            best = self.evaluation.value(self.rules, position);
            if best >= beta {
                return best;
            }
        }
        let calm = best;
        alpha = alpha.max(best);
        let mut list = std::mem::take(&mut self.scratch);
        self.rules.legal_moves_into(position, &mut list);
        self.scratch = list;
        if Self::has_no_move(&self.scratch)
            && let Some(over) = self.rules.outcome(position)
        {
            return self.outcome_value(over, position.turn(), ply);
        }
        let (start, end) = self.rank_noisy(position, in_check, alpha - calm, ply);
        for index in start..end {
            let scored = self.pick(index, end);
            let next = self.rules.play(position, scored.chosen);
            let value = -self.quiescence(&next, -beta, -alpha, ply + 1, since + 1);
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.adopt_line(ply, scored.chosen);
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        best.max(-INFINITE + 1)
    }

    /// Ranks what is tried: everything in check, else what takes or promotes
    /// without loss and could bring `wanted` more.
    fn rank_noisy(
        &mut self,
        position: &Position<S>,
        in_check: bool,
        wanted: Value,
        ply: usize,
    ) -> (usize, usize) {
        if in_check {
            let range = self.rank_moves(position, None, ply);
            return (range.start, range.end);
        }
        let start = self.moves.len();
        let surprise = self.evaluation.worth.scaled(SURPRISE);
        for index in 0..self.scratch.len() {
            let chosen = self.scratch[index];
            if chosen.promotion().is_none() && !self.rules.is_capture(position, chosen) {
                continue;
            }
            let ends = self.may_end(position, chosen);
            if !ends && self.evaluation.gain(self.rules, position, chosen) + surprise < wanted {
                continue;
            }
            let rank = self.rank_capture(position, chosen);
            if ends || !Self::is_losing_capture(rank) {
                self.moves.push(Scored { chosen, rank });
            }
        }
        (start, self.moves.len())
    }

    /// Whether a capture may end the game by baring a king, whatever it costs.
    fn may_end(&self, position: &Position<S>, chosen: rukh_rules::Move) -> bool {
        self.evaluation.is_nearly_bare(self.rules, position, position.turn().other())
            && self.rules.is_capture(position, chosen)
    }
}
