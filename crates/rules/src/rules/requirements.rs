//! What the pieces of a ruleset can do, and which shape that needs.

use super::line::{direction, pair_rays};
use crate::bits::Wide256;
use crate::dimensions::ShapeKind;
use crate::geometry::{Cell, Geometry, Side};
use crate::law::{PromotionChoice, PromotionDuty};
use crate::movement::{Hurdle, Mode, Route};
use crate::ruleset::Ruleset;

/// The movement of a pawn that generation moves all at once.
const PLAIN_PAWN: &str = "mfWcfF";

/// Everything about a kind that decides its slot and shape.
pub(super) struct MovementTraits {
    pub(super) plain_pawn: bool,
    pub(super) rides: bool,
    /// Needs a general shape: moves otherwise than it takes, both rides and
    /// leaps, hops, or has routes no line can hold.
    needs_general: bool,
    pub(super) hops: bool,
    paths: usize,
    lines: usize,
}

pub(super) struct KindRoutes {
    /// `[side][cell]`
    pub(super) routes: [Vec<Vec<Route>>; 2],
}

impl KindRoutes {
    fn new(ruleset: &Ruleset, kind: usize) -> KindRoutes {
        let movement = &ruleset.pieces[kind].movement;
        let geometry = ruleset.geometry;
        let of_side = |side| geometry.all().map(|cell| movement.routes(geometry, cell, side)).collect();
        KindRoutes { routes: [of_side(Side::White), of_side(Side::Black)] }
    }

    /// Every route with the cell it starts from.
    fn all(&self) -> impl Iterator<Item = (Cell, &Route)> {
        self.routes.iter().flat_map(|cells| {
            let cells = cells.iter().enumerate();
            cells.flat_map(|(from, routes)| routes.iter().map(move |route| (Cell(from as u8), route)))
        })
    }

    fn movement_traits(&self, text: &str, geometry: Geometry) -> MovementTraits {
        let plain_pawn = text == PLAIN_PAWN;
        let rides = !plain_pawn && self.all().any(|(_, route)| route.steps.len() > 1);
        let mixed = self.all().any(|(_, route)| route.mode != Mode::Both);
        let irregular = self.all().any(|(from, route)| direction(route, from).is_none());
        let hops = self.all().any(|(_, route)| route.hurdle != Hurdle::None);
        MovementTraits {
            plain_pawn,
            rides,
            needs_general: !plain_pawn && (mixed || hops || (rides && irregular)),
            hops,
            paths: self.alternatives(geometry),
            lines: if rides { self.lines() } else { 0 },
        }
    }

    /// The most lines from one cell, of those that lines can hold.
    fn lines(&self) -> usize {
        let cells = self.routes.iter().flat_map(|side| side.iter().enumerate());
        let of_cell = |(from, routes): (usize, &Vec<Route>)| {
            let with_way = |route| direction(route, Cell(from as u8)).map(|way| (way, route));
            let unhindered = routes.iter().filter(|route| route.hurdle == Hurdle::None);
            pair_rays::<Wide256>(&unhindered.filter_map(with_way).collect::<Vec<_>>()).len()
        };
        cells.map(of_cell).max().unwrap_or(0)
    }

    /// The most alternative paths by which one cell is attacked from another.
    fn alternatives(&self, geometry: Geometry) -> usize {
        let mut most = 1;
        for routes in self.routes.iter().flatten() {
            let mut counts = vec![0; geometry.cells()];
            let takes = |route: &&Route| route.mode != Mode::Quiet && route.hurdle == Hurdle::None;
            for route in routes.iter().filter(takes) {
                for stop in &route.steps[route.first_stop..] {
                    counts[stop.index()] += 1;
                    most = most.max(counts[stop.index()]);
                }
            }
        }
        most
    }
}

pub(super) struct ShapeRequirements {
    pub(super) routes: Vec<KindRoutes>,
    pub(super) traits: Vec<MovementTraits>,
}

impl ShapeRequirements {
    pub(super) fn new(ruleset: &Ruleset) -> ShapeRequirements {
        let routes: Vec<KindRoutes> =
            (0..ruleset.pieces.len()).map(|kind| KindRoutes::new(ruleset, kind)).collect();
        let characters = routes
            .iter()
            .zip(&ruleset.pieces)
            .map(|(routes, piece)| routes.movement_traits(piece.movement.text(), ruleset.geometry))
            .collect();
        ShapeRequirements { routes, traits: characters }
    }

    /// The kind that is moved as plain pawns: the first such, if not royal.
    pub(super) fn plain_pawn(&self, ruleset: &Ruleset) -> Option<usize> {
        let royal = ruleset.royal().index();
        self.traits.iter().enumerate().position(|(kind, piece)| piece.plain_pawn && kind != royal)
    }

    pub(super) fn most_paths(&self) -> usize {
        self.traits.iter().filter(|piece| piece.rides).map(|piece| piece.paths).max().unwrap_or(1)
    }

    /// Whether anything needs a general shape.
    fn needs_general(&self, ruleset: &Ruleset) -> bool {
        let pawn = self.plain_pawn(ruleset);
        let royal = ruleset.royal().index();
        let promotes_other = ruleset.promotions().iter().any(|promotion| {
            Some(promotion.man.index()) != pawn
                || promotion.duty == PromotionDuty::Optional
                || matches!(promotion.choice, PromotionChoice::LostMen { .. })
        });
        let steps_other = ruleset.long_step().is_some_and(|step| Some(step.kind.index()) != pawn);
        self.traits.iter().any(|piece| piece.needs_general)
            || self.traits.iter().filter(|piece| piece.plain_pawn).count() > 1
            || self.traits[royal].rides
            || self.traits[royal].plain_pawn
            || promotes_other
            || steps_other
            || ruleset.laws.promotes_by_long_step(ruleset.geometry)
            || ruleset.laws.promotes_in_passing()
            || ruleset.has_immunity()
            || ruleset.has_die()
            || ruleset.has_passes()
    }

    pub(super) fn fit(&self, ruleset: &Ruleset) -> ShapeKind {
        let royal = ruleset.royal().index();
        let pawn = self.plain_pawn(ruleset);
        let others = || {
            let pieces = self.traits.iter().enumerate();
            pieces.filter(|(kind, _)| *kind != royal && Some(*kind) != pawn)
        };
        let leapers = others().filter(|(_, piece)| !piece.rides).count();
        let riders = others().filter(|(_, piece)| piece.rides).count();
        let paths = self.most_paths();
        let general = self.needs_general(ruleset);
        let lines = others().map(|(_, piece)| piece.lines).max().unwrap_or(0);
        let holds = |l: usize, r: usize, p: usize| !general && leapers <= l && riders <= r && paths <= p;
        let slots = leapers + riders + 2;
        match ruleset.geometry.cells() {
            ..=64 if holds(3, 1, 1) && lines <= 2 => ShapeKind::Leapers64,
            ..=64 if holds(4, 3, 1) && lines <= 4 => ShapeKind::Standard64,
            ..=64 if slots <= 12 => ShapeKind::General64,
            ..=128 if holds(4, 4, 2) => ShapeKind::Standard128,
            ..=128 if slots <= 20 => ShapeKind::General128,
            _ => ShapeKind::Any,
        }
    }
}
