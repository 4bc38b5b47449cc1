//! Static evaluation: material, piece squares, mobility, attacks, pawn structure, and
//! the counters of the laws.
//!
//! A sum of weights (`layout`) times counts (`terms`), tapered between middlegame and
//! endgame. The weights are tuned on games (`tuned`) or, for other rulesets, derived
//! from how the pieces move.

use rukh_rules::bits::CellSet;
use rukh_rules::law::BareKing;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Geometry, PieceKind, PieceKindSet, Position, Rules, Side};

use crate::score::{EVALUATION_LIMIT, Value};

mod bare_king_scaling;
pub(crate) mod file;
pub(crate) mod layout;
pub(crate) mod piece_values;
mod popcnt;
mod reach_classes;
pub(crate) mod terms;
pub(crate) mod tuned;
pub(crate) mod wdl;
pub(crate) mod weights;

use bare_king_scaling::BareKingScaling;
use file::{EvalFile, WeightsMismatch};
use layout::{Layout, Term};
use piece_values::PieceValues;
use reach_classes::ReachClasses;
use terms::TermSink;
use weights::{MateOdds, TunedWeights, Weight};

/// The evaluation of a ruleset.
#[derive(Debug)]
pub(crate) struct Evaluation {
    pub(crate) piece_values: PieceValues,
    pub(crate) layout: Layout,
    /// In the order of the layout.
    weights: Vec<Weight>,
    /// The weights, packed.
    packed_weights: Vec<PackedWeight>,
    /// `[side][kind * cells + cell]`: material and piece square together.
    piece_square: [Vec<PackedWeight>; 2],
    reach_classes: ReachClasses,
    geometry: Geometry,
    kinds: Vec<PieceKind>,
    /// Kinds of pawns without the royal piece.
    pawn_kinds: Vec<PieceKind>,
    /// Kinds other than pawns.
    piece_kinds: Vec<PieceKind>,
    /// Kinds other than pawns and the royal piece.
    non_pawn_kinds: Vec<PieceKind>,
    /// All kinds by exchange value, the least valuable first.
    pub(crate) attackers_by_value: Vec<PieceKind>,
    /// `[side][cell]`: ranks seen from that side.
    ranks: [Vec<u8>; 2],
    royal: PieceKind,
    pawns: PieceKindSet,
    /// Kinds that keep a king from being bare, where bare kings lose.
    baring_guards: Option<Vec<PieceKind>>,
    /// Scaling where bared kings draw.
    pub(crate) bare_king_scaling: Option<BareKingScaling>,
    /// Counted moves at which a lone piece or bared king draws.
    counter_limit: Option<i32>,
    move_limit: Option<i32>,
    /// Minimum material advantage for mop-up.
    mop_up_threshold: i32,
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
    evaluation: &'e Evaluation,
    sum: i64,
    /// Material of each side.
    material: [i32; 2],
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell) {
        let cells = self.evaluation.geometry.cells();
        self.count(side, self.evaluation.piece_square[side.index()][kind.index() * cells + cell.index()], 1);
        self.material[side.index()] += self.evaluation.piece_values.material[kind.index()];
    }

    #[inline(always)]
    fn add(&mut self, side: Side, place: usize, times: i32) {
        self.count(side, self.evaluation.packed_weights[place], times);
    }
}

impl WeightedSum<'_> {
    #[inline(always)]
    fn count(&mut self, side: Side, weight: PackedWeight, times: i32) {
        let times = if side == Side::White { times } else { -times };
        self.sum += weight.0 * i64::from(times);
    }
}

impl Evaluation {
    /// The evaluation of a ruleset, with tuned weights or with weights derived from its
    /// movement tables.
    pub(crate) fn new(ruleset: &Ruleset) -> Evaluation {
        let plain = Evaluation::derived(ruleset);
        match tuned::weights_for(ruleset) {
            Some(tuned) => plain.with_tuned(ruleset, tuned),
            None => plain,
        }
    }

    /// The evaluation of a ruleset with the weights of a file, or without one as
    /// [`Evaluation::new`].
    pub(crate) fn with_eval_file(
        ruleset: &Ruleset,
        file: Option<&EvalFile>,
    ) -> Result<Evaluation, WeightsMismatch> {
        let Some(file) = file else { return Ok(Evaluation::new(ruleset)) };
        file.check(ruleset)?;
        let tuned = file.weights();
        let chances = tuned.chances.as_ref().unwrap_or_else(|| tuned::mate_odds_for(ruleset));
        Ok(Evaluation::derived_with(ruleset, chances).with_tuned(ruleset, tuned))
    }

    /// The evaluation with tuned weights, if they are complete.
    fn with_tuned(self, ruleset: &Ruleset, tuned: &TunedWeights) -> Evaluation {
        let Some(mut numbers) = tuned.in_layout_order(&self.layout) else { return self };
        if !tuned.has_bare_king_law_of(ruleset) {
            // The weights of guards were tuned under another law of bared kings.
            let guards = self.layout.range(Term::Guards);
            numbers[guards.clone()].copy_from_slice(&self.weights[guards]);
        }
        self.with_weights(numbers)
    }

    /// The evaluation of a ruleset by its movement tables alone, except for the odds of
    /// mates where a bared king draws, which are always tuned.
    pub(crate) fn derived(ruleset: &Ruleset) -> Evaluation {
        Evaluation::derived_with(ruleset, tuned::mate_odds_for(ruleset))
    }

    fn derived_with(ruleset: &Ruleset, chances: &MateOdds) -> Evaluation {
        let worth = PieceValues::new(ruleset);
        let layout = Layout::new(ruleset);
        let kinds: Vec<PieceKind> = ruleset.kinds().collect();
        let royal = ruleset.royal();
        let guards = || ruleset.guards().iter().collect::<Vec<PieceKind>>();
        let (counted, scaling) = match ruleset.bare_king() {
            BareKing::Loss { .. } => (Some(guards()), None),
            BareKing::Draw { .. } => {
                (None, Some(BareKingScaling::new(ruleset, &worth, guards(), chances.clone())))
            }
            BareKing::Ignored | BareKing::DrawAfter { .. } => (None, None),
        };
        let of_bare_king = ruleset.bare_king_limit().map(|moves| 2 * i32::from(moves));
        let counter_limit = ruleset.lone_man_limit().map(i32::from).or(of_bare_king);
        let idle_limit = ruleset.move_limit().map(i32::from);
        let mut numbers = weights::derived(ruleset, &layout, &worth);
        if counted.is_some() {
            weights::set_guards(&mut numbers, &layout, &worth);
        }
        let is_pawn = |kind: &PieceKind| *kind != royal && ruleset.pawns.has(*kind);
        let (pawn_kinds, piece_kinds): (Vec<PieceKind>, Vec<PieceKind>) =
            kinds.iter().partition(|kind| is_pawn(kind));
        let is_guard = |kind: &PieceKind| *kind != royal && !ruleset.pawns.has(*kind);
        let geometry = ruleset.geometry;
        let ranks = |side| geometry.all().map(|cell| geometry.rank_for(cell, side)).collect();
        let evaluation = Evaluation {
            mop_up_threshold: worth.scaled(150),
            reach_classes: ReachClasses::new(ruleset),
            geometry: ruleset.geometry,
            pawn_kinds,
            piece_kinds,
            non_pawn_kinds: kinds.iter().copied().filter(is_guard).collect(),
            attackers_by_value: Vec::new(),
            ranks: Side::BOTH.map(ranks),
            kinds,
            royal,
            pawns: ruleset.pawns,
            baring_guards: counted,
            bare_king_scaling: scaling,
            counter_limit,
            move_limit: idle_limit,
            piece_values: worth,
            layout,
            weights: Vec::new(),
            packed_weights: Vec::new(),
            piece_square: [Vec::new(), Vec::new()],
        };
        evaluation.with_weights(numbers)
    }

    /// The evaluation in material, not in probabilities of mate.
    pub(crate) fn by_material(self) -> Evaluation {
        Evaluation { bare_king_scaling: self.bare_king_scaling.map(BareKingScaling::by_material), ..self }
    }

    /// The evaluation with other weights, in the order of the layout.
    pub(crate) fn with_weights(mut self, numbers: Vec<Weight>) -> Evaluation {
        let Evaluation { layout, kinds, geometry, .. } = &self;
        let of_cell = |side, kind: PieceKind, cell| {
            let material = numbers[layout.index(Term::Material, kind.index())];
            let place = numbers[layout.index_of_cell(kind, cell, side)];
            PackedWeight::new([material[0] + place[0], material[1] + place[1]])
        };
        let men = Side::BOTH.map(|side| {
            let of_kind = |kind: &PieceKind| {
                let kind = *kind;
                geometry.all().map(move |cell| (kind, cell))
            };
            let all = kinds.iter().flat_map(of_kind);
            all.map(|(kind, cell)| of_cell(side, kind, cell)).collect()
        });
        for kind in self.kinds.iter().copied().filter(|kind| *kind != self.royal) {
            let [early, late] = numbers[self.layout.index(Term::Material, kind.index())];
            self.piece_values.exchange[kind.index()] = (early + late) / 2;
        }
        self.attackers_by_value = self.kinds.clone();
        self.attackers_by_value.sort_by_key(|kind| self.piece_values.exchange[kind.index()]);
        self.piece_square = men;
        self.packed_weights = numbers.iter().copied().map(PackedWeight::new).collect();
        self.weights = numbers;
        self
    }

    /// The value for the side to move, in centipawns.
    pub(crate) fn value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let white = self.white_value(rules, position);
        match position.turn() {
            Side::White => white,
            Side::Black => -white,
        }
    }

    /// The value for White, in centipawns.
    pub(crate) fn white_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        self.scale_by_counters(rules, position, self.value_before_counters(rules, position), 0)
    }

    /// The value for White before scaling by the counters of the laws; it depends on the key alone.
    #[inline]
    pub(crate) fn value_before_counters<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        popcnt::value_before_counters(self, rules, position)
            .unwrap_or_else(|| self.compute_value(rules, position))
    }

    /// The same in portable code.
    #[inline(always)]
    pub(crate) fn compute_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let mut sum = WeightedSum { evaluation: self, sum: 0, material: [0; 2] };
        self.visit_terms(rules, position, &mut sum);
        let [early, late] = PackedWeight(sum.sum).weight();
        let material = sum.material;
        let phase = self.phase(material[0] + material[1]);
        let value = (early * phase + late * (256 - phase)) / 256;
        value + self.mop_up(rules, position, material[0] - material[1], phase)
    }

    /// Material of a side.
    #[inline(always)]
    pub(crate) fn material<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> i32 {
        let of_kind = |kind: &PieceKind| {
            self.piece_values.material[kind.index()] * position.pieces_of(rules, side, *kind).count() as i32
        };
        self.kinds.iter().map(of_kind).sum()
    }

    /// The weights, in the order of the layout.
    pub(crate) fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Share of the array's material on the board, in 256ths.
    pub(crate) fn phase(&self, material: i32) -> i32 {
        (material * 256 / self.piece_values.array_material).min(256)
    }

    /// Whether at most one piece keeps a side's king from being bare.
    pub(crate) fn is_nearly_bare<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> bool {
        let Some(counted) = &self.baring_guards else { return false };
        pieces_of_kinds(rules, position, side, counted).without_lowest().is_empty()
    }

    /// Number of a side's pieces besides the royal piece and pawns.
    pub(crate) fn non_pawn_count<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> i32 {
        pieces_of_kinds(rules, position, side, &self.non_pawn_kinds).count() as i32
    }

    /// The pawns of both sides.
    pub(crate) fn pawns_of<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> S::Set {
        let of_kind = |kind| Side::BOTH.map(|side| position.pieces_of(rules, side, kind));
        let pawns = self.pawns.iter().map(of_kind);
        pawns.fold(S::Set::EMPTY, |set, [white, black]| set | white | black)
    }

    /// Mop-up: with few pieces, a bonus for the stronger king near the weaker, and for the weaker in a corner.
    pub(crate) fn mop_up<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        ahead: i32,
        phase: i32,
    ) -> i32 {
        if ahead.abs() < self.mop_up_threshold || phase > 160 {
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
        let cornered = -self.piece_values.royal_endgame[side][weaker.index()];
        // More where only a mate wins.
        let weight = self.bare_king_scaling.as_ref().map_or(1, BareKingScaling::mop_up_weight);
        ahead.signum() * weight * (self.piece_values.scaled(3) * near + cornered) * (256 - phase) / 256
    }

    /// A value for White, bounded, and scaled towards a draw by the counters of the laws, with contempt for White.
    #[inline]
    pub(crate) fn scale_by_counters<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        mut value: Value,
        contempt: Value,
    ) -> Value {
        if let Some(scaling) = &self.bare_king_scaling {
            value = scaling.scale(rules, position, value, contempt);
        }
        // A user's ruleset may have a hundred queens and a counter of thousands.
        value = value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        let drawn = self.draw_value(contempt);
        if let Some(limit) = self.counter_limit {
            let run = position.counters().into_iter().map(i32::from).max().unwrap_or(0).min(limit);
            value -= (value - drawn) * run / (limit + 1);
        }
        if let Some(limit) = self.move_limit {
            value -= (value - drawn) * i32::from(position.halfmove_clock()).min(limit) / (2 * limit);
        }
        value
    }

    /// The value of a draw for White, with contempt for White. Probabilities of mate include it already.
    pub(crate) fn draw_value(&self, contempt: Value) -> Value {
        if self.bare_king_scaling.as_ref().is_some_and(|scaling| scaling.mate_odds().is_some()) {
            0
        } else {
            -contempt
        }
    }
}

/// A side's pieces of some kinds.
#[inline(always)]
fn pieces_of_kinds<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    side: Side,
    kinds: &[PieceKind],
) -> S::Set {
    kinds.iter().fold(S::Set::EMPTY, |set, kind| set | position.pieces_of(rules, side, *kind))
}

#[cfg(test)]
mod tests {
    use super::Evaluation;
    use crate::score::EVALUATION_LIMIT;
    use rukh_rules::shape::Any;
    use rukh_rules::{Game, Rules, Ruleset};
    use std::sync::Arc;

    #[test]
    fn scale_by_counters_bounds_huge_values() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let fen = "3k4/8/8/8/8/8/8/R2K4 w - - 100 90";
        let game = Game::from_fen(ruleset.clone(), fen).expect("a position");
        let (evaluation, rules) = (Evaluation::new(&ruleset), Rules::<Any>::compile(ruleset));
        for value in [40_000_000, -40_000_000] {
            let left = evaluation.scale_by_counters(&rules, game.position(), value, 0);
            assert_eq!(left.signum(), value.signum());
            assert!((EVALUATION_LIMIT / 3..EVALUATION_LIMIT).contains(&left.abs()), "{left}");
        }
    }
}
