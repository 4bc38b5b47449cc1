//! The odds of mate where a bared king draws, fitted to results of games.

use std::sync::Arc;

use rukh_engine::tuning::{MateOdds, TuningModel, Weight};
use rukh_rules::{Failure, Ruleset};

use super::LabelledPosition;
use super::fit::{Split, games, unscaled_value};

/// Result of a fit of [`MateOdds`].
#[derive(Debug, Clone, PartialEq)]
pub struct FittedChances {
    /// The fitted odds.
    pub chances: MateOdds,
    /// Mean logarithmic loss of the previous odds on the validation positions: two predictions
    /// for each position, that White mates and that Black mates.
    pub before: f64,
    /// The same of the fitted odds.
    pub after: f64,
    /// Numbers of training and of validation positions.
    pub positions: (usize, usize),
}

/// Fitted numbers: lead, part of an array, rareness, and one for each number of pieces left.
const NUMBERS: usize = 3 + LEFT;
/// Largest number of pieces left that counts against a mate, from one on.
const LEFT: usize = 5;
/// Penalty without a piece left: no mate.
const NO_MATE: i32 = 20_000;
/// Rounds at most; the loss is convex, so a few reach its minimum.
const MAX_ROUNDS: usize = 40;
/// Strength of the pull towards the previous value; it decides only where the games say nothing.
const REGULARISATION: f64 = 1e-3;
/// Number of positions from which a side has mated below which nothing is fitted.
const MIN_MATES: usize = 100;

/// A position as one side sees it.
#[derive(Debug, Clone, Copy)]
struct MateSample {
    ahead: f32,
    part: f32,
    /// Number of pieces that keep the other king from being bare, at most 255.
    left: u8,
    mates: bool,
}

impl MateSample {
    fn counts(&self) -> [f64; NUMBERS] {
        let mut counts = [0.0; NUMBERS];
        counts[..3].copy_from_slice(&[f64::from(self.ahead) / 1_000.0, f64::from(self.part), -1.0]);
        if let Some(count) = counts[2..].get_mut(usize::from(self.left)).filter(|_| self.left > 0) {
            *count = -1.0;
        }
        counts
    }

    /// Logarithmic loss of a prediction with these log-odds.
    fn loss(&self, odds: f64) -> f64 {
        let wrong = if self.mates { -odds } else { odds };
        wrong.max(0.0) + (-wrong.abs()).exp().ln_1p()
    }
}

/// Fits a ruleset's odds of mate to the results of games, by logistic regression on the lead that
/// `numbers` give; `None` where no bared king draws, or where too few games were won.
///
/// # Errors
/// A position that the ruleset does not accept.
///
/// # Panics
/// If the ruleset's model has another number of weights.
pub fn fit_chances(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
    numbers: &[Weight],
) -> Result<Option<FittedChances>, Failure> {
    let model = TuningModel::new(ruleset);
    let Some(prior) = model.mate_odds() else { return Ok(None) };
    assert_eq!(numbers.len(), model.weights().len(), "as many numbers as the model has");
    let numbers: Vec<[f64; 2]> = numbers.iter().map(|pair| pair.map(f64::from)).collect();
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    let mut split = Split::of(positions.len());
    for read in games(ruleset, positions) {
        let (game, one) = read?;
        let is_validation = split.is_validation(game.position());
        let Some([white, black]) = model.guard_material(&game) else { continue };
        let ahead = unscaled_value(&model.sample(&game), &numbers) as f32;
        let to = if is_validation { &mut validation } else { &mut training };
        let sides = [(ahead, white, black, 1.0), (-ahead, black, white, 0.0)];
        // A bared king cannot be mated: nothing to fit.
        to.extend(sides.into_iter().filter(|(.., other, _)| other.guards > 0).map(
            |(ahead, side, other, won)| MateSample {
                ahead,
                part: side.share,
                left: other.guards.min(usize::from(u8::MAX)) as u8,
                mates: one.result == won,
            },
        ));
    }
    if training.iter().filter(|sample| sample.mates).count() < MIN_MATES {
        return Ok(None);
    }
    let found = regress(&training, &coefficients(prior));
    let Some(chances) = chances(&found) else { return Ok(None) };
    Ok(Some(FittedChances {
        before: loss(&validation, &coefficients(prior)),
        after: loss(&validation, &coefficients(&chances)),
        positions: (training.len() / 2, validation.len() / 2),
        chances,
    }))
}

/// The coefficients of odds, in the order of [`MateSample::counts`].
fn coefficients(chances: &MateOdds) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    let thousandths = [chances.array, chances.rare].map(|number| f64::from(number) / 1_000.0);
    numbers[0] = 1_000.0 / f64::from(chances.step);
    numbers[1..3].copy_from_slice(&thousandths);
    for (number, bare) in numbers[3..].iter_mut().zip(&chances.nearly_bare[1..]) {
        *number = f64::from(*bare) / 1_000.0;
    }
    numbers
}

/// The odds of coefficients; `None` if being ahead did not help.
fn chances(numbers: &[f64; NUMBERS]) -> Option<MateOdds> {
    let thousandths = |number: f64| (number * 1_000.0).round() as i32;
    let step = (1_000.0 / numbers[0]).round();
    let mut nearly_bare = [NO_MATE; LEFT + 1];
    for (bare, number) in nearly_bare[1..].iter_mut().zip(&numbers[3..]) {
        *bare = thousandths(*number);
    }
    (1.0..1e6).contains(&step).then(|| MateOdds {
        step: step as i32,
        array: thousandths(numbers[1]),
        rare: thousandths(numbers[2]),
        nearly_bare,
    })
}

fn odds(sample: &MateSample, numbers: &[f64; NUMBERS]) -> f64 {
    sample.counts().iter().zip(numbers).map(|(count, number)| count * number).sum()
}

fn loss(samples: &[MateSample], numbers: &[f64; NUMBERS]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| sample.loss(odds(sample, numbers))).sum();
    sum / samples.len().max(1) as f64
}

/// Newton's method on the logarithmic loss. It starts from even odds, where it converges.
fn regress(samples: &[MateSample], prior: &[f64; NUMBERS]) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    for _ in 0..MAX_ROUNDS {
        let mut gradient: [f64; NUMBERS] =
            std::array::from_fn(|index| REGULARISATION * (prior[index] - numbers[index]));
        let mut hessian = [[0.0; NUMBERS]; NUMBERS];
        for sample in samples {
            let counts = sample.counts();
            let probability = 1.0 / (1.0 + (-odds(sample, &numbers)).exp());
            let residual = f64::from(u8::from(sample.mates)) - probability;
            for (row, count) in counts.into_iter().enumerate().filter(|(_, count)| *count != 0.0) {
                gradient[row] += residual * count;
                for (sum, other) in hessian[row].iter_mut().zip(counts) {
                    *sum += probability * (1.0 - probability) * count * other;
                }
            }
        }
        (0..NUMBERS).for_each(|index| hessian[index][index] += REGULARISATION);
        let step = solve(hessian, gradient);
        numbers.iter_mut().zip(step).for_each(|(number, step)| *number += step);
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    numbers
}

/// Solves `matrix * x = vector` for a symmetric, positive definite matrix.
fn solve(mut matrix: [[f64; NUMBERS]; NUMBERS], mut vector: [f64; NUMBERS]) -> [f64; NUMBERS] {
    for pivot in 0..NUMBERS {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, line) in (pivot + 1..).zip(below) {
            let part = line[pivot] / pivot_row[pivot];
            line.iter_mut().zip(pivot_row).for_each(|(entry, above)| *entry -= part * above);
            vector[row] -= part * vector[pivot];
        }
    }
    for row in (0..NUMBERS).rev() {
        let rest: f64 = (row + 1..NUMBERS).map(|column| matrix[row][column] * vector[column]).sum();
        vector[row] = (vector[row] - rest) / matrix[row][row];
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::{MateSample, NUMBERS, chances, coefficients, loss, odds, regress};
    use rukh_engine::tuning::MateOdds;
    use rukh_rules::hash::SplitMix64;

    /// Samples that are drawn with given odds: the fit must recover these.
    #[test]
    fn regression_of_drawn_samples_recovers_their_odds() {
        let truth = MateOdds {
            step: 400,
            array: 900,
            rare: 2_000,
            nearly_bare: [20_000, 3_000, 1_500, 800, 400, 100],
        };
        let numbers = coefficients(&truth);
        let mut random = SplitMix64::new(3);
        let mut draw = |below: usize| random.below(below) as f32;
        let samples: Vec<MateSample> = (0..200_000)
            .map(|_| {
                let (ahead, part) = (draw(3_000) - 1_500.0, draw(1_000) / 1_000.0);
                let one = MateSample { ahead, part, left: 1 + draw(8) as u8, mates: false };
                let mates = 1.0 / (1.0 + (-odds(&one, &numbers)).exp());
                MateSample { mates: f64::from(draw(1 << 20)) < mates * f64::from(1 << 20), ..one }
            })
            .collect();
        let prior = std::array::from_fn(|index| if index == NUMBERS - 1 { 7.0 } else { 0.0 });
        let found = chances(&regress(&samples, &prior)).expect("being ahead helps");
        let near = |found: i32, truth: i32| (found - truth).abs() <= 30 + truth / 20;
        assert!(near(found.step, 400) && near(found.array, 900) && near(found.rare, 2_000), "{found:?}");
        assert!(found.nearly_bare.iter().zip(truth.nearly_bare).all(|(one, two)| (one - two).abs() < 150));
        assert!(loss(&samples, &coefficients(&found)) <= loss(&samples, &numbers));
        let unseen: Vec<MateSample> = samples.into_iter().filter(|one| one.left != 5).collect();
        let refitted = chances(&regress(&unseen, &prior)).expect("being ahead helps");
        assert_eq!(refitted.nearly_bare[5], 7_000, "no sample has five pieces");
        assert_eq!(chances(&[0.0; NUMBERS]), None, "no lead, no numbers");
    }

    #[test]
    fn loss_of_confident_wrong_prediction_equals_its_log_odds() {
        let one = MateSample { ahead: 0.0, part: 0.0, left: 3, mates: true };
        assert!((one.loss(0.0) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((one.loss(-700.0) - 700.0).abs() < 1e-9 && one.loss(700.0) < 1e-9);
    }
}
