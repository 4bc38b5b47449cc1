//! Promotion on a board of one shape.

use super::{PromotionChoice, PromotionDuty};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::Side;
use crate::kind::PieceKindSet;
use crate::law::ranks;
use crate::rules::SlotTable;
use crate::ruleset::Ruleset;

/// How a slot's pieces promote.
#[derive(Debug, Clone)]
pub(crate) struct SlotPromotion<B> {
    /// The zone of each side.
    pub(crate) zone: [B; 2],
    /// The kinds, by [`PieceKind`].
    pub(crate) to: PieceKindSet,
    pub(crate) choice: PromotionChoice,
    pub(crate) duty: PromotionDuty,
}

impl<B: CellSet> SlotPromotion<B> {
    /// The promotion of every slot of a shape.
    pub(crate) fn of_slots<S: Dimensions<Set = B>>(
        ruleset: &Ruleset,
        slots: &SlotTable,
    ) -> Vec<Option<SlotPromotion<B>>> {
        let geometry = ruleset.geometry;
        let mut found = vec![None; S::SLOTS];
        for promotion in ruleset.promotions() {
            let zone = |side| ranks(geometry, side, |rank| rank + promotion.ranks >= geometry.ranks());
            found[slots.of(promotion.man)] = Some(SlotPromotion {
                zone: Side::BOTH.map(zone),
                to: promotion.to,
                choice: promotion.choice,
                duty: promotion.duty,
            });
        }
        found
    }
}
