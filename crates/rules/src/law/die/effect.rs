//! The pieces that a throw lets move.

use crate::dimensions::Dimensions;
use crate::position::Position;
use crate::rules::Rules;

impl<S: Dimensions> Rules<S> {
    /// Slots whose pieces may move now: the die's, and in check those the law of check leaves.
    #[inline(always)]
    pub(crate) fn movable_slots(&self, position: &Position<S>, throw: u8) -> u64 {
        if !self.laws.has_die {
            return !0;
        }
        self.slots_in_check(position, self.slots_of(self.ruleset.pieces_of_face(throw)))
    }

    /// Slots whose pieces may move now or, before the throw, by some throw.
    pub(crate) fn slots_in_reach(&self, position: &Position<S>) -> u64 {
        if !self.laws.has_die || position.state.throw() > 0 {
            return self.movable_slots(position, position.state.throw());
        }
        let faces = 1..=self.ruleset.faces();
        faces.fold(0, |slots, face| slots | self.movable_slots(position, face))
    }
}
