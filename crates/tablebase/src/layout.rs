//! Where the positions of a material stand in its table.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{
    Cell, Material, Phase, PieceKind, PieceKindSet, PlacedPiece, Position, Rules, Ruleset, Setup, Side,
    Symmetry,
};

/// Pieces of one side and kind.
#[derive(Debug, Clone, Copy)]
struct Group {
    side: Side,
    kind: PieceKind,
    count: usize,
}

/// Most pieces that a table is for.
pub(crate) const MAX_PIECES: usize = 6;

/// The numbering of a material's positions.
///
/// The first piece, White's royal one, is carried by a symmetry of the game to one of few *anchors*. A number
/// is made of, from its highest part: the layer of counters, the side to move, the anchor, and the cells of the
/// other pieces. Numbers at which two pieces meet, or like pieces do not stand in rising order, stand for
/// nothing.
#[derive(Debug)]
pub(crate) struct Layout {
    material: Material,
    groups: Vec<Group>,
    cells: usize,
    anchors: Vec<Cell>,
    /// For the material as it is and, where the sides are alike, with the sides exchanged.
    views: Vec<View>,
    /// Values of each side's counter.
    counters: [u8; 2],
    /// Whether a side has no piece that keeps its king from being bare.
    is_bare: bool,
}

/// Where cells go before they are numbered.
#[derive(Debug)]
struct View {
    /// The number of the anchor and of the symmetry for each cell of the first piece.
    home: Vec<(u32, u32)>,
    /// Cells by cells, for each symmetry.
    carried: Vec<Vec<Cell>>,
}

/// Which side of a position has the pieces that are White's in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sides {
    /// White.
    AsNamed,
    /// Black.
    Exchanged,
}

impl Sides {
    fn of(self, side: Side) -> Side {
        match self {
            Sides::AsNamed => side,
            Sides::Exchanged => side.other(),
        }
    }
}

/// The part of a position that the layout numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) layer: usize,
    /// The number within the layer.
    pub(crate) index: usize,
}

impl View {
    fn new(carried: Vec<Vec<Cell>>, anchors: &mut Vec<Cell>) -> View {
        let home = (0..carried[0].len()).map(|cell| {
            let there = carried.iter().map(|map| map[cell]).enumerate();
            let (symmetry, anchor) =
                there.min_by_key(|(_, there)| *there).expect("the identity is a symmetry");
            let number = anchors.iter().position(|known| *known == anchor).unwrap_or_else(|| {
                anchors.push(anchor);
                anchors.len() - 1
            });
            (number as u32, symmetry as u32)
        });
        View { home: home.collect(), carried }
    }

    /// The view of positions that are carried by a map first.
    fn after(&self, first: &[Cell]) -> View {
        let carried = |map: &Vec<Cell>| first.iter().map(|cell| map[cell.index()]).collect();
        View {
            home: first.iter().map(|cell| self.home[cell.index()]).collect(),
            carried: self.carried.iter().map(carried).collect(),
        }
    }
}

impl Layout {
    pub(crate) fn new(ruleset: &Ruleset, material: &Material) -> Layout {
        let mut groups: Vec<Group> = Vec::new();
        for side in Side::BOTH {
            for kind in material.of(side) {
                match groups.last_mut() {
                    Some(last) if last.kind == *kind && last.side == side => last.count += 1,
                    _ => groups.push(Group { side, kind: *kind, count: 1 }),
                }
            }
        }
        let geometry = ruleset.geometry;
        let is_guard = |kind: &&PieceKind| ruleset.counts_as_guard(**kind);
        let guards = Side::BOTH.map(|side| material.of(side).iter().filter(is_guard).count());
        let symmetries = ruleset.symmetries(kinds_of(material));
        let is_kept = |symmetry: &&Symmetry| symmetry.side(Side::White) == Side::White;
        let map = |symmetry: &Symmetry| -> Vec<Cell> {
            geometry.all().map(|cell| symmetry.cell(geometry, cell)).collect()
        };
        let kept: Vec<Vec<Cell>> = symmetries.iter().filter(is_kept).map(map).collect();
        let mut anchors = Vec::new();
        let as_named = View::new(kept, &mut anchors);
        let exchange = symmetries.iter().find(|symmetry| !is_kept(symmetry)).map(map);
        let exchanged = exchange.map(|exchange| as_named.after(&exchange));
        Layout {
            groups,
            cells: geometry.cells(),
            anchors,
            views: [as_named].into_iter().chain(exchanged).collect(),
            counters: counters(ruleset, guards),
            is_bare: guards.contains(&0),
            material: material.clone(),
        }
    }

    pub(crate) fn material(&self) -> &Material {
        &self.material
    }

    /// Whether a side has no piece that keeps its king from being bare.
    pub(crate) fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// How many pieces there are.
    pub(crate) fn pieces(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// How many combinations of counters there are. A move leads to the same or a higher one.
    pub(crate) fn layers(&self) -> usize {
        self.counters.iter().map(|count| usize::from(*count)).product()
    }

    /// How many numbers a layer has: the first half are White's to move.
    pub(crate) fn len(&self) -> usize {
        2 * self.anchors.len() * self.cells.pow(self.pieces() as u32 - 1)
    }

    /// Whether positions of the exchanged material have places too.
    pub(crate) fn has_exchanged(&self) -> bool {
        self.views.len() > 1
    }

    /// The place of a position of this material; `None` once a counter is past its last value.
    ///
    /// # Panics
    /// If the sides are exchanged and [`Layout::has_exchanged`] says no.
    pub(crate) fn place<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Sides,
    ) -> Option<Place> {
        let layer = self.layer_of(position.counters(), sides)?;
        let view = &self.views[sides as usize];
        let first = &self.groups[0];
        let king = position.pieces_of(rules, sides.of(first.side), first.kind).lowest();
        let (anchor, symmetry) = view.home[king.index()];
        let map = &view.carried[symmetry as usize];
        let mut index = sides.of(position.turn()).index() * self.anchors.len() + anchor as usize;
        for group in &self.groups[1..] {
            let cells = position.pieces_of(rules, sides.of(group.side), group.kind);
            if group.count == 1 {
                index = index * self.cells + map[cells.lowest().index()].index();
                continue;
            }
            let mut there = [0; MAX_PIECES];
            for (slot, cell) in there.iter_mut().zip(cells.cells()) {
                *slot = map[cell.index()].index();
            }
            let there = &mut there[..group.count];
            there.sort_unstable();
            index = there.iter().fold(index, |index, cell| index * self.cells + cell);
        }
        Some(Place { layer, index })
    }

    fn layer_of(&self, counts: [u8; 2], sides: Sides) -> Option<usize> {
        let mut layer = 0;
        for side in Side::BOTH {
            let (limit, count) = (self.counters[side.index()], counts[sides.of(side).index()]);
            // A limit of 1 is no counter, or one whose only value is 0.
            let count = if limit == 1 { 0 } else { count };
            if count >= limit {
                return None;
            }
            layer = layer * usize::from(limit) + usize::from(count);
        }
        Some(layer)
    }

    /// The setup at a place, to be checked; `None` if the number stands for nothing.
    pub(crate) fn fill(&self, place: Place, setup: &mut Setup) -> Option<()> {
        let mut index = place.index;
        for piece in setup.pieces[1..].iter_mut().rev() {
            piece.cell = Cell::new((index % self.cells) as u8);
            index /= self.cells;
        }
        setup.pieces[0].cell = self.anchors[index % self.anchors.len()];
        setup.turn = if index < self.anchors.len() { Side::White } else { Side::Black };
        let pieces = &setup.pieces;
        let meets = |second: usize| pieces[..second].iter().any(|piece| piece.cell == pieces[second].cell);
        let is_like = |pair: &[PlacedPiece]| pair[0].side == pair[1].side && pair[0].kind == pair[1].kind;
        let is_out_of_order = |pair: &[PlacedPiece]| is_like(pair) && pair[0].cell > pair[1].cell;
        if (1..pieces.len()).any(meets) || pieces.windows(2).any(is_out_of_order) {
            return None;
        }
        let black = usize::from(self.counters[1]);
        setup.counters = [(place.layer / black) as u8, (place.layer % black) as u8];
        Some(())
    }

    /// A setup of this material, for [`Layout::fill`].
    pub(crate) fn setup(&self) -> Setup {
        let pieces = self.groups.iter().flat_map(|group| {
            let piece = PlacedPiece { cell: Cell::new(0), side: group.side, kind: group.kind };
            std::iter::repeat_n(piece, group.count)
        });
        Setup {
            pieces: pieces.collect(),
            turn: Side::White,
            phase: Phase::Turns,
            rights: Vec::new(),
            ep_cells: Vec::new(),
            throw: None,
            counters: [0; 2],
            halfmove_clock: 0,
            turn_number: 1,
        }
    }
}

/// The kinds of both sides.
pub(crate) fn kinds_of(material: &Material) -> PieceKindSet {
    Side::BOTH.into_iter().flat_map(|side| material.of(side).iter().copied()).collect()
}

/// How many values each side's counter has, by their guards. That of a lone piece is part of the state; the plies
/// since a king was bared are not, as they only bound the distance.
fn counters(ruleset: &Ruleset, guards: [usize; 2]) -> [u8; 2] {
    match ruleset.lone_man_limit() {
        Some(limit) if !guards.contains(&0) => guards.map(|count| if count == 1 { limit } else { 1 }),
        _ => [1; 2],
    }
}
