//! The evaluation as a linear model, for tuning its weights.
//!
//! The evaluation is a sum of weights times counts, so fitting it to results of
//! games is a regression. [`TuningModel`] counts for a position how often each weight
//! occurs; [`TunedWeights`] are the result, to be stored in a file. The regression itself is in
//! `rukh-lab`.
//!
//! [`TuningModel::explain`] also answers why a position is valued as it is:
//!
//! ```
//! use std::sync::Arc;
//! use rukh_engine::Engine;
//! use rukh_engine::tuning::TuningModel;
//! use rukh_rules::{Game, Ruleset};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let game = Game::from_fen(shatranj.clone(), "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1").expect("a sound FEN");
//! let terms = TuningModel::new(&shatranj).explain(&game);
//! let of = |wanted| terms.iter().find(|(term, _)| *term == wanted).map_or(0, |(_, value)| *value);
//! assert!(of("material") > 200, "a rook against a pawn");
//! // White is to move, so the sum is what the engine says.
//! assert_eq!(terms.iter().map(|(_, value)| value).sum::<i32>(), Engine::new(shatranj).evaluate(&game));
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::shape::Any;
use rukh_rules::{Cell, Game, PieceKind, Position, Rules, Ruleset, Side};
use strum::VariantArray;

use crate::evaluation::Evaluation;
mod net_model;

pub use crate::evaluation::file::{EvalFile, WeightsMismatch};
use crate::evaluation::layout::Term;
use crate::evaluation::linear::LinearEvaluator;
pub use crate::evaluation::net::file::{MAX_NET_BYTES, NetFile, NetFileError, NetHeader, NetNumbers};
pub use crate::evaluation::net::{
    HIDDEN_ONE, MAX_BUCKETS, MAX_HIDDEN, OUTPUT_CENTIPAWNS, OUTPUT_ONE, net_bucket,
};
use crate::evaluation::terms::TermSink;
use crate::evaluation::tuned;
pub use crate::evaluation::weights::{MateOdds, TunedWeights, Weight, WeightsBasis};
pub use net_model::{NetModel, NetSample};

/// Distance of the values whose scaling is tabulated, in centipawns.
const VALUE_STEP: i32 = 200;
/// Number of such values on either side of 0.
const VALUE_STEPS: usize = 12;

/// Scaling of values for White by the counters of the laws and by the guards of bare kings.
#[derive(Debug, Clone, PartialEq)]
pub struct CounterScaling([f32; 2 * VALUE_STEPS + 1]);

impl CounterScaling {
    /// The scaling that a function does to values from -2400 to 2400, in steps of 200 centipawns.
    #[must_use]
    pub fn of(left: impl Fn(i32) -> i32) -> CounterScaling {
        CounterScaling(std::array::from_fn(|index| {
            left((index as i32 - VALUE_STEPS as i32) * VALUE_STEP) as f32
        }))
    }

    /// A value after scaling, and the derivative of the scaling there.
    #[must_use]
    pub fn at(&self, value: f32) -> (f32, f32) {
        let steps = value / VALUE_STEP as f32 + VALUE_STEPS as f32;
        let index = (steps as usize).min(2 * VALUE_STEPS - 1);
        let slope = self.0[index + 1] - self.0[index];
        (self.0[index] + (steps - index as f32) * slope, slope / VALUE_STEP as f32)
    }
}

/// A position as input of the regression: its value for White is the `scaling` of
/// `offset + Σ count * (early * phase + late * (1 - phase))`.
#[derive(Debug, Clone, PartialEq)]
pub struct TuningSample {
    /// Share of the array's material on the board, from 0 to 1.
    pub phase: f32,
    /// Scaling of the sum.
    pub scaling: CounterScaling,
    /// Centipawns that depend on no weight.
    pub offset: f32,
    /// Indices of weights, with White's count less Black's.
    pub counts: Vec<(u32, f32)>,
}

/// Pieces that keep a side's king from being bare, where a bared king draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GuardMaterial {
    /// Number of pieces.
    pub guards: usize,
    /// Their value as a share of that in the array.
    pub share: f32,
}

/// The evaluation of a ruleset as a linear model.
#[derive(Debug)]
pub struct TuningModel {
    rules: Rules<Any>,
    evaluation: Evaluation,
    provenance: Option<BTreeMap<String, String>>,
}

/// Something that contributes to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contribution {
    /// A term of the linear evaluation.
    Term(Term),
    /// The stronger king near the weaker, and the weaker at the edge.
    MopUp,
    /// The net.
    Net,
    /// The scaling of all others by the counters of the laws and where bared kings draw.
    Counters,
}

impl Contribution {
    fn name(self) -> &'static str {
        match self {
            Contribution::Term(term) => term.into(),
            Contribution::MopUp => "driving the king",
            Contribution::Net => "net",
            Contribution::Counters => "counters and draws",
        }
    }
}

struct TermCount<'m> {
    evaluator: &'m LinearEvaluator,
    counts: BTreeMap<u32, i32>,
}

impl TermSink for TermCount<'_> {
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell) {
        let layout = &self.evaluator.layout;
        self.add(side, layout.index(Term::Material, kind.index()), 1);
        self.add(side, layout.index_of_cell(kind, cell, side), 1);
    }

    fn add(&mut self, side: Side, place: usize, times: i32) {
        let times = if side == Side::White { times } else { -times };
        *self.counts.entry(place as u32).or_default() += times;
    }
}

impl TuningModel {
    /// The model of a ruleset with its current weights.
    #[must_use]
    pub fn new(ruleset: &Arc<Ruleset>) -> TuningModel {
        let provenance = tuned::weights_for(ruleset).map(|tuned| tuned.provenance.clone());
        TuningModel::with_evaluation(ruleset, Evaluation::new(ruleset), provenance)
    }

    /// The model of a ruleset with the weights of a file, or without one its current weights.
    ///
    /// # Errors
    /// The weights do not fit the ruleset's pieces.
    pub fn with_eval_file(
        ruleset: &Arc<Ruleset>,
        file: Option<&EvalFile>,
    ) -> Result<TuningModel, WeightsMismatch> {
        let Some(file) = file else { return Ok(TuningModel::new(ruleset)) };
        let evaluation = Evaluation::with_eval_file(ruleset, Some(file))?;
        let tuned = file.weights().or_else(|| tuned::weights_for(ruleset));
        let provenance = tuned.map(|tuned| tuned.provenance.clone());
        Ok(TuningModel::with_evaluation(ruleset, evaluation, provenance))
    }

    /// The model with weights derived from movement tables alone.
    #[must_use]
    pub fn derived(ruleset: &Arc<Ruleset>) -> TuningModel {
        TuningModel::with_evaluation(ruleset, Evaluation::derived(ruleset), None)
    }

    fn with_evaluation(
        ruleset: &Arc<Ruleset>,
        evaluation: Evaluation,
        provenance: Option<BTreeMap<String, String>>,
    ) -> TuningModel {
        TuningModel { rules: Rules::compile(ruleset.clone()), evaluation, provenance }
    }

    /// The current weights, in the order of the indices in samples.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.evaluation.linear().weights
    }

    /// The provenance of the weights, if they were tuned.
    #[must_use]
    pub fn provenance(&self) -> Option<&BTreeMap<String, String>> {
        self.provenance.as_ref()
    }

    /// The provenance of the net beside the weights, if there is one.
    #[must_use]
    pub fn net_provenance(&self) -> Option<&BTreeMap<String, String>> {
        self.evaluation.net().map(|net| &net.file().header().provenance)
    }

    /// A position as input of the regression.
    #[must_use]
    pub fn sample(&self, game: &Game) -> TuningSample {
        let position = game.position().reshape(game.rules(), &self.rules);
        let (counts, phase, rest) = self.count(&position);
        let counts = counts.into_iter().filter(|(_, times)| *times != 0);
        TuningSample {
            phase: phase as f32 / 256.0,
            scaling: self.scaling(&position),
            offset: rest as f32,
            counts: counts.map(|(place, times)| (place, times as f32)).collect(),
        }
    }

    /// The guards of White and Black; `None` where no bared king draws.
    #[must_use]
    pub fn guard_material(&self, game: &Game) -> Option<[GuardMaterial; 2]> {
        let scaling = self.evaluation.bare_king_scaling.as_ref()?;
        let position = game.position().reshape(game.rules(), &self.rules);
        Some(Side::BOTH.map(|side| {
            let (guards, part) = scaling.guard_share(&self.rules, &position, side);
            GuardMaterial { guards, share: part }
        }))
    }

    /// The odds of mates; `None` where no bared king draws.
    #[must_use]
    pub fn mate_odds(&self) -> Option<&MateOdds> {
        self.evaluation.bare_king_scaling.as_ref()?.mate_odds()
    }

    fn scaling(&self, position: &Position<Any>) -> CounterScaling {
        CounterScaling::of(|value| self.evaluation.scale_by_counters(&self.rules, position, value, 0))
    }

    fn count(&self, position: &Position<Any>) -> (BTreeMap<u32, i32>, i32, i32) {
        let evaluator = self.evaluation.linear();
        let mut count = TermCount { evaluator, counts: BTreeMap::new() };
        evaluator.visit_terms(&self.rules, position, &mut count);
        let material = Side::BOTH.map(|side| self.evaluation.pieces.material(&self.rules, position, side));
        let phase = evaluator.phase(material[0] + material[1]);
        let ahead = material[0] - material[1];
        (count.counts, phase, evaluator.mop_up(&self.rules, position, ahead, phase))
    }

    /// The contribution of each term for White, in centipawns: the terms in order, then
    /// mop-up, the net and the scaling of the sum.
    #[must_use]
    pub fn explain(&self, game: &Game) -> Vec<(&'static str, i32)> {
        self.contributions(game).into_iter().map(|(what, value)| (what.name(), value)).collect()
    }

    /// What contributes to the evaluation, each with its centipawns for White, always in the same order.
    pub(crate) fn contributions(&self, game: &Game) -> Vec<(Contribution, i32)> {
        let position = game.position().reshape(game.rules(), &self.rules);
        let (counts, phase, rest) = self.count(&position);
        let numbers = self.weights();
        let of_term = |&term: &Term| {
            let range = self.evaluation.linear().layout.range(term);
            let sum = |of: usize| -> i32 {
                let places = counts.range(range.start as u32..range.end as u32);
                places.map(|(place, times)| numbers[*place as usize][of] * times).sum()
            };
            (Contribution::Term(term), (sum(0) * phase + sum(1) * (256 - phase)) / 256)
        };
        let mut terms: Vec<(Contribution, i32)> = Term::VARIANTS.iter().map(of_term).collect();
        terms.push((Contribution::MopUp, rest));
        terms.push((Contribution::Net, self.evaluation.net_value(&self.rules, &position)));
        let sum: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push((Contribution::Counters, self.evaluation.white_value(&self.rules, &position) - sum));
        terms
    }

    /// Weights in the order of the indices, and odds of mates, to be stored in a file.
    ///
    /// # Panics
    /// The number of weights is not that of the model.
    #[must_use]
    pub fn tuned_weights(
        &self,
        numbers: &[Weight],
        chances: Option<MateOdds>,
        provenance: BTreeMap<String, String>,
    ) -> TunedWeights {
        assert_eq!(numbers.len(), self.evaluation.linear().layout.len(), "as many weights as the model has");
        TunedWeights::from_weights(self.rules.ruleset(), numbers, chances, provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::CounterScaling;

    #[test]
    fn counter_scaling_interpolates_between_tabulated_values() {
        let fading = CounterScaling::of(|value| if value < 0 { value / 2 } else { value / 4 });
        assert_eq!(fading.at(-400.0), (-200.0, 0.5));
        assert_eq!(fading.at(100.0), (25.0, 0.25));
        assert_eq!(fading.at(10_000.0), (2_500.0, 0.25), "extrapolated from the last two");
        assert_eq!(fading.at(-10_000.0), (-5_000.0, 0.5));
    }
}
