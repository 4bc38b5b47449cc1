//! Which slot of a position holds which kind of piece.
//!
//! Specialised shapes know at compile time which slots leap and which ride, so
//! kinds are put where their movement fits.

use super::requirements::ShapeRequirements;
use crate::dimensions::Dimensions;
use crate::kind::{PieceKind, PieceKindSet};
use crate::ruleset::Ruleset;

/// The most slots of any shape: as many kinds as a set can hold, and the two that may stay empty.
pub(crate) const SLOTS: usize = 34;
/// The slot of the pawns, where they are plain.
pub(crate) const PAWN: usize = 0;
/// The slot of the royal piece.
pub(crate) const ROYAL: usize = 1;

/// The slots of a ruleset's kinds: pawns, royal, leapers, riders.
#[derive(Debug)]
pub(crate) struct SlotTable {
    pub(crate) slot_of: [u8; 32],
    pub(crate) kind_of: [PieceKind; SLOTS],
    /// The number of kinds that have a slot.
    pub(crate) kinds: usize,
    /// Slots `2..first_rider` leap, `first_rider..count` ride.
    pub(crate) first_rider: usize,
    pub(crate) count: usize,
    pub(crate) royal_rides: bool,
    /// Whether slot 0 holds plain pawns, moved all at once.
    pub(crate) plain_pawns: bool,
}

impl SlotTable {
    /// Gives every kind of a ruleset a slot of the shape.
    ///
    /// # Panics
    /// If the shape has no room for them.
    pub(super) fn new<S: Dimensions>(ruleset: &Ruleset, survey: &ShapeRequirements) -> SlotTable {
        let royal = ruleset.royal().index();
        let pawn = survey.plain_pawn(ruleset);
        let mut slots = SlotTable {
            slot_of: [0; 32],
            kind_of: [PieceKind(0); SLOTS],
            first_rider: 0,
            count: 0,
            kinds: ruleset.pieces.len(),
            royal_rides: survey.traits[royal].rides,
            plain_pawns: pawn.is_some(),
        };
        let mut place = |kind: usize, slot: usize| {
            assert!(slot < S::SLOTS, "the ruleset does not fit the shape");
            slots.slot_of[kind] = slot as u8;
            slots.kind_of[slot] = PieceKind(kind as u8);
        };
        let rest: Vec<usize> =
            (0..ruleset.pieces.len()).filter(|&kind| kind != royal && Some(kind) != pawn).collect();
        let (riders, leapers): (Vec<usize>, Vec<usize>) =
            rest.into_iter().partition(|&kind| survey.traits[kind].rides);
        pawn.into_iter().for_each(|kind| place(kind, PAWN));
        place(royal, ROYAL);
        leapers.iter().enumerate().for_each(|(index, &kind)| place(kind, 2 + index));
        let first_rider = if S::GENERAL { 2 + leapers.len() } else { 2 + S::LEAPERS };
        riders.iter().enumerate().for_each(|(index, &kind)| place(kind, first_rider + index));
        slots.first_rider = first_rider;
        slots.count = first_rider + riders.len();
        slots
    }

    /// The slot of a kind.
    #[inline(always)]
    pub(crate) fn of(&self, kind: PieceKind) -> usize {
        usize::from(self.slot_of[kind.index()])
    }

    /// The slots of a set of kinds, as bits.
    pub(crate) fn of_set(&self, kinds: PieceKindSet) -> u64 {
        if kinds == PieceKindSet::ALL {
            return !0;
        }
        let known = kinds.iter().filter(|kind| kind.index() < self.kinds);
        known.fold(0_u64, |slots, kind| slots | 1 << self.slot_of[kind.index()])
    }
}
