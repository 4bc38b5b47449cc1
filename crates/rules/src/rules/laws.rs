//! The laws as move generation and play need them: sets of slots and cells,
//! counts and switches.

use super::{SLOTS, SlotTable};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::Side;
use crate::law::MoveLimit;
use crate::law::castling::compiled::Castle;
use crate::law::pawn_step::compiled::LongStep;
use crate::law::promotion::compiled::SlotPromotion;
use crate::ruleset::Ruleset;

/// The laws of a ruleset compiled for one shape.
#[derive(Debug)]
pub(crate) struct CompiledLaws<S: Dimensions> {
    /// The slots that each slot may not capture.
    pub(crate) immune_slots: [u64; SLOTS],
    /// Where each side's pieces of a slot promote; nowhere if they do not.
    pub(crate) zones: [[S::Set; SLOTS]; 2],
    pub(crate) promotions: Vec<Option<SlotPromotion<S::Set>>>,
    /// The pieces of each kind in the array, by side and kind.
    pub(crate) array_counts: [[u8; 32]; 2],
    pub(crate) long_step: Option<LongStep<S::Set>>,
    pub(crate) castles: Vec<Castle<S::Set>>,
    /// Castling rights that survive a move from or to a cell.
    pub(crate) rights_kept: Vec<u8>,
    pub(crate) king_must_be_safe: bool,
    pub(crate) king_capturable: bool,
    /// Slots of pieces that do not keep a king from being bare.
    pub(crate) uncounted: u64,
    /// The whole width for each of those slots, nothing for the others.
    pub(crate) uncounted_masks: S::Pieces,
    /// Slots whose moves are progress.
    pub(crate) zeroing_slots: u64,
    pub(crate) has_counters: bool,
    pub(crate) has_bare: bool,
    pub(crate) has_die: bool,
    pub(crate) ply_limit: u16,
}

impl<S: Dimensions> CompiledLaws<S> {
    pub(super) fn new(ruleset: &Ruleset, slots: &SlotTable) -> CompiledLaws<S> {
        let guards = ruleset.guards();
        let uncounted = slots.of_set(ruleset.kinds().filter(|kind| !guards.has(*kind)).collect());
        let mut uncounted_masks = S::NO_PIECES;
        for (slot, mask) in uncounted_masks.as_mut()[..S::SLOTS].iter_mut().enumerate() {
            *mask = if uncounted >> slot & 1 == 1 { S::Set::FULL } else { S::Set::EMPTY };
        }
        let mut immune_slots = [0; SLOTS];
        for kind in ruleset.kinds() {
            immune_slots[slots.of(kind)] = slots.of_set(ruleset.immune_to(kind));
        }
        let promotions = SlotPromotion::of_slots::<S>(ruleset, slots);
        let mut zones = [[S::Set::EMPTY; SLOTS]; 2];
        for (slot, promotion) in promotions.iter().enumerate() {
            for side in Side::BOTH {
                zones[side.index()][slot] =
                    promotion.as_ref().map_or(S::Set::EMPTY, |promotion| promotion.zone[side.index()]);
            }
        }
        let castles = Castle::of_array(ruleset);
        let mut rights_kept = vec![!0; ruleset.geometry.cells()];
        for castle in &castles {
            rights_kept[castle.king_from.index()] &= !castle.right;
            rights_kept[castle.rook_from.index()] &= !castle.right;
        }
        CompiledLaws {
            immune_slots,
            zones,
            promotions,
            array_counts: array_counts(ruleset),
            long_step: LongStep::of_ruleset(ruleset, slots),
            castles,
            rights_kept,
            king_must_be_safe: ruleset.is_king_guarded(),
            king_capturable: ruleset.is_king_capturable(),
            uncounted,
            uncounted_masks,
            zeroing_slots: slots.of_set(match ruleset.laws.move_limit.law {
                MoveLimit::None => ruleset.pawns,
                MoveLimit::Draw { pawns, .. } => pawns,
            }),
            has_counters: ruleset.bare_king_limit().or(ruleset.lone_man_limit()).is_some(),
            has_bare: ruleset.bare_king().counts().is_some(),
            has_die: ruleset.has_die(),
            ply_limit: ruleset.move_limit().unwrap_or(u16::MAX),
        }
    }
}

fn array_counts(ruleset: &Ruleset) -> [[u8; 32]; 2] {
    let mut counts = [[0; 32]; 2];
    for letter in ruleset.start().placement.chars().filter(char::is_ascii_alphabetic) {
        if let Some(kind) = ruleset.kind(letter) {
            let count: &mut u8 = &mut counts[usize::from(letter.is_ascii_lowercase())][kind.index()];
            *count = count.saturating_add(1);
        }
    }
    counts
}
