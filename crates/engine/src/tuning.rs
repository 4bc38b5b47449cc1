//! What a tuner needs of the evaluation: its terms as numbers, and a way back.
//!
//! The evaluation is a sum of numbers times how often each counts, so fitting
//! it to results of games is a regression. [`Model`] tells for a position how
//! often each number counts; [`Tuned`] is what comes out and can be kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::shape::Any;
use rukh_rules::{Cell, Game, Kind, Position, Rules, Ruleset, Side};

use crate::evaluation::Evaluation;
pub use crate::evaluation::file::{EvalFile, Misfit};
use crate::evaluation::layout::Term;
use crate::evaluation::terms::Sink;
use crate::evaluation::tuned;
pub use crate::evaluation::weights::{Basis, Chances, Tuned, Weight};

/// How far values are apart for which it is noted what is left of them, in centipawns.
const APART: i32 = 200;
/// How many such values there are to either side of nothing.
const VALUES: usize = 12;

/// What the laws' counters and the men left to be bared leave of each value for White.
#[derive(Debug, Clone, PartialEq)]
pub struct Fading([f32; 2 * VALUES + 1]);

impl Fading {
    fn of(left: impl Fn(i32) -> i32) -> Fading {
        Fading(std::array::from_fn(|index| left((index as i32 - VALUES as i32) * APART) as f32))
    }

    /// What is left of a value, and how much of a little more.
    #[must_use]
    pub fn at(&self, value: f32) -> (f32, f32) {
        let steps = value / APART as f32 + VALUES as f32;
        let index = (steps as usize).min(2 * VALUES - 1);
        let slope = self.0[index + 1] - self.0[index];
        (self.0[index] + (steps - index as f32) * slope, slope / APART as f32)
    }
}

/// A position, as the evaluation sees it: its value for White is what `fading`
/// leaves of `rest + Σ times * (early * phase + late * (1 - phase))`.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// How much of the men is still there, from 0 to 1.
    pub phase: f32,
    /// What is left of a value.
    pub fading: Fading,
    /// Centipawns that no number changes.
    pub rest: f32,
    /// Places of numbers, and how much oftener White has each than Black.
    pub counts: Vec<(u32, f32)>,
}

/// What a side has left where a bared king draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Muster {
    /// Men that keep its king from being bare.
    pub guards: usize,
    /// What part of an array they are worth, by how they move.
    pub part: f32,
}

/// The evaluation of a ruleset as something to be fitted.
#[derive(Debug)]
pub struct Model {
    rules: Rules<Any>,
    evaluation: Evaluation,
    provenance: Option<BTreeMap<String, String>>,
}

struct Count<'m> {
    evaluation: &'m Evaluation,
    counts: BTreeMap<u32, i32>,
}

impl Sink for Count<'_> {
    fn man(&mut self, side: Side, kind: Kind, cell: Cell) {
        let layout = &self.evaluation.layout;
        self.add(side, layout.at(Term::Material, kind.index()), 1);
        self.add(side, layout.of_cell(kind, cell, side), 1);
    }

    fn add(&mut self, side: Side, place: usize, times: i32) {
        let times = if side == Side::White { times } else { -times };
        *self.counts.entry(place as u32).or_default() += times;
    }
}

impl Model {
    /// The model of a ruleset, with the numbers it has now.
    #[must_use]
    pub fn new(ruleset: &Arc<Ruleset>) -> Model {
        let provenance = tuned::of(ruleset).map(|tuned| tuned.provenance.clone());
        Model::with(ruleset, Evaluation::new(ruleset), provenance)
    }

    /// The model of a ruleset with the numbers of a file, or without one those it has now.
    ///
    /// # Errors
    /// That the numbers are not about the ruleset's men.
    pub fn of_file(ruleset: &Arc<Ruleset>, file: Option<&EvalFile>) -> Result<Model, Misfit> {
        let Some(file) = file else { return Ok(Model::new(ruleset)) };
        let evaluation = Evaluation::of_file(ruleset, Some(file))?;
        Ok(Model::with(ruleset, evaluation, Some(file.tuned().provenance.clone())))
    }

    /// The model with the numbers movement tables alone give, whatever was tuned.
    #[must_use]
    pub fn derived(ruleset: &Arc<Ruleset>) -> Model {
        Model::with(ruleset, Evaluation::derived(ruleset), None)
    }

    fn with(
        ruleset: &Arc<Ruleset>,
        evaluation: Evaluation,
        provenance: Option<BTreeMap<String, String>>,
    ) -> Model {
        Model { rules: Rules::compile(ruleset.clone()), evaluation, provenance }
    }

    /// The numbers it has now, in the order of the places in samples.
    #[must_use]
    pub fn numbers(&self) -> &[Weight] {
        self.evaluation.numbers()
    }

    /// Where the numbers come from, if they were tuned.
    #[must_use]
    pub fn provenance(&self) -> Option<&BTreeMap<String, String>> {
        self.provenance.as_ref()
    }

    /// A position as the evaluation sees it.
    #[must_use]
    pub fn sample(&self, game: &Game) -> Sample {
        let position = game.position().reshape(game.rules(), &self.rules);
        let (counts, phase, rest) = self.count(&position);
        let counts = counts.into_iter().filter(|(_, times)| *times != 0);
        Sample {
            phase: phase as f32 / 256.0,
            fading: self.fading(&position),
            rest: rest as f32,
            counts: counts.map(|(place, times)| (place, times as f32)).collect(),
        }
    }

    /// What White and Black have left; nothing where no bared king draws.
    #[must_use]
    pub fn musters(&self, game: &Game) -> Option<[Muster; 2]> {
        let mercy = self.evaluation.mercy.as_ref()?;
        let position = game.position().reshape(game.rules(), &self.rules);
        Some(Side::BOTH.map(|side| {
            let (guards, part) = mercy.muster(&self.rules, &position, &self.evaluation.worth, side);
            Muster { guards, part }
        }))
    }

    /// How likely mates are thought to be; nothing where no bared king draws.
    #[must_use]
    pub fn chances(&self) -> Option<&Chances> {
        self.evaluation.mercy.as_ref()?.chances()
    }

    fn fading(&self, position: &Position<Any>) -> Fading {
        Fading::of(|value| self.evaluation.fade(&self.rules, position, value, 0))
    }

    fn count(&self, position: &Position<Any>) -> (BTreeMap<u32, i32>, i32, i32) {
        let mut count = Count { evaluation: &self.evaluation, counts: BTreeMap::new() };
        self.evaluation.walk(&self.rules, position, &mut count);
        let material = Side::BOTH.map(|side| self.evaluation.material(&self.rules, position, side));
        let phase = self.evaluation.phase(material[0] + material[1]);
        let ahead = material[0] - material[1];
        (count.counts, phase, self.evaluation.drive(&self.rules, position, ahead, phase))
    }

    /// What each term brings White, in centipawns: the terms in their order,
    /// the driving of a bare king and the fading of the whole last.
    #[must_use]
    pub fn explain(&self, game: &Game) -> Vec<(&'static str, i32)> {
        let position = game.position().reshape(game.rules(), &self.rules);
        let (counts, phase, rest) = self.count(&position);
        let numbers = self.numbers();
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
    pub fn tuned(
        &self,
        numbers: &[Weight],
        chances: Option<Chances>,
        provenance: BTreeMap<String, String>,
    ) -> Tuned {
        let layout = &self.evaluation.layout;
        assert_eq!(numbers.len(), layout.len(), "as many numbers as the model has");
        Tuned::of(self.rules.ruleset(), layout, numbers, chances, provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::Fading;

    #[test]
    fn what_is_left_lies_between_what_is_left_of_neighbours() {
        let fading = Fading::of(|value| if value < 0 { value / 2 } else { value / 4 });
        assert_eq!(fading.at(-400.0), (-200.0, 0.5));
        assert_eq!(fading.at(100.0), (25.0, 0.25));
        assert_eq!(fading.at(10_000.0), (2_500.0, 0.25), "as far as the last two tell");
        assert_eq!(fading.at(-10_000.0), (-5_000.0, 0.5));
    }
}
