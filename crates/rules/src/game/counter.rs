//! The counters of the laws in a game.

use super::Game;
use crate::geometry::Side;
use crate::law::counter::LawCounter;
use crate::position::Phase;

impl Game {
    /// The counters that matter to the players now: in the werera those of the
    /// werera, afterwards those of the laws that can draw the game.
    #[must_use]
    pub fn counters(&self) -> Vec<LawCounter> {
        let laws = self.ruleset.laws();
        if self.position.phase() == Phase::Werera {
            return laws.opening.law.counters(&self.werera, self.position.turn());
        }
        let guards = Side::BOTH.map(|side| self.position.counted_pieces(&self.rules, side));
        let counts = self.position.counters();
        let bare_king = laws.bare_king.law;
        let mut found = laws.support.law.counters(bare_king, counts, guards);
        found.extend(bare_king.counter(counts));
        found.extend(laws.repetition.law.counter(&self.keys));
        found.extend(laws.move_limit.law.counter(self.position.halfmove_clock()));
        found
    }

    /// Whether the bundle of the side on move is full; false without bundles.
    #[must_use]
    pub fn is_bundle_full(&self) -> bool {
        self.over.is_none()
            && self.position.phase() == Phase::Werera
            && self.ruleset.werera().is_some_and(|law| self.werera.is_batch_full(&law))
    }
}
