//! The counter of a lone piece, and its end.

use super::{LoneManCount, LoneManLimit};
use crate::dimensions::Dimensions;
use crate::message::{Message, say};
use crate::outcome::{Outcome, Reason};
use crate::play::Mover;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;

impl LoneManLimit {
    /// The end of the game by this law.
    pub(crate) fn end(self, ruleset: &Ruleset) -> Message {
        let king = ruleset.label(ruleset.royal());
        match self {
            LoneManLimit::LoneMan { limit, moves } => {
                say::outcome_lone_man_limit(moves.choice(), ruleset.bare_choice(), king, limit)
            }
            LoneManLimit::None => say::outcome_unexplained_draw(),
        }
    }
}

impl<S: Dimensions> Rules<S> {
    /// A side with one guard left has made its moves.
    pub(crate) fn lone_man_limit_reached(&self, position: &Position<S>) -> Option<Outcome> {
        let limit = self.ruleset.lone_man_limit()?;
        let is_reached = position.counters().iter().any(|&count| count >= limit);
        is_reached.then_some(Outcome::draw(Reason::LoneManLimit))
    }

    /// Counts a move of a side that had one guard before it and has one after it.
    pub(crate) fn count_lone_man(
        &self,
        before: [u32; 2],
        after: [u32; 2],
        mover: Mover,
        next: &mut Position<S>,
    ) {
        let LoneManLimit::LoneMan { moves, .. } = self.ruleset.laws.support.law else { return };
        let side = mover.side.index();
        let by_guard = mover.slot.is_some_and(|slot| self.laws.uncounted >> slot & 1 == 0);
        if before[side] == 1 && (moves == LoneManCount::Any || by_guard) {
            next.state.set_counter(side, next.counters()[side].saturating_add(1));
        }
        for side in 0..2 {
            if after[side] != 1 || before[side] != 1 {
                next.state.set_counter(side, 0);
            }
        }
    }
}
