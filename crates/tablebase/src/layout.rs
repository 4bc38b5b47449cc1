//! Where the positions of a material stand in its table.

use rukh_rules::bits::CellSet;
use rukh_rules::law::{EnPassant, LongFirstStep};
use rukh_rules::shape::Shape;
use rukh_rules::{
    Cell, Geometry, Material, PieceKind, PieceKindSet, PlacedPiece, Position, Rules, Ruleset, Setup, Side,
    Symmetry,
};

use crate::expand::plies;

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
///
/// After those of each side to move come its positions in which it may take in passing, in so far as a pawn has just
/// made a long step: there the pawn has no cell, but at the end the number of its file and of the cells it passed.
#[derive(Debug)]
pub(crate) struct Layout {
    material: Material,
    groups: Vec<Group>,
    cells: usize,
    anchors: Vec<Cell>,
    /// For the material as it is and, where the sides are alike, with the sides exchanged.
    views: Vec<View>,
    /// The step after which a pawn may be taken in passing, where both sides have pawns.
    passing: Option<LongFirstStep>,
    /// How many long steps of a side that are.
    steps: usize,
    geometry: Geometry,
    /// How many numbers a side to move has without those steps, and with them.
    placements: usize,
    half: usize,
    /// Values of each side's counter.
    counters: [u8; 2],
    /// Whether a side has no piece that keeps its king from being bare.
    is_bare: bool,
    /// Plies after which a game with a bare king is drawn, if it is.
    limit: Option<u16>,
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
        let passing = passing(ruleset, material);
        let steps = passing.map_or(0, |step| usize::from(step.steps - 1) * usize::from(geometry.files()));
        let others = anchors.len() * geometry.cells().pow(material.pieces() as u32 - 2);
        Layout {
            groups,
            cells: geometry.cells(),
            anchors,
            views: [as_named].into_iter().chain(exchanged).collect(),
            passing,
            steps,
            geometry,
            placements: others * geometry.cells(),
            half: others * (geometry.cells() + steps),
            counters: counters(ruleset, guards),
            is_bare: guards.contains(&0),
            limit: ruleset.bare_king_limit().filter(|_| guards.contains(&0)).map(plies),
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

    /// Plies after which a game of its positions is drawn, counted from when a king became bare.
    pub(crate) fn limit(&self) -> Option<u16> {
        self.limit
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
        2 * self.half
    }

    /// The step that has just been made: its pawn's cell, and the number of the step once its cells are carried.
    fn step<S: Shape>(&self, position: &Position<S>, map: &[Cell]) -> Option<(Cell, usize)> {
        let most = usize::from(self.passing?.steps - 1);
        let passed = position.ep_cells();
        let last = match position.turn().other() {
            Side::White => passed.cells().last()?,
            Side::Black => passed.cells().next()?,
        };
        let pawn = self.geometry.forward(last, position.turn().other())?;
        let file = map[last.index()].index() % usize::from(self.geometry.files());
        Some((pawn, file * most + passed.count() as usize - 1))
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
        let step = self.step(position, map);
        let mut index = anchor as usize;
        for group in &self.groups[1..] {
            let mut cells = position.pieces_of(rules, sides.of(group.side), group.kind);
            if let Some((pawn, _)) = step {
                cells &= !S::Set::of(pawn);
            }
            if group.count == 1 && !cells.is_empty() {
                index = index * self.cells + map[cells.lowest().index()].index();
                continue;
            }
            let (mut there, mut count) = ([0; MAX_PIECES], 0);
            for (slot, cell) in there.iter_mut().zip(cells.cells()) {
                *slot = map[cell.index()].index();
                count += 1;
            }
            let there = &mut there[..count];
            there.sort_unstable();
            index = there.iter().fold(index, |index, cell| index * self.cells + cell);
        }
        if let Some((_, number)) = step {
            index = self.placements + index * self.steps + number;
        }
        Some(Place { layer, index: sides.of(position.turn()).index() * self.half + index })
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
        let (mut index, half) = (place.index, self.half);
        setup.turn = if index < half { Side::White } else { Side::Black };
        index %= half;
        setup.ep_cells.clear();
        let step = index.checked_sub(self.placements).zip(self.passing).map(|(number, step)| {
            index = number / self.steps;
            (number % self.steps, step, setup.turn.other())
        });
        // The last of its side's pawns is the one that has made a step.
        let is_pawn = |piece: &PlacedPiece, kind, side| piece.kind == kind && piece.side == side;
        let pawn = step.and_then(|(_, step, side)| {
            setup.pieces.iter().rposition(|piece| is_pawn(piece, step.kind, side))
        });
        for (slot, piece) in setup.pieces.iter_mut().enumerate().skip(1).rev() {
            if Some(slot) != pawn {
                piece.cell = Cell::new((index % self.cells) as u8);
                index /= self.cells;
            }
        }
        setup.pieces[0].cell = self.anchors[index];
        if let (Some(slot), Some((number, step, side))) = (pawn, step) {
            self.make_step(setup, slot, number, step, side)?;
        }
        let pieces = &setup.pieces;
        let meets = |second: usize| pieces[..second].iter().any(|piece| piece.cell == pieces[second].cell);
        let is_out_of_order = |second: &usize| {
            let (one, other) = (&pieces[second - 1], &pieces[*second]);
            is_pawn(one, other.kind, other.side) && one.cell > other.cell && Some(*second) != pawn
        };
        if (1..pieces.len()).any(meets) || (1..pieces.len()).any(|second| is_out_of_order(&second)) {
            return None;
        }
        let black = usize::from(self.counters[1]);
        setup.counters = [(place.layer / black) as u8, (place.layer % black) as u8];
        Some(())
    }

    /// Puts the pawn at a slot where a long step took it, with the cells it passed; `None` if another piece stands
    /// where it came from.
    fn make_step(
        &self,
        setup: &mut Setup,
        slot: usize,
        number: usize,
        step: LongFirstStep,
        side: Side,
    ) -> Option<()> {
        let most = usize::from(step.steps - 1);
        let rank = if side == Side::White { step.rank - 1 } else { self.geometry.ranks() - step.rank };
        let start = self.geometry.cell((number / most) as i16, rank.into())?;
        let mut cell = start;
        for _ in 0..=number % most {
            cell = self.geometry.forward(cell, side)?;
            setup.ep_cells.push(cell);
        }
        setup.pieces[slot].cell = self.geometry.forward(cell, side)?;
        setup.pieces.iter().all(|piece| piece.cell != start).then_some(())
    }

    /// A setup of this material, for [`Layout::fill`].
    pub(crate) fn setup(&self) -> Setup {
        let pieces = self.groups.iter().flat_map(|group| {
            let piece = PlacedPiece { cell: Cell::new(0), side: group.side, kind: group.kind };
            std::iter::repeat_n(piece, group.count)
        });
        Setup::of_pieces(pieces.collect(), Side::White)
    }
}

/// The step after which a pawn may be taken in passing, where both sides have pawns.
fn passing(ruleset: &Ruleset, material: &Material) -> Option<LongFirstStep> {
    let both_have = |kind| Side::BOTH.into_iter().all(|side| material.of(side).contains(&kind));
    let step = ruleset.long_step().filter(|step| step.en_passant == EnPassant::PassedCells);
    step.filter(|step| both_have(step.kind))
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
