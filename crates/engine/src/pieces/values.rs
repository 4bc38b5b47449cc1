//! Values of pieces and cells, derived once for a ruleset from how the pieces move.
//!
//! A piece's *mobility* on a cell is the expected number of its moves with a fifth
//! of the board occupied. Its value follows a formula fitted by H. G. Muller to
//! leapers, `33 n + 0.7 n²` hundredths of a pawn for `n` moves, less for pieces
//! that reach only part of the board, more for pieces that promote. Additions,
//! products and quotients only, so that every machine agrees.

use rukh_rules::law::{Promotion, PromotionChoice};
use rukh_rules::movement::{Hurdle, Mode, Route};
use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, PieceKind, Side};

/// Assumed share of occupied cells.
const DENSITY: f64 = 0.2;
/// Value of a move more or less on a cell, in raw hundredths.
const MOBILITY_VALUE: f64 = 4.0;
/// Share of a promotion's gain that a piece is worth from the start.
const PROMOTION_SHARE: f64 = 0.04;
/// Share of a promotion's gain that a piece is worth in front of the zone.
const PROMOTION_NEAR_SHARE: f64 = 0.5;
/// Raw hundredths that a promoting piece gains by its whole way besides.
const ADVANCE: f64 = 12.0;

/// Maximum value of a piece, in raw hundredths: twice that of an amazon on the largest
/// board. The sum over a full board does not overflow.
const MAX_VALUE: f64 = 8_000.0;

/// Value of a royal piece in an exchange, more than any other.
pub(crate) const ROYAL_VALUE: i32 = 15_000;

/// Values of pieces and cells, in hundredths of a pawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PieceValues {
    /// By kind; 0 for the royal piece.
    pub(crate) material: Vec<i32>,
    /// `[side][kind * cells + cell]`; for the royal piece in the middlegame.
    pub(crate) piece_square: [Vec<i32>; 2],
    /// `[side][cell]`: the royal piece's cells in the endgame.
    pub(crate) royal_endgame: [Vec<i32>; 2],
    /// Value of one more legal move.
    pub(crate) mobility: i32,
    /// Value of all pieces of the array, without the royal ones.
    pub(crate) array_material: i32,
    /// Hundredths of a pawn for a raw hundredth.
    pub(crate) pawn_scale: f64,
}

/// Expected moves of a kind of piece.
struct Mobility {
    kind: PieceKind,
    /// `[side][cell]`
    cells: [Vec<f64>; 2],
    mean: f64,
    most: f64,
    /// Mean share of the board that a piece can reach in any number of moves.
    part: f64,
}

impl PieceValues {
    pub(crate) fn new(ruleset: &Ruleset) -> PieceValues {
        let kinds: Vec<PieceKind> = ruleset.kinds().collect();
        let reaches: Vec<Mobility> = kinds.iter().map(|kind| Mobility::new(ruleset, *kind)).collect();
        let mut raw: Vec<f64> = reaches.iter().map(Mobility::value).collect();
        let plain = raw.clone();
        for kind in &kinds {
            if let Some(gain) = promotion_gain(ruleset, *kind, &plain) {
                raw[kind.index()] += PROMOTION_SHARE * gain;
            }
        }
        let scale = scale(ruleset, &raw);
        let royal = ruleset.royal();
        let mut material: Vec<i32> = raw.iter().map(|raw| round(raw * scale)).collect();
        material[royal.index()] = 0;
        let place = |side| -> Vec<i32> {
            let of_kind = |mobility: &Mobility| piece_square_values(ruleset, side, mobility, &raw);
            reaches.iter().flat_map(of_kind).map(|raw| round(raw * scale)).collect()
        };
        let late = |side| {
            let reach = &reaches[royal.index()];
            let of_cell = |cell: Cell| (reach.cells[side as usize][cell.index()] - reach.mean) * 6.0;
            ruleset.geometry.all().map(|cell| round(of_cell(cell) * scale)).collect()
        };
        PieceValues {
            piece_square: Side::BOTH.map(place),
            royal_endgame: Side::BOTH.map(late),
            mobility: round(1.5 * scale).max(1),
            array_material: array_total(ruleset, &material),
            material,
            pawn_scale: scale,
        }
    }

    /// Raw hundredths, scaled to hundredths of the ruleset's pawn.
    pub(crate) fn scaled(&self, raw: i32) -> i32 {
        round(f64::from(raw) * self.pawn_scale)
    }
}

/// The nearest whole number.
fn round(value: f64) -> i32 {
    if value < 0.0 { -((0.5 - value) as i32) } else { (value + 0.5) as i32 }
}

/// The scale that makes a pawn worth a hundred.
fn scale(ruleset: &Ruleset, raw: &[f64]) -> f64 {
    let royal = ruleset.royal();
    let pawns: Vec<f64> = ruleset
        .pawns
        .iter()
        .filter(|kind| *kind != royal)
        .filter_map(|kind| raw.get(kind.index()).copied())
        .collect();
    if pawns.is_empty() {
        return 1.0;
    }
    let mean = pawns.iter().sum::<f64>() / pawns.len() as f64;
    (100.0 / mean.max(1.0)).clamp(0.25, 2.5)
}

fn array_total(ruleset: &Ruleset, material: &[i32]) -> i32 {
    let letters = ruleset.start().placement.chars();
    let of_letter = |letter| ruleset.kind(letter).map_or(0, |kind| material[kind.index()]);
    letters.map(of_letter).sum::<i32>().max(1)
}

/// The gain in value by promotion of a kind, if there is one.
fn promotion_gain(ruleset: &Ruleset, kind: PieceKind, raw: &[f64]) -> Option<f64> {
    let promotion = ruleset.promotion(kind)?;
    let best =
        promotion_kinds(promotion).filter_map(|kind| raw.get(kind.index()).copied()).fold(0.0_f64, f64::max);
    let gain = best - raw[kind.index()];
    (gain > 0.0).then_some(gain)
}

fn promotion_kinds(promotion: &Promotion) -> impl Iterator<Item = PieceKind> {
    let kinds = match promotion.choice {
        PromotionChoice::Fixed | PromotionChoice::Player => promotion.to,
        PromotionChoice::LostMen { always, .. } if !always.is_empty() => always,
        PromotionChoice::LostMen { otherwise, .. } if !otherwise.is_empty() => otherwise,
        PromotionChoice::LostMen { .. } => promotion.to,
    };
    kinds.iter()
}

/// The value of a piece's cells for a side, in raw hundredths, from the raw values of all kinds.
fn piece_square_values(ruleset: &Ruleset, side: Side, mobility: &Mobility, raw: &[f64]) -> Vec<f64> {
    let (geometry, kind) = (ruleset.geometry, mobility.kind);
    let reach_of = |cell: Cell| mobility.cells[side.index()][cell.index()] - mobility.mean;
    let value = |cell: Cell| {
        if kind == ruleset.royal() {
            let ranks = f64::from(geometry.ranks().max(2) - 1);
            return -3.0 * reach_of(cell) - 20.0 * f64::from(geometry.rank_for(cell, side)) / ranks;
        }
        let promotes = ruleset.promotion(kind).is_some();
        let gain = promotion_gain(ruleset, kind, raw).unwrap_or(0.0);
        let way = if promotes { promotion_progress(ruleset, kind, cell, side) } else { 0.0 };
        let place = if promotes { 0.0 } else { MOBILITY_VALUE * reach_of(cell) };
        place + PROMOTION_NEAR_SHARE * gain * way * way * way + if promotes { ADVANCE * way } else { 0.0 }
    };
    geometry.all().map(value).collect()
}

/// The share of the way to its promotion that a piece has gone, from 0 to 1.
fn promotion_progress(ruleset: &Ruleset, kind: PieceKind, cell: Cell, side: Side) -> f64 {
    let geometry = ruleset.geometry;
    let zone = ruleset.promotion(kind).map_or(1, |promotion| promotion.ranks);
    let whole_way = geometry.ranks().saturating_sub(zone).max(1);
    (f64::from(geometry.rank_for(cell, side)) / f64::from(whole_way)).min(1.0)
}

impl Mobility {
    fn new(ruleset: &Ruleset, kind: PieceKind) -> Mobility {
        let geometry = ruleset.geometry;
        let of_side = |side| -> Vec<f64> {
            geometry.all().map(|cell| expected_moves(ruleset, kind, cell, side)).collect()
        };
        let cells = Side::BOTH.map(of_side);
        let mean = cells[0].iter().sum::<f64>() / geometry.cells() as f64;
        let most = cells[0].iter().copied().fold(0.0, f64::max);
        Mobility { kind, mean, most, part: board_share(ruleset, kind), cells }
    }

    fn value(&self) -> f64 {
        let moves = (self.mean + self.most) / 2.0;
        ((33.0 * moves + 0.7 * moves * moves) * (0.75 + 0.25 * self.part)).min(MAX_VALUE)
    }
}

/// The expected number of moves on a cell; a move that only captures or never captures
/// counts half, and several paths to one cell count as one that is open more often.
fn expected_moves(ruleset: &Ruleset, kind: PieceKind, from: Cell, side: Side) -> f64 {
    let cells = ruleset.geometry.cells();
    let mut closed = [vec![1.0; cells], vec![1.0; cells]];
    for route in ruleset.pieces[kind.index()].movement.routes(ruleset.geometry, from, side) {
        for (index, step) in route.steps.iter().enumerate() {
            if index >= route.first_stop {
                let open = open_probability(&route, index);
                for (mode, closed) in [Mode::Quiet, Mode::Capture].into_iter().zip(&mut closed) {
                    if route.mode == Mode::Both || route.mode == mode {
                        closed[step.index()] *= 1.0 - open;
                    }
                }
            }
        }
    }
    closed.iter().flatten().map(|closed| (1.0 - closed) / 2.0).sum()
}

/// The probability that the path to a stop is open: all cells before it empty, or all
/// but that of a hopper's hurdle.
fn open_probability(route: &Route, stop: usize) -> f64 {
    let all_empty = (0..stop).fold(1.0, |open, _| open * (1.0 - DENSITY));
    match route.hurdle {
        Hurdle::None => all_empty,
        Hurdle::Single | Hurdle::Adjacent => {
            route.hurdles(stop).len() as f64 * all_empty * DENSITY / (1.0 - DENSITY)
        }
    }
}

fn board_share(ruleset: &Ruleset, kind: PieceKind) -> f64 {
    let geometry = ruleset.geometry;
    let movement = &ruleset.pieces[kind.index()].movement;
    let stops: Vec<Vec<Cell>> = geometry
        .all()
        .map(|cell| {
            let routes = movement.routes(geometry, cell, Side::White);
            routes.iter().flat_map(|route| route.steps[route.first_stop..].to_vec()).collect()
        })
        .collect();
    let reached: usize = geometry.all().map(|cell| reachable_count(&stops, cell)).sum();
    reached as f64 / (geometry.cells() * geometry.cells()) as f64
}

fn reachable_count(stops: &[Vec<Cell>], from: Cell) -> usize {
    let mut seen = vec![false; stops.len()];
    let mut open = vec![from];
    seen[from.index()] = true;
    while let Some(cell) = open.pop() {
        for next in &stops[cell.index()] {
            if !seen[next.index()] {
                seen[next.index()] = true;
                open.push(*next);
            }
        }
    }
    seen.iter().filter(|seen| **seen).count()
}

#[cfg(test)]
mod tests {
    use super::{MAX_VALUE, Mobility, PieceValues};
    use rukh_rules::{PieceKind, Ruleset};

    fn order(id: &str, letters: &str) {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let worth = PieceValues::new(&ruleset);
        let of = |letter| worth.material[ruleset.kind(letter).expect("a piece of the game").index()];
        let values: Vec<i32> = letters.chars().map(of).collect();
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{id}: {letters} {values:?}");
        assert_eq!(of('p'), 100, "{id}");
    }

    /// A full board of the most valuable piece, multiplied by the phase, does not overflow.
    #[test]
    fn piece_value_is_bounded() {
        let everywhere = Mobility {
            kind: PieceKind::new(0).expect("a kind"),
            cells: [Vec::new(), Vec::new()],
            mean: 255.0,
            most: 255.0,
            part: 1.0,
        };
        assert_eq!(everywhere.value(), MAX_VALUE);
        assert!(((MAX_VALUE * 2.5) as i32 * 255).checked_mul(256).is_some());
    }

    #[test]
    fn piece_values_are_in_the_order_players_know() {
        order("shatranj", "rnfep");
        order("oblong", "rnfep");
        order("mideast", "vqrbnp");
    }
}
