//! Symmetries of a game: maps of board and sides that carry its moves to its moves.

use std::collections::HashSet;

use crate::geometry::{Cell, Geometry, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::movement::Route;
use crate::ruleset::Ruleset;

/// A map of cells and sides: first files and ranks are exchanged, then each is counted from its other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transposes: bool,
    flips_files: bool,
    flips_ranks: bool,
    swaps_sides: bool,
}

impl Symmetry {
    /// The map that changes nothing.
    pub const IDENTITY: Symmetry =
        Symmetry { transposes: false, flips_files: false, flips_ranks: false, swaps_sides: false };

    /// Every map of a board onto itself, with and without an exchange of the sides: 16 of a square, 8 of others.
    fn all(geometry: Geometry) -> impl Iterator<Item = Symmetry> {
        let count = if geometry.files() == geometry.ranks() { 16 } else { 8 };
        (0..count).map(|bits: u8| Symmetry {
            transposes: bits & 8 != 0,
            flips_files: bits & 1 != 0,
            flips_ranks: bits & 2 != 0,
            swaps_sides: bits & 4 != 0,
        })
    }

    /// Where a cell of the board goes.
    ///
    /// # Panics
    /// Never for a symmetry of the board's ruleset.
    #[must_use]
    pub fn cell(self, geometry: Geometry, cell: Cell) -> Cell {
        let (file, rank) = (geometry.file(cell), geometry.rank(cell));
        let (file, rank) = if self.transposes { (rank, file) } else { (file, rank) };
        let file = if self.flips_files { geometry.files() - 1 - file } else { file };
        let rank = if self.flips_ranks { geometry.ranks() - 1 - rank } else { rank };
        geometry.cell(file.into(), rank.into()).expect("a map of the board onto itself")
    }

    /// What becomes of a side.
    #[must_use]
    pub const fn side(self, side: Side) -> Side {
        if self.swaps_sides { side.other() } else { side }
    }
}

impl Ruleset {
    /// The symmetries of positions whose pieces are of these kinds and of those they may become, without
    /// castling rights; the identity first.
    ///
    /// A game with pawns has those that exchange the sides or the wings; without them the ends of the board
    /// are alike, and on a square board files and ranks.
    ///
    /// # Examples
    /// ```
    /// use rukh_rules::{PieceKindSet, Ruleset};
    ///
    /// let shatranj = Ruleset::named("shatranj")?;
    /// assert_eq!(shatranj.symmetries(PieceKindSet::ALL).len(), 4);
    /// let without_pawns = ['k', 'r', 'n'].into_iter().filter_map(|letter| shatranj.kind(letter)).collect();
    /// assert_eq!(shatranj.symmetries(without_pawns).len(), 16);
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn symmetries(&self, kinds: PieceKindSet) -> Vec<Symmetry> {
        let kinds = self.with_promoted(kinds);
        Symmetry::all(self.geometry).filter(|symmetry| self.is_symmetric(kinds, *symmetry)).collect()
    }

    /// These kinds that the ruleset has, and all that they may become.
    #[must_use]
    pub fn with_promoted(&self, kinds: PieceKindSet) -> PieceKindSet {
        let mut found: PieceKindSet = self.kinds().filter(|kind| kinds.has(*kind)).collect();
        loop {
            let promotions = self.promotions().iter().filter(|promotion| found.has(promotion.man));
            let more = promotions.flat_map(|promotion| promotion.all_kinds().iter());
            let more: PieceKindSet = found.iter().chain(more).collect();
            if more == found {
                return found;
            }
            found = more;
        }
    }

    fn is_symmetric(&self, kinds: PieceKindSet, symmetry: Symmetry) -> bool {
        let of_kind = |kind| {
            self.geometry.all().all(|cell| {
                let there = symmetry.cell(self.geometry, cell);
                Side::BOTH.into_iter().all(|side| {
                    let here = self.scope_of(kind, side, cell, symmetry);
                    here == self.scope_of(kind, symmetry.side(side), there, Symmetry::IDENTITY)
                })
            })
        };
        kinds.iter().all(of_kind) && (!symmetry.swaps_sides || self.has_equal_armies())
    }

    /// What a piece on a cell may do: its routes, each carried by a symmetry, whether it promotes there, and
    /// whether it may make a long step from there.
    fn scope_of(
        &self,
        kind: PieceKind,
        side: Side,
        cell: Cell,
        symmetry: Symmetry,
    ) -> (HashSet<Route>, bool, bool) {
        let geometry = self.geometry;
        let carried = |mut route: Route| {
            route.steps.iter_mut().for_each(|step| *step = symmetry.cell(geometry, *step));
            route
        };
        let routes = self.pieces[kind.index()].movement.routes(geometry, cell, side);
        let rank = geometry.rank_for(cell, side);
        let promotes =
            self.promotion(kind).is_some_and(|promotion| rank + promotion.ranks >= geometry.ranks());
        let long_step = self.long_step().is_some_and(|step| step.kind == kind && rank + 1 == step.rank);
        (routes.into_iter().map(carried).collect(), promotes, long_step)
    }

    /// Whether both sides begin with the same pieces, of which promotion may give back those that are lost.
    pub(crate) fn has_equal_armies(&self) -> bool {
        let pieces = self.start_pieces().unwrap_or_default();
        let of_side = |side| {
            let mut kinds: Vec<PieceKind> =
                pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.kind).collect();
            kinds.sort();
            kinds
        };
        of_side(Side::White) == of_side(Side::Black)
    }
}
