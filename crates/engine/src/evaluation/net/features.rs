//! The rows of a net's weights: a piece on a cell, as one side sees it.

use rukh_rules::bits::CellSet;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Geometry, PieceKind, PieceKindSet, Position, Rules, Side};

/// A piece on a cell.
pub(super) type PlacedPiece = (Side, PieceKind, Cell);

/// How a side sees the board: from its own end, and mirrored where its king stands right of the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct View {
    pub(super) side: Side,
    is_mirrored: bool,
}

impl View {
    /// Every view, in the order of [`View::index`].
    const ALL: [View; View::COUNT] = [
        View { side: Side::White, is_mirrored: false },
        View { side: Side::White, is_mirrored: true },
        View { side: Side::Black, is_mirrored: false },
        View { side: Side::Black, is_mirrored: true },
    ];
    /// Number of views.
    pub(super) const COUNT: usize = 4;

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        2 * self.side.index() + usize::from(self.is_mirrored)
    }
}

/// The row of each piece on each cell, by the symmetries of the ruleset.
#[derive(Debug, Clone)]
pub(crate) struct FeatureMap {
    kinds: usize,
    cells: usize,
    royal: PieceKind,
    /// `[side that sees it][is mirrored][its side][kind][cell]`
    rows: Vec<u16>,
    /// Cells right of the middle; none where the wings are not alike.
    right: Vec<bool>,
    has_mirror: bool,
}

impl FeatureMap {
    /// The rows of a ruleset; `None` where no symmetry exchanges the sides.
    pub(crate) fn new(ruleset: &Ruleset) -> Option<FeatureMap> {
        let geometry = ruleset.geometry;
        let symmetries = ruleset.symmetries(PieceKindSet::ALL);
        let file = |cell| geometry.file(cell);
        let keeps_files =
            |map: &dyn Fn(Cell) -> Cell| geometry.all().all(|cell| file(map(cell)) == file(cell));
        let mut exchanges = symmetries.iter().filter(|symmetry| symmetry.side(Side::White) == Side::Black);
        let exchange = exchanges.find(|symmetry| keeps_files(&|cell| symmetry.cell(geometry, cell)))?;
        let mirror = symmetries.iter().find(|symmetry| {
            symmetry.side(Side::White) == Side::White
                && geometry.all().all(|cell| symmetry.cell(geometry, cell) == mirrored(geometry, cell))
        });
        let (kinds, cells) = (ruleset.pieces.len(), geometry.cells());
        let seen = |view: View, cell| {
            let cell = if view.side == Side::White { cell } else { exchange.cell(geometry, cell) };
            if view.is_mirrored { mirrored(geometry, cell) } else { cell }
        };
        let mut rows = Vec::with_capacity(8 * kinds * cells);
        for view in View::ALL {
            for side in Side::BOTH {
                let first = if side == view.side { 0 } else { kinds };
                let of_kind = |kind: usize| {
                    geometry.all().map(move |cell| (kind * cells + seen(view, cell).index()) as u16)
                };
                rows.extend((first..first + kinds).flat_map(of_kind));
            }
        }
        let is_right = |cell| mirror.is_some() && 2 * file(cell) + 1 > geometry.files();
        Some(FeatureMap {
            kinds,
            cells,
            royal: ruleset.royal(),
            rows,
            right: geometry.all().map(is_right).collect(),
            has_mirror: mirror.is_some(),
        })
    }

    /// Whether the wings are alike, so that a side sees its king on the left one.
    pub(crate) fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// How a side sees a position.
    #[inline(always)]
    pub(super) fn view<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> View {
        let kings = position.pieces_of(rules, side, self.royal);
        View { side, is_mirrored: !kings.is_empty() && self.right[kings.lowest().index()] }
    }

    /// The row of a piece on a cell in a view.
    #[inline(always)]
    pub(super) fn row(&self, view: View, (side, kind, cell): PlacedPiece) -> u16 {
        let group = 2 * view.index() + side.index();
        self.rows[(group * self.kinds + kind.index()) * self.cells + cell.index()]
    }

    /// The rows of a position as a side sees them.
    pub(crate) fn rows<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, seen_by: Side) -> Vec<u16> {
        let view = self.view(rules, position, seen_by);
        let of_side = |side: Side| rules.ruleset().kinds().map(move |kind| (side, kind));
        let groups = Side::BOTH.into_iter().flat_map(of_side);
        let rows = groups.flat_map(|(side, kind)| {
            let cells = position.pieces_of(rules, side, kind).cells();
            cells.map(move |cell| self.row(view, (side, kind, cell)))
        });
        rows.collect()
    }
}

/// A cell of the other wing.
fn mirrored(geometry: Geometry, cell: Cell) -> Cell {
    let file = geometry.files() - 1 - geometry.file(cell);
    geometry.cell(file.into(), geometry.rank(cell).into()).expect("a file of the board")
}
