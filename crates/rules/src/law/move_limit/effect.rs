//! The end of a game without progress.

use crate::dimensions::Dimensions;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;

impl<S: Dimensions> Rules<S> {
    /// Too many plies in a row without progress.
    #[inline(always)]
    pub(crate) fn moves_without_progress(&self, position: &Position<S>) -> Option<Outcome> {
        (position.state.halfmove_clock() >= self.laws.ply_limit).then_some(Outcome::draw(Reason::MoveLimit))
    }
}
