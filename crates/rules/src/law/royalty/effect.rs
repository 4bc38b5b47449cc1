//! The capture of a king.

use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::Side;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::{ROYAL, Rules};

impl<S: Dimensions> Rules<S> {
    /// A king that was captured.
    #[inline(always)]
    pub(crate) fn king_captured(&self, position: &Position<S>) -> Option<Outcome> {
        for side in Side::BOTH {
            if !position.of(ROYAL).meets(position.own(side)) {
                return Some(Outcome::win(side.other(), Reason::KingCaptured));
            }
        }
        None
    }

    /// The side to move is in check and has no move; with a die, by no throw.
    pub(crate) fn checkmate(&self, position: &Position<S>) -> Option<Outcome> {
        self.is_mated(position).then(|| Outcome::win(position.turn().other(), Reason::Checkmate))
    }

    /// Whether the side to move is in check and has no move; with a die, by no
    /// throw. Where one throw must end a check there is no mate: the failed
    /// escape is claimed instead.
    pub(crate) fn is_mated(&self, position: &Position<S>) -> bool {
        !self.ruleset.has_one_throw_to_escape()
            && self.is_in_check(position, position.turn())
            && !self.has_any_move(&self.throw(position, 0))
    }
}
