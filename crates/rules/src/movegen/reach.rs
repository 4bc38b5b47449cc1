//! How far pieces reach, check and pins left aside: cheap numbers for evaluation.

use super::{CellSet, Dimensions, Mode, PAWN, Position, ROYAL, Rules, Side};
use crate::geometry::Cell;
use crate::kind::PieceKind;
use crate::rules::HurdlePath;

/// How far a side's pieces reach; see [`Rules::reach`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ZonePressure {
    /// Pairs of a piece and a cell it could go to, were check ignored.
    pub cells: u32,
    /// Pairs of a piece and a cell of the zone it attacks.
    pub attacks: u32,
    /// Pieces that attack any cell of the zone.
    pub attackers: u32,
}

impl ZonePressure {
    #[inline(always)]
    fn add<B: CellSet>(&mut self, open: B, attacked: B) {
        self.cells += open.count();
        self.attacks += attacked.count();
        self.attackers += u32::from(!attacked.is_empty());
    }
}

impl<S: Dimensions> Rules<S> {
    /// How far a side's pieces reach, and how they attack the cells of a zone.
    ///
    /// A piece reaches a cell if it could go there were check ignored: an empty
    /// one to which it may move, or one with an enemy it may take, its king
    /// among them. Each cell counts once for each piece, whatever it becomes
    /// there; long first steps, en passant and castling do not count. It
    /// attacks a cell of the zone if it could take a king there, whoever
    /// stands on it now: what [`Rules::attackers`] says of that cell.
    #[must_use]
    #[inline]
    pub fn reach(&self, position: &Position<S>, side: Side, zone: S::Set) -> ZonePressure {
        let mut reach = ZonePressure::default();
        let own = position.own(side);
        let enemies = position.own(side.other());
        let occupied = position.occupied();
        if self.slots.plain_pawns {
            self.reach_of_pawns(position, side, zone, &mut reach);
        }
        for slot in 1..self.riders_end() {
            let zone = if self.takes_kings(slot) { zone } else { S::Set::EMPTY };
            for from in (position.of(slot) & own).cells() {
                if S::GENERAL {
                    let open = self.targets(position, side, slot, from, enemies);
                    reach.add(open, zone & self.attacked_from(side, slot, from, occupied));
                    continue;
                }
                let rides = slot >= self.leapers_end();
                let targets = if rides {
                    self.rider_targets(side, slot, from, occupied, enemies)
                } else {
                    self.leaper_targets(side, slot, from, occupied, enemies)
                };
                reach.add(targets & !own, targets & zone);
            }
        }
        reach
    }

    /// The cells on which a piece of that kind on that cell could take, own pieces
    /// guarded among them; check and pins aside.
    #[must_use]
    #[inline(always)]
    pub fn attacks_of(&self, position: &Position<S>, side: Side, kind: PieceKind, from: Cell) -> S::Set {
        self.attacked_from(side, self.slot(kind), from, position.occupied())
    }

    /// The cells that a side's pawns attack to the left and to the right, and
    /// their kind; nothing where pawns are not plain and each must be asked.
    #[must_use]
    #[inline]
    pub fn pawn_attacks(&self, position: &Position<S>, side: Side) -> Option<(PieceKind, [S::Set; 2])> {
        if !self.slots.plain_pawns {
            return None;
        }
        let [_, left, right] = self.pawn_shifts(side, position.of(PAWN) & position.own(side));
        Some((self.slots.kind_of[PAWN], [left & self.board.all, right & self.board.all]))
    }

    /// Of some pawns of a side, those that no enemy pawn stands before, on their
    /// own file or one beside it.
    #[must_use]
    #[inline(always)]
    pub fn passed(&self, pawns: S::Set, enemies: S::Set, side: Side) -> S::Set {
        let files = u32::from(self.geometry.files());
        let shut = match side {
            Side::White => self.filled(enemies.down(files), S::Set::down),
            Side::Black => self.filled(enemies.up(files), S::Set::up),
        };
        pawns & !(shut | self.beside(shut))
    }

    /// Of some pawns, those without another on the files beside them.
    #[must_use]
    #[inline(always)]
    pub fn isolated(&self, pawns: S::Set) -> S::Set {
        let files = self.filled(pawns, S::Set::up) | self.filled(pawns, S::Set::down);
        pawns & !self.beside(files)
    }

    /// The cells beside some cells.
    #[inline(always)]
    fn beside(&self, cells: S::Set) -> S::Set {
        ((cells & self.board.not_last_file).up(1) | (cells & self.board.not_first_file).down(1))
            & self.board.all
    }

    /// Some cells and all behind them in one direction.
    #[inline(always)]
    fn filled(&self, mut cells: S::Set, shift: impl Fn(S::Set, u32) -> S::Set) -> S::Set {
        let mut step = u32::from(self.geometry.files());
        while (step as usize) < self.geometry.cells() {
            cells |= shift(cells, step);
            step *= 2;
        }
        cells & self.board.all
    }

    /// The cell of a side's king and those beside it, at most nine; empty without a king.
    #[must_use]
    #[inline]
    pub fn king_zone(&self, position: &Position<S>, side: Side) -> S::Set {
        let king = position.of(ROYAL) & position.own(side);
        let files = u32::from(self.geometry.files());
        let row = king | (king & self.board.not_last_file).up(1) | (king & self.board.not_first_file).down(1);
        (row | row.up(files) | row.down(files)) & self.board.all
    }

    #[inline(always)]
    fn reach_of_pawns(&self, position: &Position<S>, side: Side, zone: S::Set, reach: &mut ZonePressure) {
        let pawns = position.of(PAWN) & position.own(side);
        let enemies = position.own(side.other());
        let takeable = if S::GENERAL { enemies & !self.immune_pieces(position, PAWN) } else { enemies };
        let [ahead, left, right] = self.pawn_shifts(side, pawns);
        reach.cells += (ahead & self.board.all & !position.occupied()).count();
        reach.cells += (left & takeable).count() + (right & takeable).count();
        if self.takes_kings(PAWN) {
            reach.attacks += (left & zone).count() + (right & zone).count();
            reach.attackers += (self.pawn_attackers(zone, side) & pawns).count();
        }
    }

    /// Cells on which a piece could capture, occupied or not.
    #[inline(always)]
    fn attacked_from(&self, side: Side, slot: usize, from: Cell, occupied: S::Set) -> S::Set {
        if !S::GENERAL && slot >= self.leapers_end() {
            return self.slider_attacks(side, slot, from, occupied);
        }
        let at = self.moves.at(side, slot, from);
        let mut attacked = *self.moves.reach_sets.at(at);
        if slot < self.leapers_end() && !(slot == ROYAL && self.slots.royal_rides) {
            return attacked;
        }
        for line in self.lines_of(side, slot, from).iter().filter(|line| line.mode != Mode::Quiet) {
            attacked |= Self::line_attacks(line, occupied);
        }
        if self.moves.has_bent_paths {
            let hops = self.moves.bent_paths[at].iter().filter(|hop| hop.mode != Mode::Quiet);
            for hop in hops.filter(|hop| !hop.path.meets(occupied)) {
                attacked |= S::Set::of(hop.to);
            }
        }
        let takes = |hop: &&HurdlePath<S::Set>| hop.mode != Mode::Quiet && hop.is_open(occupied);
        for hop in self.moves.hurdle_paths_of(side, slot, from).iter().filter(takes) {
            attacked |= S::Set::of(hop.to);
        }
        attacked
    }
}
