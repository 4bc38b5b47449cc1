//! The verdicts on bare kings, and the counter of moves since.

use super::{BareCounter, BareKing, BareMate};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;

/// The sides whose king is bare.
#[derive(Clone, Copy)]
enum BaredKing {
    OnMove,
    NotOnMove,
    Both,
}

impl<S: Dimensions> Rules<S> {
    /// A bare king.
    #[inline(always)]
    pub(crate) fn king_bared(&self, position: &Position<S>) -> Option<Outcome> {
        let is_bare = |side| position.counted(self, side).is_empty();
        let bared = match (is_bare(position.turn()), is_bare(position.turn().other())) {
            (false, false) => return None,
            (true, false) => BaredKing::OnMove,
            (false, true) => BaredKing::NotOnMove,
            (true, true) => BaredKing::Both,
        };
        self.bare_king_verdict(position, bared)
    }

    #[cold]
    fn bare_king_verdict(&self, position: &Position<S>, bared: BaredKing) -> Option<Outcome> {
        let side = position.turn();
        match (self.ruleset.bare_king(), bared) {
            (BareKing::Ignored | BareKing::DrawAfter { .. }, _) => None,
            (BareKing::Draw { with_mate, .. }, _) => {
                if with_mate == BareMate::Mate && self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                Some(Outcome::draw(Reason::BareKing))
            }
            (BareKing::Loss { .. }, BaredKing::Both) => Some(Outcome::draw(Reason::BothBare)),
            (BareKing::Loss { .. }, BaredKing::NotOnMove) => Some(Outcome::win(side, Reason::BareKing)),
            (BareKing::Loss { counter, .. }, BaredKing::OnMove) => {
                if self.is_mated(position) {
                    return Some(Outcome::win(side.other(), Reason::Checkmate));
                }
                let is_saved = counter == BareCounter::NextMove && self.can_bare(position);
                (!is_saved).then_some(Outcome::win(side.other(), Reason::BareKing))
            }
        }
    }

    /// Whether the side to move can, by some throw, take the other side's last
    /// counted piece. A throw that does not allow it loses only when the turn is over.
    fn can_bare(&self, position: &Position<S>) -> bool {
        let last = position.counted(self, position.turn().other());
        last.is_single()
            && self
                .turn_moves(&self.throw(position, 0))
                .iter()
                .any(|mv| self.after_turn(position, *mv).counted(self, position.turn().other()).is_empty())
    }

    /// The moves within which the bare king had to be mated are over.
    pub(crate) fn bare_king_limit_reached(&self, position: &Position<S>) -> Option<Outcome> {
        let plies = self.ruleset.bare_king_limit()?.saturating_mul(2);
        (position.counters()[0] >= plies).then_some(Outcome::draw(Reason::BareCount))
    }

    /// Counts a ply after which a king is still bare; `before` and `after` are
    /// the guards of each side.
    pub(crate) fn count_bare_king(&self, before: [u32; 2], after: [u32; 2], next: &mut Position<S>) {
        if self.ruleset.bare_king_limit().is_none() {
            return;
        }
        let (was_bare, is_bare) = (before.contains(&0), after.contains(&0));
        let count = if was_bare && is_bare { next.counters()[0].saturating_add(1) } else { 0 };
        next.state.set_counter(0, count);
    }
}
