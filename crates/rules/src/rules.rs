//! Compiled rules: the tables that generation runs on.
//!
//! [`Rules`] is a [`Ruleset`] turned into tables for one [`Shape`]: where men
//! leap, along which lines they ride, from where they reach a cell and over
//! which cells, and the laws' constants. Paths are kept as the *mover* goes
//! them: a bent rider reaches back the way it came by other cells.

use std::sync::Arc;

use crate::bits::CellSet;
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::{EnPassant, PromotionChoice, PromotionDuty};
use crate::movement::{Hurdle, Mode, Route};
use crate::ruleset::Ruleset;
use crate::shape::{Any, Shape, ShapeKind};
use crate::unchecked_table::UncheckedTable;

pub(crate) mod castles;
mod requirements;
mod tables;

pub(crate) use castles::Castle;

/// The most slots of any shape: as many kinds as a set can hold, and the two that may stay empty.
pub(crate) const SLOTS: usize = 34;
/// The slot of the pawns, where they are plain.
pub(crate) const PAWN: usize = 0;
/// The slot of the royal man.
pub(crate) const ROYAL: usize = 1;

/// Two rays, one of rising and one of falling cell numbers, answered by one
/// subtraction: every cell from the last blocker below to the first above.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<B> {
    pub(crate) below: B,
    pub(crate) above: B,
    /// Where a man may stop.
    pub(crate) mask: B,
    pub(crate) mode: Mode,
}

/// One cell reached over a path of any form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BentPath<B> {
    pub(crate) path: B,
    pub(crate) to: Cell,
    pub(crate) mode: Mode,
}

/// One cell reached by hopping over exactly one man.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HurdlePath<B> {
    /// The cells passed, all empty but one.
    pub(crate) path: B,
    /// Where on the path the one man may stand.
    pub(crate) hurdles: B,
    pub(crate) to: Cell,
    pub(crate) mode: Mode,
}

impl<B: CellSet> HurdlePath<B> {
    /// Whether the path may be gone with this occupation.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: B) -> bool {
        let men = self.path & occupied;
        men.is_single() && men.meets(self.hurdles)
    }
}

/// Where a slot's tables for one side begin, and how many entries a cell has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) per_cell: usize,
}

/// How a slot's men promote.
#[derive(Debug, Clone)]
pub(crate) struct SlotPromotion<B> {
    /// The zone of each side.
    pub(crate) zone: [B; 2],
    /// The kinds, by [`PieceKind`].
    pub(crate) to: PieceKindSet,
    pub(crate) choice: PromotionChoice,
    pub(crate) duty: PromotionDuty,
}

/// A pawn's long first step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongStep<B> {
    pub(crate) slot: usize,
    /// The cells it starts from, for each side.
    pub(crate) from: [B; 2],
    pub(crate) steps: u8,
    pub(crate) en_passant: EnPassant,
    /// Whether it may end where the man is promoted.
    pub(crate) promotes: bool,
}

/// A ruleset compiled for one shape.
#[derive(Debug)]
pub struct Rules<S: Shape = Any> {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) geometry: Geometry,
    pub(crate) board: S::Set,
    pub(crate) cells: usize,
    pub(crate) slot_of: [u8; 32],
    pub(crate) kind_of: [PieceKind; SLOTS],
    /// Slots `2..first_rider` leap, `first_rider..slots` ride.
    pub(crate) first_rider: usize,
    pub(crate) slots: usize,
    pub(crate) royal_rides: bool,
    /// Whether slot 0 holds plain pawns, moved all at once.
    pub(crate) plain_pawns: bool,
    /// Every file but the first, every file but the last: for pawns' captures.
    pub(crate) not_first_file: S::Set,
    pub(crate) not_last_file: S::Set,
    /// Where a leaper or pawn may go if nobody is there:
    /// `[(side * SLOTS + slot) * stride + cell]`.
    pub(crate) quiet_leaps: UncheckedTable<S::Set>,
    /// First where a leaper or pawn may take: `[(side * SLOTS + slot) * stride + cell]`.
    /// Then from where a man of that side attacks the cell, if a rider blockers
    /// aside: as many again.
    pub(crate) reach_sets: UncheckedTable<S::Set>,
    /// In general shapes.
    pub(crate) lines: UncheckedTable<Line<S::Set>>,
    /// In specialised shapes: each cell's lines as [`CellSet::pack`] lays them, two,
    /// four or eights of them.
    pub(crate) packed_lines: UncheckedTable<u64>,
    pub(crate) line_span: [[Span; SLOTS]; 2],
    pub(crate) bent_paths: Vec<Vec<BentPath<S::Set>>>,
    pub(crate) has_bent_paths: bool,
    /// In general shapes, by [`Rules::at`]: where hoppers land. Empty where the
    /// ruleset has none.
    pub(crate) hurdle_paths: Vec<Vec<HurdlePath<S::Set>>>,
    /// Whether any man hops. A move can then open, close and make a check by
    /// where it leaves or puts a hurdle, so every move is tried out.
    pub(crate) has_hoppers: bool,
    /// The cells that must be empty for the rider on `s` to attack `k`:
    /// `[path_start[side][slot] + (k * stride + s) * paths + alternative]`,
    /// the whole board where there is no such alternative.
    pub(crate) paths: UncheckedTable<S::Set>,
    pub(crate) path_start: [[usize; SLOTS]; 2],
    pub(crate) path_count: usize,
    pub(crate) immune_slots: [u64; SLOTS],
    /// Where each side's men of a slot become others, nowhere if they do not.
    pub(crate) zones: [[S::Set; SLOTS]; 2],
    pub(crate) promotions: Vec<Option<SlotPromotion<S::Set>>>,
    /// How many of each kind the array has, by side and kind.
    pub(crate) array_counts: [[u8; 32]; 2],
    pub(crate) long_step: Option<LongStep<S::Set>>,
    pub(crate) castles: Vec<Castle<S::Set>>,
    /// Castling rights that survive a move from or to a cell.
    pub(crate) rights_kept: Vec<u8>,
    pub(crate) king_must_be_safe: bool,
    pub(crate) king_capturable: bool,
    /// Slots of men that do not keep a king from being bare.
    pub(crate) uncounted: u64,
    /// The whole width for each of those slots, nothing for the others.
    pub(crate) uncounted_masks: S::Pieces,
    /// For each side and slot the whole width there, and for that side's men.
    pub(crate) arrivals: [Vec<S::Pieces>; 2],
    /// Slots whose moves are progress.
    pub(crate) zeroing_slots: u64,
    pub(crate) has_counters: bool,
    pub(crate) has_bare: bool,
    pub(crate) has_die: bool,
    pub(crate) ply_limit: u16,
    /// `[(side * 32 + kind) * cells + cell]`
    pub(crate) piece_keys: UncheckedTable<u64>,
}

impl<S: Shape> Rules<S> {
    /// The ruleset these tables come from.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    #[inline(always)]
    pub(crate) fn at(&self, side: Side, slot: usize, cell: Cell) -> usize {
        (side.index() * S::SLOTS + slot) * self.stride() + cell.index()
    }

    /// Entries a table has for each slot: in specialised shapes a constant, so that a
    /// slot's entry is one load away.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        if S::GENERAL { self.cells } else { S::Set::CAPACITY }
    }

    /// Where the attackers of a cell stand in [`Rules::reach_sets`].
    #[inline(always)]
    pub(crate) fn at_attackers(&self, side: Side, slot: usize, cell: Cell) -> usize {
        self.at(side, slot, cell) + 2 * S::SLOTS * self.stride()
    }

    /// Where hoppers of a slot land from a cell; nothing where no man hops.
    #[inline(always)]
    pub(crate) fn hurdle_paths_of(&self, side: Side, slot: usize, from: Cell) -> &[HurdlePath<S::Set>] {
        if S::GENERAL && self.has_hoppers { &self.hurdle_paths[self.at(side, slot, from)] } else { &[] }
    }

    #[inline(always)]
    pub(crate) fn slot(&self, kind: PieceKind) -> usize {
        usize::from(self.slot_of[kind.index()])
    }

    /// The slots of a set of kinds.
    pub(crate) fn slots_of(&self, kinds: PieceKindSet) -> u64 {
        if kinds == PieceKindSet::ALL {
            return !0;
        }
        kinds
            .iter()
            .filter(|kind| kind.index() < self.ruleset.pieces.len())
            .fold(0_u64, |slots, kind| slots | 1 << self.slot_of[kind.index()])
    }

    /// One past the last leaper's slot.
    #[inline(always)]
    pub(crate) fn leapers_end(&self) -> usize {
        if S::GENERAL { self.first_rider } else { 2 + S::LEAPERS }
    }

    /// One past the last rider's slot.
    #[inline(always)]
    pub(crate) fn riders_end(&self) -> usize {
        if S::GENERAL { self.slots } else { 2 + S::LEAPERS + S::RIDERS }
    }

    #[inline(always)]
    pub(crate) fn path_alternatives(&self) -> usize {
        if S::GENERAL { self.path_count } else { S::PATHS }
    }

    /// The shape that fits a ruleset best.
    #[must_use]
    pub fn fit(ruleset: &Ruleset) -> ShapeKind {
        requirements::ShapeRequirements::new(ruleset).fit(ruleset)
    }

    /// Compiles a ruleset for this shape.
    ///
    /// # Panics
    /// If the ruleset does not fit the shape; [`Rules::fit`] says which does.
    #[must_use]
    pub fn compile(ruleset: Arc<Ruleset>) -> Rules<S> {
        tables::compile(ruleset)
    }
}
