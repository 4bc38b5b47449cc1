//! The escape from check that failed.

use super::CheckLaw;
use crate::dimensions::Dimensions;
use crate::outcome::{Outcome, Reason};
use crate::position::{Phase, Position};
use crate::rules::{ROYAL, Rules};

impl<S: Dimensions> Rules<S> {
    /// The pass by which the opponent claimed a failed escape.
    #[inline(always)]
    pub(crate) fn failed_escape(&self, position: &Position<S>) -> Option<Outcome> {
        let loser = position.turn();
        (position.phase() == Phase::Claimed).then_some(Outcome::win(loser.other(), Reason::FailedEscape))
    }

    /// Whether the side not on move is still in check after its one throw, so
    /// that the side on move can only claim the game by a pass.
    pub(crate) fn awaits_claim(&self, position: &Position<S>) -> bool {
        self.ruleset.has_one_throw_to_escape() && self.is_king_attacked(position, position.turn().other())
    }

    /// Claims a failed escape by the pass that answers it.
    pub(crate) fn claim_by_pass(&self, position: &Position<S>, next: &mut Position<S>) {
        if self.awaits_claim(position) {
            next.state.set_phase(Phase::Claimed);
        }
    }

    /// The slots, of those that the die names, that the law of check leaves.
    #[inline(always)]
    pub(crate) fn slots_in_check(&self, position: &Position<S>, named: u64) -> u64 {
        match self.ruleset.laws.check.law {
            CheckLaw::RoyalFaceOnly if self.is_in_check(position, position.turn()) => named & (1 << ROYAL),
            CheckLaw::OneThrow if self.is_king_attacked(position, position.turn().other()) => 0,
            _ => named,
        }
    }
}
