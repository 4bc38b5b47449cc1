//! The verdicts on a position, in their order.

use crate::outcome::Outcome;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::shape::Shape;

impl<S: Shape> Rules<S> {
    /// The end of the game in this position, if it has ended; repetition aside,
    /// which depends on the game's history.
    ///
    /// The verdicts in their order. In the werera only a mate that stands ends
    /// the game. In turns, first what has happened to the kings: one was
    /// captured, an escape from check failed, one is bare. Then what the side to
    /// move can do: nothing even if check were ignored; nothing in check, which
    /// is mate; nothing without check, which is stalemate. Last the counters, so
    /// that a mate goes before them.
    #[must_use]
    pub fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if position.phase() == Phase::Werera {
            return self.werera_mate(position);
        }
        self.outcome_of_kings(position)
            .or_else(|| self.outcome_by_moves(position))
            .or_else(|| self.outcome_of_counters(position))
    }

    /// The end of the game by the verdicts that need no move generation: those on
    /// the kings and, after them, the counters. A mate goes before a counter, so
    /// where the reason is a counter [`Rules::outcome`] decides.
    #[must_use]
    #[inline]
    pub fn early_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        self.outcome_but_moves(position)
    }

    /// As [`Rules::early_outcome`], always inlined.
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
