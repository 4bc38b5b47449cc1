//! The customs about mate: how a mate on the board is judged.

use super::{MateCustoms, MateRank, MateStyle};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::message::{Message, say};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;

impl MateStyle {
    /// The judgement as a sentence.
    #[must_use]
    pub fn message(self, ruleset: &Ruleset) -> Message {
        let piece = ruleset.label(self.man);
        match self.rank {
            MateRank::Poor => say::mate_style_poor(piece),
            MateRank::Respectable => say::mate_style_respectable(piece),
            MateRank::Praised => say::mate_style_praised(piece),
        }
    }
}

impl<S: Dimensions> Rules<S> {
    /// How the mate on the board is judged, if there is one and the customs say
    /// anything: by the piece that gives check, by the lowest if several do. A mate of the praised
    /// pieces is one of two at least; of one of them alone the customs say nothing.
    #[must_use]
    pub fn mate_style(&self, position: &Position<S>, loser: Side) -> Option<MateStyle> {
        if self.ruleset.laws.mate_style.law == MateCustoms::None {
            return None;
        }
        let checkers = self.checkers(position, loser);
        let styles = checkers.into_iter().filter_map(|cell| {
            let style = self.style_of(position, cell)?;
            let is_judged = style.rank < MateRank::Praised || self.has_helper(position, loser, cell);
            is_judged.then_some(style)
        });
        styles.max_by_key(|style| style.rank)
    }

    /// How a mate by the piece on a cell is judged.
    fn style_of(&self, position: &Position<S>, cell: Cell) -> Option<MateStyle> {
        let (_, man) = position.piece_at(self, cell)?;
        Some(MateStyle { rank: self.ruleset.laws.mate_style.law.rank(man)?, man })
    }

    /// Whether a praised piece beside the one that gives check has a part in the mate: without it
    /// there would be none.
    fn has_helper(&self, position: &Position<S>, loser: Side, checker: Cell) -> bool {
        let is_praised =
            |cell| self.style_of(position, cell).is_some_and(|style| style.rank == MateRank::Praised);
        let mut helpers =
            position.own(loser.other()).cells().filter(|&cell| cell != checker && is_praised(cell));
        let is_needed = |cell| {
            let mut without = *position;
            if let Some(slot) = position.slot_at(cell) {
                without.take(self, loser.other(), slot, cell);
            }
            match position.phase() {
                Phase::Werera => !self.is_mated_in_werera(&without, loser),
                _ => !self.is_mated(&without),
            }
        };
        helpers.any(is_needed)
    }
}
