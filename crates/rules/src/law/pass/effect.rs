//! When a side may or must pass.

use super::PassLaw;
use crate::dimensions::Dimensions;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<S: Dimensions> Rules<S> {
    /// Whether a pass stands beside these moves.
    pub(crate) fn may_pass(&self, position: &Position<S>, moves: &[Move]) -> bool {
        match self.ruleset.laws.pass.law {
            PassLaw::Never => false,
            _ if moves.is_empty() => true,
            PassLaw::Forced => false,
            _ if self.is_in_check(position, position.turn()) => false,
            PassLaw::Free => true,
            PassLaw::FreeExceptPawns { men } => {
                let slots = self.slots_of(men);
                !moves.iter().any(|mv| position.slot_at(mv.from()).is_some_and(|slot| slots >> slot & 1 == 1))
            }
        }
    }
}
