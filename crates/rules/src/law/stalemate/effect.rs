//! The end of a game whose side to move has no move.

use super::Stalemate;
use crate::dimensions::Dimensions;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;

impl<S: Dimensions> Rules<S> {
    /// The side to move could move no piece even if check were ignored.
    pub(crate) fn no_pseudo_move(&self, position: &Position<S>) -> Option<Outcome> {
        let is_lost =
            self.ruleset.stalemate() == Stalemate::LossWithoutPseudoMove && !self.has_pseudo_move(position);
        is_lost.then(|| Outcome::win(position.turn().other(), Reason::NoPseudoMove))
    }

    /// The side to move, not in check, has no move; with a die, by no throw.
    pub(crate) fn stalemate(&self, position: &Position<S>) -> Option<Outcome> {
        let outcome = match self.ruleset.stalemate() {
            Stalemate::Loss => Outcome::win(position.turn().other(), Reason::Stalemate),
            Stalemate::Draw => Outcome::draw(Reason::Stalemate),
            Stalemate::Win => Outcome::win(position.turn(), Reason::Stalemate),
            Stalemate::Pass | Stalemate::LossWithoutPseudoMove => return None,
        };
        (!self.has_any_move(position)).then_some(outcome)
    }
}
