//! What men are worth, and where: reckoned from how they move, once for a ruleset.
//!
//! A man's *reach* on a cell is the number of cells it can expect to go to with
//! a fifth of the board occupied. Its worth follows a formula fitted by
//! H. G. Muller to leapers, `33 n + 0.7 n²` hundredths of a pawn for `n` moves,
//! less for men that see only part of the board, more for men that promote.
//! Additions, products and quotients only, so that every machine agrees.

use rukh_rules::law::{Promotion, PromotionChoice};
use rukh_rules::movement::Mode;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, Geometry, PieceKind, Side};

/// Share of the cells thought occupied.
const DENSITY: f64 = 0.2;
/// Worth of a cell more or less in reach, in raw hundredths.
const PLACE: f64 = 4.0;
/// What part of a promotion's gain a man has from the start.
const PROMISE: f64 = 0.04;
/// What part of it a man has in front of the zone.
const NEARNESS: f64 = 0.5;
/// Raw hundredths a promoting man gains by its whole way beside that.
const ADVANCE: f64 = 12.0;

/// A royal man's part in an exchange: more than all else.
pub(crate) const ROYAL_WORTH: i32 = 15_000;

/// Worth of men and cells, in hundredths of a pawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Worth {
    /// By kind; the royal man counts nothing.
    pub(crate) material: Vec<i32>,
    /// By kind, for exchanges: the royal man counts more than all.
    pub(crate) exchange: Vec<i32>,
    /// `[side][kind * cells + cell]`; for the royal man while there is danger.
    pub(crate) place: [Vec<i32>; 2],
    /// The royal man's cells when few men are left.
    pub(crate) royal_late: [Vec<i32>; 2],
    /// One more legal move.
    pub(crate) mobility: i32,
    /// What all men of the array are worth, without the royal ones.
    pub(crate) total: i32,
    /// Hundredths of a pawn for a raw hundredth.
    pub(crate) scale: f64,
}

struct Reach {
    /// `[side][cell]`
    cells: [Vec<f64>; 2],
    mean: f64,
    most: f64,
    /// Mean part of the board a man can ever get to.
    part: f64,
}

impl Worth {
    pub(crate) fn new(ruleset: &Ruleset) -> Worth {
        let kinds: Vec<PieceKind> = (0..ruleset.pieces.len()).map(|index| PieceKind(index as u8)).collect();
        let reaches: Vec<Reach> = kinds.iter().map(|kind| Reach::new(ruleset, *kind)).collect();
        let mut raw: Vec<f64> = reaches.iter().map(Reach::worth).collect();
        let plain = raw.clone();
        for kind in &kinds {
            if let Some(gain) = promotion_gain(ruleset, *kind, &plain) {
                raw[kind.index()] += PROMISE * gain;
            }
        }
        let scale = scale(ruleset, &raw);
        let royal = ruleset.royal();
        let mut material: Vec<i32> = raw.iter().map(|raw| whole(raw * scale)).collect();
        let mut exchange = material.clone();
        material[royal.index()] = 0;
        exchange[royal.index()] = ROYAL_WORTH;
        let place = |side| -> Vec<i32> {
            let of_kind =
                |kind: &PieceKind| places(ruleset, *kind, side, &reaches[kind.index()], &raw, scale);
            kinds.iter().flat_map(of_kind).collect()
        };
        let late = |side| {
            let reach = &reaches[royal.index()];
            let of_cell = |cell: Cell| (reach.cells[side as usize][cell.index()] - reach.mean) * 6.0;
            ruleset.geometry.all().map(|cell| whole(of_cell(cell) * scale)).collect()
        };
        Worth {
            place: Side::BOTH.map(place),
            royal_late: Side::BOTH.map(late),
            mobility: whole(1.5 * scale).max(1),
            total: array_total(ruleset, &material),
            material,
            exchange,
            scale,
        }
    }

    /// So many raw hundredths.
    pub(crate) fn scaled(&self, raw: i32) -> i32 {
        whole(f64::from(raw) * self.scale)
    }
}

/// To the nearest whole number.
fn whole(value: f64) -> i32 {
    if value < 0.0 { -((0.5 - value) as i32) } else { (value + 0.5) as i32 }
}

/// Such that a pawn counts a hundred.
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

/// How a kind promotes and what it gains by it, if it gains.
fn promotion_gain(ruleset: &Ruleset, kind: PieceKind, raw: &[f64]) -> Option<f64> {
    let promotion = ruleset.promotion(kind)?;
    let best = becomes(promotion).filter_map(|kind| raw.get(kind.index()).copied()).fold(0.0_f64, f64::max);
    let gain = best - raw[kind.index()];
    (gain > 0.0).then_some(gain)
}

fn becomes(promotion: &Promotion) -> impl Iterator<Item = PieceKind> {
    let kinds = match promotion.choice {
        PromotionChoice::Fixed | PromotionChoice::Player => promotion.to,
        PromotionChoice::LostMen { always, .. } if !always.is_empty() => always,
        PromotionChoice::LostMen { otherwise, .. } if !otherwise.is_empty() => otherwise,
        PromotionChoice::LostMen { .. } => promotion.to,
    };
    kinds.iter()
}

fn places(
    ruleset: &Ruleset,
    kind: PieceKind,
    side: Side,
    reach: &Reach,
    raw: &[f64],
    scale: f64,
) -> Vec<i32> {
    let geometry = ruleset.geometry;
    let reach_of = |cell: Cell| reach.cells[side.index()][cell.index()] - reach.mean;
    let value = |cell: Cell| {
        if kind == ruleset.royal() {
            let ranks = f64::from(geometry.ranks().max(2) - 1);
            return -3.0 * reach_of(cell) - 20.0 * f64::from(geometry.rank_for(cell, side)) / ranks;
        }
        let promotes = ruleset.promotion(kind).is_some();
        let gain = promotion_gain(ruleset, kind, raw).unwrap_or(0.0);
        let way = if promotes { way_to_zone(ruleset, kind, geometry, cell, side) } else { 0.0 };
        let place = if promotes { 0.0 } else { PLACE * reach_of(cell) };
        place + NEARNESS * gain * way * way * way + if promotes { ADVANCE * way } else { 0.0 }
    };
    geometry.all().map(|cell| whole(value(cell) * scale)).collect()
}

/// The part of the way to its promotion a man has gone.
fn way_to_zone(ruleset: &Ruleset, kind: PieceKind, geometry: Geometry, cell: Cell, side: Side) -> f64 {
    let zone = ruleset.promotion(kind).map_or(1, |promotion| promotion.ranks);
    let whole_way = geometry.ranks().saturating_sub(zone).max(1);
    (f64::from(geometry.rank_for(cell, side)) / f64::from(whole_way)).min(1.0)
}

impl Reach {
    fn new(ruleset: &Ruleset, kind: PieceKind) -> Reach {
        let geometry = ruleset.geometry;
        let of_side = |side| -> Vec<f64> {
            geometry.all().map(|cell| expected_moves(ruleset, kind, cell, side)).collect()
        };
        let cells = Side::BOTH.map(of_side);
        let mean = cells[0].iter().sum::<f64>() / geometry.cells() as f64;
        let most = cells[0].iter().copied().fold(0.0, f64::max);
        Reach { mean, most, part: part_of_board(ruleset, kind), cells }
    }

    fn worth(&self) -> f64 {
        let moves = (self.mean + self.most) / 2.0;
        (33.0 * moves + 0.7 * moves * moves) * (0.75 + 0.25 * self.part)
    }
}

/// How many moves a man can expect on a cell, a move that only takes or never
/// takes counting half; several ways to one cell count as one that is oftener free.
fn expected_moves(ruleset: &Ruleset, kind: PieceKind, from: Cell, side: Side) -> f64 {
    let cells = ruleset.geometry.cells();
    let mut closed = [vec![1.0; cells], vec![1.0; cells]];
    for route in ruleset.pieces[kind.index()].movement.routes(ruleset.geometry, from, side) {
        let mut open = 1.0;
        for (index, step) in route.steps.iter().enumerate() {
            if index >= route.first_stop {
                for (mode, closed) in [Mode::Quiet, Mode::Capture].into_iter().zip(&mut closed) {
                    if route.mode == Mode::Both || route.mode == mode {
                        closed[step.index()] *= 1.0 - open;
                    }
                }
            }
            open *= 1.0 - DENSITY;
        }
    }
    closed.iter().flatten().map(|closed| (1.0 - closed) / 2.0).sum()
}

fn part_of_board(ruleset: &Ruleset, kind: PieceKind) -> f64 {
    let geometry = ruleset.geometry;
    let movement = &ruleset.pieces[kind.index()].movement;
    let stops: Vec<Vec<Cell>> = geometry
        .all()
        .map(|cell| {
            let routes = movement.routes(geometry, cell, Side::White);
            routes.iter().flat_map(|route| route.steps[route.first_stop..].to_vec()).collect()
        })
        .collect();
    let reached: usize = geometry.all().map(|cell| reached_from(&stops, cell)).sum();
    reached as f64 / (geometry.cells() * geometry.cells()) as f64
}

fn reached_from(stops: &[Vec<Cell>], from: Cell) -> usize {
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
    use super::Worth;
    use rukh_rules::Ruleset;

    fn order(id: &str, letters: &str) {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        let worth = Worth::new(&ruleset);
        let of = |letter| worth.material[ruleset.kind(letter).expect("a man of the game").index()];
        let values: Vec<i32> = letters.chars().map(of).collect();
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{id}: {letters} {values:?}");
        assert_eq!(of('p'), 100, "{id}");
    }

    #[test]
    fn men_are_worth_what_players_have_always_said() {
        order("shatranj", "rnfep");
        order("oblong", "rnfep");
        order("mideast", "vqrbnp");
    }
}
