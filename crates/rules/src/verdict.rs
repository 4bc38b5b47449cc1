//! The verdicts on a position, in their order.

use crate::dimensions::Dimensions;
use crate::outcome::Outcome;
use crate::position::{Phase, Position};
use crate::rules::Rules;

impl<S: Dimensions> Rules<S> {
    /// [`Rules::outcome`]: the verdicts in their order.
    pub(crate) fn verdict(&self, position: &Position<S>) -> Option<Outcome> {
        if position.phase() == Phase::Werera {
            return self.werera_mate(position);
        }
        self.outcome_of_kings(position)
            .or_else(|| self.outcome_by_moves(position))
            .or_else(|| self.outcome_of_counters(position))
    }

    /// [`Rules::early_outcome`], always inlined.
    #[inline(always)]
    pub(crate) fn outcome_but_moves(&self, position: &Position<S>) -> Option<Outcome> {
        if let Some(over) = self.outcome_of_kings(position) {
            return Some(over);
        }
        self.outcome_of_counters(position)
    }

    /// Captured kings, failed escapes, bare kings.
    #[inline(always)]
    fn outcome_of_kings(&self, position: &Position<S>) -> Option<Outcome> {
        if self.laws.king_capturable || S::GENERAL {
            if let Some(over) = self.king_captured(position) {
                return Some(over);
            }
            if let Some(over) = self.failed_escape(position) {
                return Some(over);
            }
        }
        if self.laws.has_bare { self.king_bared(position) } else { None }
    }

    /// Mate and stalemate. After a throw they have been decided before it.
    fn outcome_by_moves(&self, position: &Position<S>) -> Option<Outcome> {
        if position.state.throw() > 0 || self.awaits_claim(position) {
            return None;
        }
        if let Some(over) = self.no_pseudo_move(position) {
            return Some(over);
        }
        match self.is_in_check(position, position.turn()) {
            true => self.checkmate(position),
            false => self.stalemate(position),
        }
    }

    /// The lone piece's moves, the moves since a king was bared, moves without progress.
    #[inline(always)]
    fn outcome_of_counters(&self, position: &Position<S>) -> Option<Outcome> {
        if self.laws.has_counters
            && let Some(over) = self.guards_counted_out(position)
        {
            return Some(over);
        }
        self.moves_without_progress(position)
    }

    #[cold]
    fn guards_counted_out(&self, position: &Position<S>) -> Option<Outcome> {
        self.lone_man_limit_reached(position).or_else(|| self.bare_king_limit_reached(position))
    }
}
