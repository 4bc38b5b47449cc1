//! Building the tables of [`Rules`].

use std::sync::Arc;

use super::requirements::{Direction, KindRoutes, ShapeRequirements, direction};
use super::{
    BentPath, Hurdle, HurdlePath, Line, LongStep, Mode, PAWN, PieceKind, ROYAL, Route, Rules, SLOTS, Shape,
    SlotPromotion, Span, castles,
};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::hash;
use crate::law::{BareKing, LongFirstStep, MoveLimit};
use crate::ruleset::Ruleset;

/// Slots for kinds: pawns, royal, leapers, riders.
struct Slots {
    slot_of: [u8; 32],
    kind_of: [PieceKind; SLOTS],
    first_rider: usize,
    count: usize,
    plain_pawns: bool,
}

fn assign<S: Shape>(ruleset: &Ruleset, survey: &ShapeRequirements) -> Slots {
    let royal = ruleset.royal().index();
    let pawn = survey.plain_pawn(ruleset);
    let mut slots = Slots {
        slot_of: [0; 32],
        kind_of: [PieceKind(0); SLOTS],
        first_rider: 0,
        count: 0,
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

pub(super) fn compile<S: Shape>(ruleset: Arc<Ruleset>) -> Rules<S> {
    let survey = ShapeRequirements::new(&ruleset);
    let slots = assign::<S>(&ruleset, &survey);
    let geometry = ruleset.geometry;
    let cells = geometry.cells();
    let set = |wanted: &dyn Fn(Cell) -> bool| {
        let wanted = geometry.all().filter(|&cell| wanted(cell));
        wanted.fold(S::Set::EMPTY, |set, cell| set | S::Set::of(cell))
    };
    let entries = 2 * S::SLOTS * if S::GENERAL { cells } else { S::Set::CAPACITY };
    let has_hoppers = survey.traits.iter().any(|man| man.hops);
    assert!(S::GENERAL || !has_hoppers, "the ruleset does not fit the shape");
    let mut rules = Rules::<S> {
        geometry,
        board: set(&|_| true),
        cells,
        slot_of: slots.slot_of,
        kind_of: slots.kind_of,
        first_rider: slots.first_rider,
        slots: slots.count,
        royal_rides: survey.traits[ruleset.royal().index()].rides,
        plain_pawns: slots.plain_pawns,
        not_first_file: set(&|cell| geometry.file(cell) != 0),
        not_last_file: set(&|cell| geometry.file(cell) + 1 != geometry.files()),
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
        immune_slots: [0; SLOTS],
        zones: [[S::Set::EMPTY; SLOTS]; 2],
        promotions: vec![None; S::SLOTS],
        array_counts: array_counts(&ruleset),
        long_step: None,
        castles: Vec::new(),
        rights_kept: vec![!0; cells],
        king_must_be_safe: ruleset.is_king_guarded(),
        king_capturable: ruleset.is_king_capturable(),
        uncounted: 0,
        uncounted_masks: S::NO_PIECES,
        arrivals: [0, 1].map(|side| {
            let of_slot = |slot| {
                let mut men = S::NO_PIECES;
                men.as_mut()[slot] = S::Set::FULL;
                men.as_mut()[S::SLOTS + side] = S::Set::FULL;
                men
            };
            (0..S::SLOTS).map(of_slot).collect()
        }),
        zeroing_slots: 0,
        has_counters: ruleset.bare_king_limit().or(ruleset.lone_man_limit()).is_some(),
        has_bare: ruleset.bare_king() != BareKing::Ignored,
        has_die: ruleset.has_die(),
        ply_limit: ruleset.move_limit().unwrap_or(u16::MAX),
        piece_keys: men_keys(&ruleset, cells).into(),
        ruleset,
    };
    for (kind, routes) in survey.routes.iter().enumerate() {
        fill_kind(&mut rules, kind, routes);
    }
    fill_laws(&mut rules);
    castles::fill(&mut rules);
    rules
}

fn fill_kind<S: Shape>(rules: &mut Rules<S>, kind: usize, routes: &KindRoutes) {
    let slot = usize::from(rules.slot_of[kind]);
    let rides = slot >= rules.first_rider || (slot == ROYAL && rules.royal_rides);
    for side in Side::BOTH {
        let routes = &routes.routes[side.index()];
        if rides {
            fill_lines(rules, side, slot, routes);
            fill_hurdle_paths(rules, side, slot, routes);
            fill_paths(rules, side, slot, routes);
        }
        if S::GENERAL || !rides {
            fill_leaps(rules, side, slot, routes, rides);
        }
    }
}

/// Every route of one step. In general shapes a rider's single steps are leaps
/// too, and only its longer routes are lines.
fn fill_leaps<S: Shape>(rules: &mut Rules<S>, side: Side, slot: usize, routes: &[Vec<Route>], rides: bool) {
    for (from, routes) in routes.iter().enumerate() {
        let from = Cell(from as u8);
        for route in routes.iter().filter(|route| route.steps.len() == 1) {
            let to = route.steps[0];
            let at = rules.at(side, slot, from);
            if route.mode != Mode::Capture {
                rules.quiet_leaps[at] |= S::Set::of(to);
            }
            if route.mode != Mode::Quiet {
                rules.reach_sets[at] |= S::Set::of(to);
                if !rides {
                    let at = rules.at_attackers(side, slot, to);
                    rules.reach_sets[at] |= S::Set::of(from);
                }
            }
        }
    }
}

fn cells_set<B: CellSet>(cells: &[Cell]) -> B {
    cells.iter().fold(B::EMPTY, |set, &cell| set | B::of(cell))
}

fn fill_lines<S: Shape>(rules: &mut Rules<S>, side: Side, slot: usize, routes: &[Vec<Route>]) {
    let mut of_cells: Vec<Vec<Line<S::Set>>> = Vec::new();
    for (from, routes) in routes.iter().enumerate() {
        let from = Cell(from as u8);
        let mut rays: Vec<(Direction, &Route)> = Vec::new();
        let is_line = |route: &&Route| route.hurdle == Hurdle::None && (!S::GENERAL || route.steps.len() > 1);
        for route in routes.iter().filter(is_line) {
            match direction(route, from) {
                Some(way) => rays.push((way, route)),
                None => fill_hops(rules, side, slot, from, route),
            }
        }
        of_cells.push(pair_rays(&rays));
    }
    let most = of_cells.iter().map(Vec::len).max().unwrap_or(0);
    let nothing = Line { below: S::Set::EMPTY, above: S::Set::EMPTY, mask: S::Set::EMPTY, mode: Mode::Both };
    let (start, per_cell) = match most {
        most if S::GENERAL => (rules.lines.len(), most),
        most if S::LINES > 0 => {
            assert!(most <= S::LINES, "the ruleset does not fit the shape");
            (rules.packed_lines.len(), S::LINES)
        }
        0 => (rules.packed_lines.len(), 0),
        1 | 2 => (rules.packed_lines.len(), 2),
        3 | 4 => (rules.packed_lines.len(), 4),
        most => (rules.packed_lines.len(), most.next_multiple_of(8)),
    };
    rules.line_span[side.index()][slot] = Span { start, per_cell };
    for mut lines in of_cells {
        lines.resize(per_cell, nothing);
        if S::GENERAL {
            rules.lines.extend(lines);
        } else {
            rules.packed_lines.extend(packed(&lines));
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

fn fill_hops<S: Shape>(rules: &mut Rules<S>, side: Side, slot: usize, from: Cell, route: &Route) {
    let at = rules.at(side, slot, from);
    rules.has_bent_paths = true;
    let hops = (route.first_stop..route.steps.len()).map(|stop| BentPath {
        path: cells_set(&route.steps[..stop]),
        to: route.steps[stop],
        mode: route.mode,
    });
    rules.bent_paths[at].extend(hops);
}

/// The routes of hoppers, and from where they attack.
fn fill_hurdle_paths<S: Shape>(rules: &mut Rules<S>, side: Side, slot: usize, routes: &[Vec<Route>]) {
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
                let at = rules.at(side, slot, from);
                rules.hurdle_paths[at].push(path);
                if route.mode != Mode::Quiet {
                    let at = rules.at_attackers(side, slot, to);
                    rules.reach_sets[at] |= S::Set::of(from);
                }
            }
        }
    }
}

/// Puts rays two and two on lines; a line's falling ray must begin below its rising one.
pub(super) fn pair_rays<B: CellSet>(rays: &[(Direction, &Route)]) -> Vec<Line<B>> {
    let of = |wanted: Direction| rays.iter().filter(move |ray| ray.0 == wanted).map(|ray| ray.1);
    let mut rising: Vec<&Route> = of(Direction::Rising).collect();
    let mut falling: Vec<&Route> = of(Direction::Falling).collect();
    rising.sort_by_key(|route| route.steps[0]);
    falling.sort_by_key(|route| std::cmp::Reverse(route.steps[0]));
    let mut lines = Vec::new();
    for down in falling {
        let partner = rising.iter().position(|up| up.steps[0] > down.steps[0] && up.mode == down.mode);
        let up = partner.map(|at| rising.remove(at));
        let stops = cells_set::<B>(&down.steps[down.first_stop..]);
        lines.push(Line {
            below: cells_set(&down.steps),
            above: up.map_or(B::EMPTY, |up| cells_set(&up.steps)),
            mask: stops | up.map_or(B::EMPTY, |up| cells_set(&up.steps[up.first_stop..])),
            mode: down.mode,
        });
    }
    lines.extend(rising.into_iter().map(|up| Line {
        below: B::EMPTY,
        above: cells_set(&up.steps),
        mask: cells_set(&up.steps[up.first_stop..]),
        mode: up.mode,
    }));
    lines
}

fn fill_paths<S: Shape>(rules: &mut Rules<S>, side: Side, slot: usize, routes: &[Vec<Route>]) {
    let (cells, stride, paths) = (rules.cells, rules.stride(), rules.path_count);
    let start = rules.paths.len();
    rules.path_start[side.index()][slot] = start;
    rules.paths.resize(start + cells * stride * paths, S::Set::FULL);
    for (from, routes) in routes.iter().enumerate() {
        let mut used = vec![0; cells];
        let takes = |route: &&Route| route.mode != Mode::Quiet && route.hurdle == Hurdle::None;
        for route in routes.iter().filter(takes) {
            for (stop, &to) in route.steps.iter().enumerate().skip(route.first_stop) {
                let alternative = used[to.index()];
                assert!(alternative < paths, "the ruleset does not fit the shape");
                used[to.index()] += 1;
                let at = start + (to.index() * stride + from) * paths + alternative;
                rules.paths[at] = cells_set(&route.steps[..stop]);
                let at = rules.at_attackers(side, slot, to);
                rules.reach_sets[at] |= S::Set::of(Cell(from as u8));
            }
        }
    }
}

fn fill_laws<S: Shape>(rules: &mut Rules<S>) {
    let ruleset = rules.ruleset.clone();
    let geometry = rules.geometry;
    let ranks = |wanted: &dyn Fn(u8) -> bool, side: Side| {
        let cells = geometry.all().filter(|&cell| wanted(geometry.rank_for(cell, side)));
        cells.fold(S::Set::EMPTY, |set, cell| set | S::Set::of(cell))
    };
    let guards = ruleset.guards();
    rules.uncounted = rules.slots_of(ruleset.kinds().filter(|kind| !guards.has(*kind)).collect());
    for (slot, mask) in rules.uncounted_masks.as_mut()[..S::SLOTS].iter_mut().enumerate() {
        *mask = if rules.uncounted >> slot & 1 == 1 { S::Set::FULL } else { S::Set::EMPTY };
    }
    rules.zeroing_slots = rules.slots_of(match ruleset.laws.move_limit.law {
        MoveLimit::None => ruleset.pawns,
        MoveLimit::Draw { pawns, .. } => pawns,
    });
    for kind in ruleset.kinds() {
        let slot = rules.slot(kind);
        rules.immune_slots[slot] = rules.slots_of(ruleset.immune_to(kind));
        rules.promotions[slot] = ruleset.promotion(kind).map(|promotion| {
            let zone = |side| ranks(&|rank| rank + promotion.ranks >= geometry.ranks(), side);
            SlotPromotion {
                zone: [zone(Side::White), zone(Side::Black)],
                to: promotion.to,
                choice: promotion.choice,
                duty: promotion.duty,
            }
        });
    }
    for (slot, promotion) in rules.promotions.iter().enumerate() {
        for side in Side::BOTH {
            rules.zones[side.index()][slot] =
                promotion.as_ref().map_or(S::Set::EMPTY, |it| it.zone[side.index()]);
        }
    }
    if let Some(LongFirstStep { kind, rank, steps, en_passant }) = ruleset.long_step() {
        let from = |side| ranks(&|own| own + 1 == rank, side);
        rules.long_step = Some(LongStep {
            slot: rules.slot(kind),
            from: [from(Side::White), from(Side::Black)],
            steps,
            en_passant,
            promotes: ruleset.laws.promotes_by_long_step(geometry),
        });
    }
}

fn array_counts(ruleset: &Ruleset) -> [[u8; 32]; 2] {
    let mut counts = [[0; 32]; 2];
    for letter in ruleset.start().placement.chars().filter(char::is_ascii_alphabetic) {
        if let Some(kind) = ruleset.kind(letter) {
            let count: &mut u8 = &mut counts[usize::from(letter.is_ascii_lowercase())][kind.index()];
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// Numbers for hashing, the same for every shape.
fn men_keys(ruleset: &Ruleset, cells: usize) -> Vec<u64> {
    let mut keys = vec![0; 2 * 32 * cells];
    for side in Side::BOTH {
        for kind in 0..ruleset.pieces.len() {
            for cell in 0..cells {
                keys[(side.index() * 32 + kind) * cells + cell] =
                    hash::piece(side, PieceKind(kind as u8), Cell(cell as u8));
            }
        }
    }
    keys
}
