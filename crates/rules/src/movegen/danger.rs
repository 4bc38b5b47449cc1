//! What threatens a king: attackers, checks, pins.

use arrayvec::ArrayVec;

use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::movement::Mode;
use crate::moves::{Move, MoveTag};
use crate::play::PiecesOnly;
use crate::position::Position;
use crate::rules::{PAWN, ROYAL, Rules};

/// Pins a position can have before the slow way is taken.
const MAX_PINS: usize = 24;

/// Pinned pieces, each with the cells that keep the path closed.
pub(crate) type Pins<B> = ArrayVec<(B, B), MAX_PINS>;

/// What stands between a side and its king's capture. The pins lie elsewhere,
/// so that the rest stays in registers.
pub(crate) struct KingDanger<'p, B> {
    /// Cells a piece other than the king may go to: all, or those that end the check.
    pub(crate) mask: B,
    /// Every piece that stands alone on an attacker's path.
    pub(crate) pinned: B,
    pins: &'p [(B, B)],
    /// Every move of a pinned piece is tried out: there are more pins than fit, or
    /// pieces that hop.
    pub(crate) crowded: bool,
}

impl<B: CellSet> KingDanger<'_, B> {
    /// None at all.
    pub(crate) const NONE: KingDanger<'static, B> =
        KingDanger { mask: B::FULL, pinned: B::EMPTY, pins: &[], crowded: false };

    /// Whether pieces other than the king may go where they like.
    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.mask == B::FULL && self.pinned.is_empty()
    }

    /// Cells the piece on `from` may go to without uncovering its king.
    #[inline(always)]
    pub(crate) fn mask_of(&self, from: Cell) -> B {
        if self.pinned.has(from) { self.pinned_mask(from) } else { self.mask }
    }

    /// The same for a piece that is pinned.
    #[inline(always)]
    pub(crate) fn pinned_mask(&self, from: Cell) -> B {
        let of_piece = self.pins.iter().filter(|(piece, _)| piece.has(from));
        of_piece.fold(self.mask, |mask, (_, allowed)| mask & *allowed)
    }
}

/// What many moves of one position are asked for check with.
#[derive(Debug, Clone, Copy)]
pub struct CheckInfo<B> {
    /// The other side's king, where kings are guarded.
    king: Option<Cell>,
    /// Pieces that alone stand between a rider and that king.
    veils: B,
    /// Whether a move must be tried out to be known.
    tried: bool,
}

/// Checks and pins as they are found.
struct DangerBuilder<B> {
    mask: B,
    pinned: B,
    crowded: bool,
}

impl<S: Dimensions> Rules<S> {
    /// Whether a slot's pieces may take kings at all.
    #[inline(always)]
    pub(crate) fn takes_kings(&self, slot: usize) -> bool {
        !S::GENERAL || self.laws.immune_slots[slot] & (1 << ROYAL) == 0
    }

    #[inline(always)]
    pub(crate) fn pawn_attackers(&self, target: S::Set, by: Side) -> S::Set {
        let files = u32::from(self.geometry.files());
        match by {
            Side::White => {
                (target & self.board.not_first_file).down(files + 1)
                    | (target & self.board.not_last_file).down(files - 1)
            }
            Side::Black => {
                ((target & self.board.not_last_file).up(files + 1)
                    | (target & self.board.not_first_file).up(files - 1))
                    & self.board.all
            }
        }
    }

    /// The leaping pieces of `by` among `pieces` that attack a cell.
    #[inline(always)]
    fn leaping_attackers(&self, position: &Position<S>, cell: Cell, by: Side, pieces: S::Set) -> S::Set {
        let mut attackers = S::Set::EMPTY;
        if (!S::GENERAL || self.slots.plain_pawns) && self.takes_kings(PAWN) {
            attackers |= self.attackers_from(by, PAWN, cell) & position.of(PAWN);
        }
        for slot in 2..self.leapers_end() {
            if self.takes_kings(slot) {
                attackers |= self.attackers_from(by, slot, cell) & position.of(slot);
            }
        }
        attackers & pieces
    }

    /// Whether `by`'s pieces (those in `pieces`) attack a cell, in a given placement.
    #[inline(always)]
    pub(crate) fn attacks(
        &self,
        position: &Position<S>,
        cell: Cell,
        by: Side,
        pieces: S::Set,
        occupied: S::Set,
    ) -> bool {
        if self.leaping_attackers(position, cell, by, pieces).meets(pieces) {
            return true;
        }
        if !(S::GENERAL && self.slots.royal_rides)
            && (self.attackers_from(by, ROYAL, cell) & position.of(ROYAL)).meets(pieces)
            && self.takes_kings(ROYAL)
        {
            return true;
        }
        for slot in self.leapers_end()..self.riders_end() {
            if self.rider_attacks(position, slot, cell, by, pieces, occupied) {
                return true;
            }
        }
        S::GENERAL
            && self.slots.royal_rides
            && self.rider_attacks(position, ROYAL, cell, by, pieces, occupied)
    }

    #[inline(always)]
    fn rider_attacks(
        &self,
        position: &Position<S>,
        slot: usize,
        cell: Cell,
        by: Side,
        pieces: S::Set,
        occupied: S::Set,
    ) -> bool {
        let candidates = self.attackers_from(by, slot, cell) & position.of(slot) & pieces;
        self.takes_kings(slot) && candidates.cells().any(|from| self.reaches(by, slot, cell, from, occupied))
    }

    /// Whether the way of a rider or hopper from `from` to `cell` is open.
    #[inline(always)]
    fn reaches(&self, by: Side, slot: usize, cell: Cell, from: Cell, occupied: S::Set) -> bool {
        self.paths_of(by, slot, cell, from).iter().any(|path| !path.meets(occupied))
            || self
                .moves
                .hurdle_paths_of(by, slot, from)
                .iter()
                .any(|hop| hop.to == cell && hop.mode != Mode::Quiet && hop.is_open(occupied))
    }

    /// The alternative paths from `from` to `cell` for a rider of `by`.
    #[inline(always)]
    pub(crate) fn paths_of(&self, by: Side, slot: usize, cell: Cell, from: Cell) -> &[S::Set] {
        let count = self.moves.path_alternatives();
        let start = self.moves.path_start[by.index()][slot]
            + (cell.index() * self.moves.stride() + from.index()) * count;
        self.moves.paths.run(start, count)
    }

    /// Whether a side's king is attacked. Never, where kings are not guarded.
    #[must_use]
    pub fn is_in_check(&self, position: &Position<S>, side: Side) -> bool {
        self.laws.king_must_be_safe && self.is_king_attacked(position, side)
    }

    /// Whether a side's king could be taken, whatever the laws make of it.
    #[must_use]
    pub fn is_king_attacked(&self, position: &Position<S>, side: Side) -> bool {
        let enemies = position.own(side.other());
        position
            .king(side)
            .is_some_and(|king| self.attacks(position, king, side.other(), enemies, position.occupied()))
    }

    /// What [`Rules::gives_check`] asks of a position.
    #[must_use]
    pub fn checking(&self, position: &Position<S>) -> CheckInfo<S::Set> {
        let by = position.turn();
        let king = if self.laws.king_must_be_safe { position.king(by.other()) } else { None };
        let mut checking = CheckInfo { king, veils: S::Set::EMPTY, tried: S::GENERAL };
        let Some(king) = king.filter(|_| !S::GENERAL) else { return checking };
        checking.tried = self.is_king_attacked(position, by.other());
        let occupied = position.occupied();
        for slot in self.leapers_end()..self.riders_end() {
            let riders = self.attackers_from(by, slot, king) & position.of(slot) & position.own(by);
            for from in riders.cells() {
                for path in self.paths_of(by, slot, king, from) {
                    let between = *path & occupied;
                    if between.is_single() {
                        checking.veils |= between;
                    }
                }
            }
        }
        checking
    }

    /// Whether a move of a piece of that kind, not a pass, attacks the other
    /// side's king: what [`Rules::is_in_check`] says once it is played.
    #[must_use]
    #[inline]
    pub fn gives_check(
        &self,
        position: &Position<S>,
        checking: &CheckInfo<S::Set>,
        kind: PieceKind,
        mv: Move,
    ) -> bool {
        let Some(king) = checking.king else { return false };
        let (from, to, by, slot) = (mv.from(), mv.to(), position.turn(), self.slot(kind));
        let is_simple = matches!(mv.tag(), MoveTag::Plain | MoveTag::LongStep);
        if checking.tried || !is_simple || checking.veils.has(from) {
            let next = self.play_slot::<PiecesOnly>(position, by, slot, mv);
            return self.is_in_check(&next, next.turn());
        }
        let becomes = mv.promotion().map_or(slot, |kind| self.slot(kind));
        if !self.attackers_from(by, becomes, king).has(to) {
            return false;
        }
        let occupied = position.occupied() & !S::Set::of(from);
        becomes < self.leapers_end()
            || self.paths_of(by, becomes, king, to).iter().any(|path| !path.meets(occupied))
    }

    /// The pieces of `by` that attack a cell, as if the cells of `gone` were empty:
    /// for reckoning exchanges. Pins are not looked at.
    #[must_use]
    pub fn attackers(&self, position: &Position<S>, cell: Cell, by: Side, gone: S::Set) -> S::Set {
        let pieces = position.own(by) & !gone;
        let occupied = position.occupied() & !gone;
        let mut found = self.leaping_attackers(position, cell, by, pieces);
        if !(S::GENERAL && self.slots.royal_rides) && self.takes_kings(ROYAL) {
            found |= self.attackers_from(by, ROYAL, cell) & position.of(ROYAL) & pieces;
        }
        let riders = self.leapers_end()..self.riders_end();
        for slot in riders.chain((S::GENERAL && self.slots.royal_rides).then_some(ROYAL)) {
            let candidates = self.attackers_from(by, slot, cell) & position.of(slot) & pieces;
            for from in candidates.cells() {
                if self.takes_kings(slot) && self.reaches(by, slot, cell, from, occupied) {
                    found |= S::Set::of(from);
                }
            }
        }
        found
    }

    /// The pieces that give check to a side's king.
    #[must_use]
    pub fn checkers(&self, position: &Position<S>, side: Side) -> Vec<Cell> {
        let Some(king) = position.king(side) else { return Vec::new() };
        let occupied = position.occupied();
        let attackers = position.own(side.other()).cells();
        attackers
            .filter(|&cell| self.attacks(position, king, side.other(), S::Set::of(cell), occupied))
            .collect()
    }

    /// What threatens a side's king; the pins are put down in `pins`.
    #[inline(always)]
    pub(crate) fn danger<'p>(
        &self,
        position: &Position<S>,
        side: Side,
        pins: &'p mut Pins<S::Set>,
    ) -> KingDanger<'p, S::Set> {
        if S::GENERAL && self.moves.has_hoppers && self.laws.king_must_be_safe {
            // Any piece may be a hurdle, and any cell it goes to be one.
            return KingDanger { mask: S::Set::FULL, pinned: S::Set::FULL, pins, crowded: true };
        }
        let mut found = DangerBuilder { mask: S::Set::FULL, pinned: S::Set::EMPTY, crowded: false };
        if self.laws.king_must_be_safe
            && let Some(king) = position.king(side)
        {
            let by = side.other();
            let enemies = position.own(by);
            let mut leaping = self.leaping_attackers(position, king, by, enemies);
            if self.laws.king_capturable && !self.slots.royal_rides && self.takes_kings(ROYAL) {
                leaping |= self.attackers_from(by, ROYAL, king) & position.of(ROYAL) & enemies;
            }
            if !leaping.is_empty() {
                found.mask = if leaping.is_single() { leaping } else { S::Set::EMPTY };
            }
            for slot in self.leapers_end()..self.riders_end() {
                self.rider_danger(position, slot, side, king, &mut found, pins);
            }
            if S::GENERAL && self.slots.royal_rides {
                self.rider_danger(position, ROYAL, side, king, &mut found, pins);
            }
        }
        KingDanger { mask: found.mask, pinned: found.pinned, pins, crowded: found.crowded }
    }

    #[inline(always)]
    fn rider_danger(
        &self,
        position: &Position<S>,
        slot: usize,
        side: Side,
        king: Cell,
        found: &mut DangerBuilder<S::Set>,
        pins: &mut Pins<S::Set>,
    ) {
        let by = side.other();
        let candidates = self.attackers_from(by, slot, king) & position.of(slot) & position.own(by);
        if candidates.is_empty() || !self.takes_kings(slot) {
            return;
        }
        let occupied = position.occupied();
        for from in candidates.cells() {
            let rider = S::Set::of(from);
            for &path in self.paths_of(by, slot, king, from) {
                let blockers = path & occupied;
                if blockers.is_empty() {
                    found.mask &= path | rider;
                } else if blockers.is_single() && blockers.meets(position.own(side)) {
                    found.pinned |= blockers;
                    found.crowded |= pins.try_push((blockers, path | rider)).is_err();
                }
            }
        }
    }
}
