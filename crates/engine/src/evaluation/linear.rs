//! The linear evaluator: material, piece squares, mobility, attacks and pawn structure.
//!
//! A sum of weights (`layout`) times counts (`terms`), tapered between middlegame and endgame. The weights are
//! tuned on games (`tuned`) or, for other rulesets, derived from how the pieces move.

use rukh_rules::bits::CellSet;
use rukh_rules::hash::mix;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Geometry, PieceKind, Position, Rules, Side};

use super::layout::{Layout, Term};
use super::reach_classes::ReachClasses;
use super::terms::TermSink;
use super::weights::Weight;
use crate::pieces::baring_guards;
use crate::pieces::values::PieceValues;
use crate::score::Value;

/// The weights of a ruleset, and what its terms are counted by.
#[derive(Debug)]
pub(crate) struct LinearEvaluator {
    pub(crate) layout: Layout,
    /// In the order of the layout.
    pub(crate) weights: Vec<Weight>,
    packed_weights: Vec<PackedWeight>,
    /// `[side][kind * cells + cell]`: material and piece square together.
    piece_square: [Vec<PackedWeight>; 2],
    pub(super) reach_classes: ReachClasses,
    geometry: Geometry,
    /// Kinds of pawns without the royal piece.
    pub(super) pawn_kinds: Vec<PieceKind>,
    /// Kinds other than pawns.
    pub(super) piece_kinds: Vec<PieceKind>,
    /// `[side][cell]`: ranks seen from that side.
    pub(super) ranks: [Vec<u8>; 2],
    pub(super) royal: PieceKind,
    /// Kinds that keep a king from being bare, where bare kings lose.
    pub(super) baring_guards: Option<Vec<PieceKind>>,
    values: PieceValues,
    /// Factor of mop-up.
    pub(super) mop_up_weight: i32,
}

/// A weight in one word, so that both halves are added at once: middlegame in the upper
/// 32 bits, endgame in the lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PackedWeight(i64);

impl PackedWeight {
    fn new([early, late]: Weight) -> PackedWeight {
        PackedWeight((i64::from(early) << 32) + i64::from(late))
    }

    fn weight(self) -> Weight {
        let late = self.0 as i32;
        [((self.0 - i64::from(late)) >> 32) as i32, late]
    }
}

/// The weighted sum of the terms, for White.
struct WeightedSum<'e> {
    evaluator: &'e LinearEvaluator,
    sum: i64,
    /// Material of each side.
    material: [i32; 2],
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell) {
        let cells = self.evaluator.geometry.cells();
        self.count(side, self.evaluator.piece_square[side.index()][kind.index() * cells + cell.index()], 1);
        self.material[side.index()] += self.evaluator.values.material[kind.index()];
    }

    #[inline(always)]
    fn add(&mut self, side: Side, place: usize, times: i32) {
        self.count(side, self.evaluator.packed_weights[place], times);
    }
}

impl WeightedSum<'_> {
    #[inline(always)]
    fn count(&mut self, side: Side, weight: PackedWeight, times: i32) {
        let times = if side == Side::White { times } else { -times };
        self.sum += weight.0 * i64::from(times);
    }
}

impl LinearEvaluator {
    /// The evaluator with these weights, in the order of the layout.
    pub(super) fn new(
        ruleset: &Ruleset,
        values: PieceValues,
        layout: Layout,
        weights: Vec<Weight>,
    ) -> LinearEvaluator {
        let royal = ruleset.royal();
        let is_pawn = |kind: &PieceKind| *kind != royal && ruleset.pawns.has(*kind);
        let (pawn_kinds, piece_kinds) = ruleset.kinds().partition(is_pawn);
        let geometry = ruleset.geometry;
        let of_cell = |side, kind: PieceKind, cell| {
            let material = weights[layout.index(Term::Material, kind.index())];
            let place = weights[layout.index_of_cell(kind, cell, side)];
            PackedWeight::new([material[0] + place[0], material[1] + place[1]])
        };
        let piece_square = Side::BOTH.map(|side| {
            let all = ruleset.kinds().flat_map(|kind| geometry.all().map(move |cell| (kind, cell)));
            all.map(|(kind, cell)| of_cell(side, kind, cell)).collect()
        });
        LinearEvaluator {
            packed_weights: weights.iter().copied().map(PackedWeight::new).collect(),
            piece_square,
            reach_classes: ReachClasses::new(ruleset),
            geometry,
            pawn_kinds,
            piece_kinds,
            ranks: Side::BOTH.map(|side| geometry.all().map(|cell| geometry.rank_for(cell, side)).collect()),
            royal,
            baring_guards: baring_guards(ruleset),
            values,
            mop_up_weight: 1,
            layout,
            weights,
        }
    }

    /// A fingerprint of the weights: 16 hexadecimal digits.
    pub(crate) fn fingerprint(&self) -> String {
        let sum = |sum: u64, part: &i32| mix(sum ^ u64::from(part.cast_unsigned()));
        format!("{:016x}", self.weights.iter().flatten().fold(0, sum))
    }

    /// The values of each kind in exchanges: the mean of its material weights.
    pub(super) fn exchange_values(&self, ruleset: &Ruleset) -> Vec<i32> {
        let of_kind = |kind: PieceKind| {
            let [early, late] = self.weights[self.layout.index(Term::Material, kind.index())];
            (early + late) / 2
        };
        ruleset.kinds().map(of_kind).collect()
    }

    /// The value for White, in portable code.
    #[inline(always)]
    pub(crate) fn compute_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let mut sum = WeightedSum { evaluator: self, sum: 0, material: [0; 2] };
        self.visit_terms(rules, position, &mut sum);
        let [early, late] = PackedWeight(sum.sum).weight();
        let material = sum.material;
        let phase = self.phase(material[0] + material[1]);
        let value = (early * phase + late * (256 - phase)) / 256;
        value + self.mop_up(rules, position, material[0] - material[1], phase)
    }

    /// Share of the array's material on the board, in 256ths.
    pub(crate) fn phase(&self, material: i32) -> i32 {
        (material * 256 / self.values.array_material).min(256)
    }

    /// Mop-up: with few pieces, a bonus for the stronger king near the weaker, and for the weaker in a corner.
    pub(crate) fn mop_up<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        ahead: i32,
        phase: i32,
    ) -> i32 {
        if phase > 160 || ahead.abs() < self.values.scaled(150) {
            return 0;
        }
        let kings = Side::BOTH.map(|side| position.pieces_of(rules, side, self.royal));
        if kings.iter().any(|king| king.is_empty()) {
            return 0;
        }
        let [white, black] = kings.map(|king| king.lowest());
        let across = self.geometry.file(white).abs_diff(self.geometry.file(black));
        let along = self.geometry.rank(white).abs_diff(self.geometry.rank(black));
        let near = 16 - i32::from(across.max(along));
        let weaker = if ahead > 0 { black } else { white };
        let side = usize::from(ahead > 0);
        let cornered = -self.values.royal_endgame[side][weaker.index()];
        ahead.signum() * self.mop_up_weight * (self.values.scaled(3) * near + cornered) * (256 - phase) / 256
    }
}
