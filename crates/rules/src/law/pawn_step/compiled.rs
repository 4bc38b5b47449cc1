//! A pawn's first step on a board of one shape.

use super::{EnPassant, LongFirstStep};
use crate::bits::CellSet;
use crate::geometry::Side;
use crate::law::ranks;
use crate::rules::SlotTable;
use crate::ruleset::Ruleset;

/// A pawn's long first step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongStep<B> {
    pub(crate) slot: usize,
    /// The cells it starts from, for each side.
    pub(crate) from: [B; 2],
    pub(crate) steps: u8,
    pub(crate) en_passant: EnPassant,
    pub(crate) end: LongStepEnd,
}

/// Where a long first step may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongStepEnd {
    /// Short of the promotion zone, always.
    BeforePromotion,
    /// In the promotion zone too, as on low boards.
    Promotion,
}

impl<B: CellSet> LongStep<B> {
    /// The long first step of a ruleset, if it has one.
    pub(crate) fn of_ruleset(ruleset: &Ruleset, slots: &SlotTable) -> Option<LongStep<B>> {
        let LongFirstStep { kind, rank, steps, en_passant } = ruleset.long_step()?;
        let geometry = ruleset.geometry;
        Some(LongStep {
            slot: slots.of(kind),
            from: Side::BOTH.map(|side| ranks(geometry, side, |own| own + 1 == rank)),
            steps,
            en_passant,
            end: if ruleset.laws.promotes_by_long_step(geometry) {
                LongStepEnd::Promotion
            } else {
                LongStepEnd::BeforePromotion
            },
        })
    }
}
