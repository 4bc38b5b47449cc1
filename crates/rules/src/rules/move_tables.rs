//! The tables that move generation runs on: where pieces leap, along which
//! lines they ride, from where they reach a cell and over which cells.
//!
//! Paths are kept as the *mover* goes them: a bent rider reaches back the way it
//! came by other cells.

use super::line::{Direction, Line, cells_set, direction, pair_rays};
use super::requirements::{KindRoutes, ShapeRequirements};
use super::slots::{ROYAL, SLOTS, SlotTable};
use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Geometry, Side};
use crate::movement::{Hurdle, Mode, Route};
use crate::unchecked_table::UncheckedTable;

/// One cell reached over a path of any form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BentPath<B> {
    pub(crate) path: B,
    pub(crate) to: Cell,
    pub(crate) mode: Mode,
}

/// One cell reached by hopping over exactly one piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HurdlePath<B> {
    /// The cells passed, all empty but one.
    pub(crate) path: B,
    /// Where on the path the one piece may stand.
    pub(crate) hurdles: B,
    pub(crate) to: Cell,
    pub(crate) mode: Mode,
}

impl<B: CellSet> HurdlePath<B> {
    /// Whether the path may be gone with this occupation.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: B) -> bool {
        let pieces = self.path & occupied;
        pieces.is_single() && pieces.meets(self.hurdles)
    }
}

/// Where a slot's tables for one side begin, and how many entries a cell has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) per_cell: usize,
}

/// Where pieces go and from where they attack, by side, slot and cell.
#[derive(Debug)]
pub(crate) struct MoveTables<S: Dimensions> {
    /// The number of cells of the board.
    cells: usize,
    /// Where a leaper or pawn may go if the cell is empty:
    /// `[(side * SLOTS + slot) * stride + cell]`.
    pub(crate) quiet_leaps: UncheckedTable<S::Set>,
    /// First where a leaper or pawn may take: `[(side * SLOTS + slot) * stride + cell]`.
    /// Then from where a piece of that side attacks the cell, if a rider blockers
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
    /// In general shapes, by [`MoveTables::at`]: where hoppers land. Empty where the
    /// ruleset has none.
    pub(crate) hurdle_paths: Vec<Vec<HurdlePath<S::Set>>>,
    /// Whether any piece hops. A move can then open, close and make a check by
    /// where it leaves or puts a hurdle, so every move is tried out.
    pub(crate) has_hoppers: bool,
    /// The cells that must be empty for the rider on `s` to attack `k`:
    /// `[path_start[side][slot] + (k * stride + s) * paths + alternative]`,
    /// the whole board where there is no such alternative.
    pub(crate) paths: UncheckedTable<S::Set>,
    pub(crate) path_start: [[usize; SLOTS]; 2],
    pub(crate) path_count: usize,
    /// For each side and slot the whole width there, and for that side's pieces.
    pub(crate) arrivals: [Vec<S::Pieces>; 2],
}

impl<S: Dimensions> MoveTables<S> {
    /// The tables of a ruleset's kinds in their slots.
    ///
    /// # Panics
    /// If the shape has no room for them.
    pub(super) fn new(geometry: Geometry, survey: &ShapeRequirements, slots: &SlotTable) -> MoveTables<S> {
        let cells = geometry.cells();
        let entries = 2 * S::SLOTS * if S::GENERAL { cells } else { S::Set::CAPACITY };
        let has_hoppers = survey.traits.iter().any(|piece| piece.hops);
        assert!(S::GENERAL || !has_hoppers, "the ruleset does not fit the shape");
        let mut tables = MoveTables {
            cells,
            quiet_leaps: vec![S::Set::EMPTY; entries].into(),
            reach_sets: vec![S::Set::EMPTY; 2 * entries].into(),
            lines: Vec::new().into(),
            packed_lines: Vec::new().into(),
            line_span: [[Span::default(); SLOTS]; 2],
            bent_paths: vec![Vec::new(); if S::GENERAL { 2 * S::SLOTS * cells } else { 0 }],
            has_bent_paths: false,
            hurdle_paths: vec![Vec::new(); if has_hoppers { 2 * S::SLOTS * cells } else { 0 }],
            has_hoppers,
            paths: Vec::new().into(),
            path_start: [[0; SLOTS]; 2],
            path_count: if S::GENERAL { survey.most_paths() } else { S::PATHS },
            arrivals: [0, 1].map(|side| {
                let of_slot = |slot| {
                    let mut pieces = S::NO_PIECES;
                    pieces.as_mut()[slot] = S::Set::FULL;
                    pieces.as_mut()[S::SLOTS + side] = S::Set::FULL;
                    pieces
                };
                (0..S::SLOTS).map(of_slot).collect()
            }),
        };
        for (kind, routes) in survey.routes.iter().enumerate() {
            fill_slot(&mut tables, slots, usize::from(slots.slot_of[kind]), routes);
        }
        tables
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

    /// Where the attackers of a cell stand in [`MoveTables::reach_sets`].
    #[inline(always)]
    pub(crate) fn at_attackers(&self, side: Side, slot: usize, cell: Cell) -> usize {
        self.at(side, slot, cell) + 2 * S::SLOTS * self.stride()
    }

    /// Where hoppers of a slot land from a cell; nothing where no piece hops.
    #[inline(always)]
    pub(crate) fn hurdle_paths_of(&self, side: Side, slot: usize, from: Cell) -> &[HurdlePath<S::Set>] {
        if S::GENERAL && self.has_hoppers { &self.hurdle_paths[self.at(side, slot, from)] } else { &[] }
    }

    #[inline(always)]
    pub(crate) fn path_alternatives(&self) -> usize {
        if S::GENERAL { self.path_count } else { S::PATHS }
    }
}

fn fill_slot<S: Dimensions>(tables: &mut MoveTables<S>, slots: &SlotTable, slot: usize, routes: &KindRoutes) {
    let rides = slot >= slots.first_rider || (slot == ROYAL && slots.royal_rides);
    for side in Side::BOTH {
        let routes = &routes.routes[side.index()];
        if rides {
            fill_lines(tables, side, slot, routes);
            fill_hurdle_paths(tables, side, slot, routes);
            fill_paths(tables, side, slot, routes);
        }
        if S::GENERAL || !rides {
            fill_leaps(tables, side, slot, routes, rides);
        }
    }
}

/// Every route of one step. In general shapes a rider's single steps are leaps
/// too, and only its longer routes are lines.
fn fill_leaps<S: Dimensions>(
    tables: &mut MoveTables<S>,
    side: Side,
    slot: usize,
    routes: &[Vec<Route>],
    rides: bool,
) {
    for (from, routes) in routes.iter().enumerate() {
        let from = Cell(from as u8);
        for route in routes.iter().filter(|route| route.steps.len() == 1) {
            let to = route.steps[0];
            let at = tables.at(side, slot, from);
            if route.mode != Mode::Capture {
                tables.quiet_leaps[at] |= S::Set::of(to);
            }
            if route.mode != Mode::Quiet {
                tables.reach_sets[at] |= S::Set::of(to);
                if !rides {
                    let at = tables.at_attackers(side, slot, to);
                    tables.reach_sets[at] |= S::Set::of(from);
                }
            }
        }
    }
}

fn fill_lines<S: Dimensions>(tables: &mut MoveTables<S>, side: Side, slot: usize, routes: &[Vec<Route>]) {
    let mut of_cells: Vec<Vec<Line<S::Set>>> = Vec::new();
    for (from, routes) in routes.iter().enumerate() {
        let from = Cell(from as u8);
        let mut rays: Vec<(Direction, &Route)> = Vec::new();
        let is_line = |route: &&Route| route.hurdle == Hurdle::None && (!S::GENERAL || route.steps.len() > 1);
        for route in routes.iter().filter(is_line) {
            match direction(route, from) {
                Some(way) => rays.push((way, route)),
                None => fill_hops(tables, side, slot, from, route),
            }
        }
        of_cells.push(pair_rays(&rays));
    }
    let most = of_cells.iter().map(Vec::len).max().unwrap_or(0);
    let nothing = Line { below: S::Set::EMPTY, above: S::Set::EMPTY, mask: S::Set::EMPTY, mode: Mode::Both };
    let (start, per_cell) = match most {
        most if S::GENERAL => (tables.lines.len(), most),
        most if S::LINES > 0 => {
            assert!(most <= S::LINES, "the ruleset does not fit the shape");
            (tables.packed_lines.len(), S::LINES)
        }
        0 => (tables.packed_lines.len(), 0),
        1 | 2 => (tables.packed_lines.len(), 2),
        3 | 4 => (tables.packed_lines.len(), 4),
        most => (tables.packed_lines.len(), most.next_multiple_of(8)),
    };
    tables.line_span[side.index()][slot] = Span { start, per_cell };
    for mut lines in of_cells {
        lines.resize(per_cell, nothing);
        if S::GENERAL {
            tables.lines.extend(lines);
        } else {
            tables.packed_lines.extend(packed(&lines));
        }
    }
}

/// A cell's lines, two, four or eights of them, as generation sweeps them.
fn packed<B: CellSet>(lines: &[Line<B>]) -> Vec<u64> {
    let parts: Vec<[B; 3]> = lines.iter().map(|line| [line.below, line.above, line.mask]).collect();
    match parts.len() {
        2 => B::pack::<2>(&parts),
        4 => B::pack::<4>(&parts),
        _ => parts.chunks(8).flat_map(B::pack::<8>).collect(),
    }
}

fn fill_hops<S: Dimensions>(tables: &mut MoveTables<S>, side: Side, slot: usize, from: Cell, route: &Route) {
    let at = tables.at(side, slot, from);
    tables.has_bent_paths = true;
    let hops = (route.first_stop..route.steps.len()).map(|stop| BentPath {
        path: cells_set(&route.steps[..stop]),
        to: route.steps[stop],
        mode: route.mode,
    });
    tables.bent_paths[at].extend(hops);
}

/// The routes of hoppers, and from where they attack.
fn fill_hurdle_paths<S: Dimensions>(
    tables: &mut MoveTables<S>,
    side: Side,
    slot: usize,
    routes: &[Vec<Route>],
) {
    for (from, routes) in routes.iter().enumerate() {
        let from = Cell(from as u8);
        for route in routes.iter().filter(|route| route.hurdle != Hurdle::None) {
            for (stop, &to) in route.steps.iter().enumerate().skip(route.first_stop) {
                let path = HurdlePath {
                    path: cells_set(&route.steps[..stop]),
                    hurdles: cells_set(route.hurdles(stop)),
                    to,
                    mode: route.mode,
                };
                let at = tables.at(side, slot, from);
                tables.hurdle_paths[at].push(path);
                if route.mode != Mode::Quiet {
                    let at = tables.at_attackers(side, slot, to);
                    tables.reach_sets[at] |= S::Set::of(from);
                }
            }
        }
    }
}

fn fill_paths<S: Dimensions>(tables: &mut MoveTables<S>, side: Side, slot: usize, routes: &[Vec<Route>]) {
    let (cells, stride, paths) = (tables.cells, tables.stride(), tables.path_count);
    let start = tables.paths.len();
    tables.path_start[side.index()][slot] = start;
    tables.paths.resize(start + cells * stride * paths, S::Set::FULL);
    for (from, routes) in routes.iter().enumerate() {
        let mut used = vec![0; cells];
        let takes = |route: &&Route| route.mode != Mode::Quiet && route.hurdle == Hurdle::None;
        for route in routes.iter().filter(takes) {
            for (stop, &to) in route.steps.iter().enumerate().skip(route.first_stop) {
                let alternative = used[to.index()];
                assert!(alternative < paths, "the ruleset does not fit the shape");
                used[to.index()] += 1;
                let at = start + (to.index() * stride + from) * paths + alternative;
                tables.paths[at] = cells_set(&route.steps[..stop]);
                let at = tables.at_attackers(side, slot, to);
                tables.reach_sets[at] |= S::Set::of(Cell(from as u8));
            }
        }
    }
}
