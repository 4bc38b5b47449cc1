//! What a tuner needs of the evaluation: its terms as numbers, and a way back.
//!
//! The evaluation is a sum of numbers times how often each counts, so fitting
//! it to results of games is a regression. [`TuningModel`] tells for a position how
//! often each number counts; [`TunedWeights`] is what comes out and can be kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::shape::Any;
use rukh_rules::{Cell, Game, PieceKind, Position, Rules, Ruleset, Side};

use crate::evaluation::Evaluation;
pub use crate::evaluation::file::{EvalFile, WeightsMismatch};
use crate::evaluation::layout::Term;
use crate::evaluation::terms::TermSink;
use crate::evaluation::tuned;
pub use crate::evaluation::weights::{MateOdds, TunedWeights, Weight, WeightsBasis};

/// How far values are apart for which it is noted what is left of them, in centipawns.
const VALUE_STEP: i32 = 200;
/// How many such values there are to either side of nothing.
const VALUE_STEPS: usize = 12;

/// What the laws' counters and the men left to be bared leave of each value for White.
#[derive(Debug, Clone, PartialEq)]
pub struct CounterScaling([f32; 2 * VALUE_STEPS + 1]);

impl CounterScaling {
    fn of(left: impl Fn(i32) -> i32) -> CounterScaling {
        CounterScaling(std::array::from_fn(|index| {
            left((index as i32 - VALUE_STEPS as i32) * VALUE_STEP) as f32
        }))
    }

    /// What is left of a value, and how much of a little more.
    #[must_use]
    pub fn at(&self, value: f32) -> (f32, f32) {
        let steps = value / VALUE_STEP as f32 + VALUE_STEPS as f32;
        let index = (steps as usize).min(2 * VALUE_STEPS - 1);
        let slope = self.0[index + 1] - self.0[index];
        (self.0[index] + (steps - index as f32) * slope, slope / VALUE_STEP as f32)
    }
}

/// A position, as the evaluation sees it: its value for White is what `fading`
/// leaves of `rest + Σ times * (early * phase + late * (1 - phase))`.
#[derive(Debug, Clone, PartialEq)]
pub struct TuningSample {
    /// How much of the men is still there, from 0 to 1.
    pub phase: f32,
    /// What is left of a value.
    pub scaling: CounterScaling,
    /// Centipawns that no number changes.
    pub offset: f32,
    /// Places of numbers, and how much oftener White has each than Black.
    pub counts: Vec<(u32, f32)>,
}

/// What a side has left where a bared king draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GuardMaterial {
    /// Men that keep its king from being bare.
    pub guards: usize,
    /// What part of an array they are worth, by how they move.
    pub share: f32,
}

/// The evaluation of a ruleset as something to be fitted.
#[derive(Debug)]
pub struct TuningModel {
    rules: Rules<Any>,
    evaluation: Evaluation,
    provenance: Option<BTreeMap<String, String>>,
}

struct TermCount<'m> {
    evaluation: &'m Evaluation,
    counts: BTreeMap<u32, i32>,
}

impl TermSink for TermCount<'_> {
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell) {
        let layout = &self.evaluation.layout;
        self.add(side, layout.index(Term::Material, kind.index()), 1);
        self.add(side, layout.index_of_cell(kind, cell, side), 1);
    }

    fn add(&mut self, side: Side, place: usize, times: i32) {
        let times = if side == Side::White { times } else { -times };
        *self.counts.entry(place as u32).or_default() += times;
    }
}

impl TuningModel {
    /// The model of a ruleset, with the numbers it has now.
    #[must_use]
    pub fn new(ruleset: &Arc<Ruleset>) -> TuningModel {
        let provenance = tuned::weights_for(ruleset).map(|tuned| tuned.provenance.clone());
        TuningModel::with_evaluation(ruleset, Evaluation::new(ruleset), provenance)
    }

    /// The model of a ruleset with the numbers of a file, or without one those it has now.
    ///
    /// # Errors
    /// That the numbers are not about the ruleset's men.
    pub fn with_eval_file(
        ruleset: &Arc<Ruleset>,
        file: Option<&EvalFile>,
    ) -> Result<TuningModel, WeightsMismatch> {
        let Some(file) = file else { return Ok(TuningModel::new(ruleset)) };
        let evaluation = Evaluation::with_eval_file(ruleset, Some(file))?;
        Ok(TuningModel::with_evaluation(ruleset, evaluation, Some(file.weights().provenance.clone())))
    }

    /// The model with the numbers movement tables alone give, whatever was tuned.
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

    /// The numbers it has now, in the order of the places in samples.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        self.evaluation.weights()
    }

    /// Where the numbers come from, if they were tuned.
    #[must_use]
    pub fn provenance(&self) -> Option<&BTreeMap<String, String>> {
        self.provenance.as_ref()
    }

    /// A position as the evaluation sees it.
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

    /// What White and Black have left; nothing where no bared king draws.
    #[must_use]
    pub fn guard_material(&self, game: &Game) -> Option<[GuardMaterial; 2]> {
        let scaling = self.evaluation.bare_king_scaling.as_ref()?;
        let position = game.position().reshape(game.rules(), &self.rules);
        Some(Side::BOTH.map(|side| {
            let (guards, part) = scaling.guard_share(&self.rules, &position, side);
            GuardMaterial { guards, share: part }
        }))
    }

    /// How likely mates are thought to be; nothing where no bared king draws.
    #[must_use]
    pub fn mate_odds(&self) -> Option<&MateOdds> {
        self.evaluation.bare_king_scaling.as_ref()?.mate_odds()
    }

    fn scaling(&self, position: &Position<Any>) -> CounterScaling {
        CounterScaling::of(|value| self.evaluation.scale_by_counters(&self.rules, position, value, 0))
    }

    fn count(&self, position: &Position<Any>) -> (BTreeMap<u32, i32>, i32, i32) {
        let mut count = TermCount { evaluation: &self.evaluation, counts: BTreeMap::new() };
        self.evaluation.visit_terms(&self.rules, position, &mut count);
        let material = Side::BOTH.map(|side| self.evaluation.material(&self.rules, position, side));
        let phase = self.evaluation.phase(material[0] + material[1]);
        let ahead = material[0] - material[1];
        (count.counts, phase, self.evaluation.mop_up(&self.rules, position, ahead, phase))
    }

    /// What each term brings White, in centipawns: the terms in their order,
    /// the driving of a bare king and the fading of the whole last.
    #[must_use]
    pub fn explain(&self, game: &Game) -> Vec<(&'static str, i32)> {
        let position = game.position().reshape(game.rules(), &self.rules);
        let (counts, phase, rest) = self.count(&position);
        let numbers = self.weights();
        let of_term = |term: Term| {
            let range = self.evaluation.layout.range(term);
            let sum = |of: usize| -> i32 {
                let places = counts.range(range.start as u32..range.end as u32);
                places.map(|(place, times)| numbers[*place as usize][of] * times).sum()
            };
            (term.name(), (sum(0) * phase + sum(1) * (256 - phase)) / 256)
        };
        let mut told: Vec<(&'static str, i32)> = Term::ALL.into_iter().map(of_term).collect();
        told.push(("driving the king", rest));
        let sum: i32 = told.iter().map(|(_, value)| value).sum();
        told.push(("counters and draws", self.evaluation.white_value(&self.rules, &position) - sum));
        told
    }

    /// Numbers in the order of the places, and chances, to be kept.
    ///
    /// # Panics
    /// If there are not as many as the model has.
    #[must_use]
    pub fn tuned_weights(
        &self,
        numbers: &[Weight],
        chances: Option<MateOdds>,
        provenance: BTreeMap<String, String>,
    ) -> TunedWeights {
        let layout = &self.evaluation.layout;
        assert_eq!(numbers.len(), layout.len(), "as many numbers as the model has");
        TunedWeights::from_weights(self.rules.ruleset(), layout, numbers, chances, provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::CounterScaling;

    #[test]
    fn what_is_left_lies_between_what_is_left_of_neighbours() {
        let fading = CounterScaling::of(|value| if value < 0 { value / 2 } else { value / 4 });
        assert_eq!(fading.at(-400.0), (-200.0, 0.5));
        assert_eq!(fading.at(100.0), (25.0, 0.25));
        assert_eq!(fading.at(10_000.0), (2_500.0, 0.25), "as far as the last two tell");
        assert_eq!(fading.at(-10_000.0), (-5_000.0, 0.5));
    }
}
