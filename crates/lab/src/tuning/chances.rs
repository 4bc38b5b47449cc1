//! How likely mates are where a bared king draws, fitted to how games ended.

use std::sync::Arc;

use rukh_engine::tuning::{MateOdds, TuningModel, Weight};
use rukh_rules::Ruleset;

use super::LabelledPosition;
use super::fit::{Split, games, whole};

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedChances {
    /// The chances.
    pub chances: MateOdds,
    /// Mean logarithmic loss of the chances there were, on positions not fitted to:
    /// two predictions a position, that White mates and that Black does.
    pub before: f64,
    /// The same of those found.
    pub after: f64,
    /// Positions fitted to, and those it was tested on.
    pub positions: (usize, usize),
}

/// Fitted numbers: lead, part of an array, rareness, and one for each number of pieces left.
const NUMBERS: usize = 3 + LEFT;
/// Largest number of pieces left that counts against a mate, from one on.
const LEFT: usize = 5;
/// Penalty without a piece left: no mate.
const NO_MATE: i32 = 20_000;
/// Rounds at most; the sum is convex, so a few find its end.
const MAX_ROUNDS: usize = 40;
/// Holds what nothing tells of near what it was.
const REGULARISATION: f64 = 1e-3;
/// Positions from which a side has mated that it takes to tell anything.
const MIN_MATES: usize = 100;

/// A position as one side sees it.
#[derive(Debug, Clone, Copy)]
struct MateSample {
    ahead: f32,
    part: f32,
    /// Men that keep the other king from being bare.
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

    /// What a prediction of such odds costs.
    fn loss(&self, odds: f64) -> f64 {
        let wrong = if self.mates { -odds } else { odds };
        wrong.max(0.0) + (-wrong.abs()).exp().ln_1p()
    }
}

/// Fits a ruleset's chances to mate to how games ended, by a logistic regression on
/// what such numbers say is ahead; nothing where no bared king draws, or where too
/// few games were won.
///
/// # Errors
/// A position that is none of the ruleset's.
///
/// # Panics
/// If there are not as many numbers as the ruleset's model has.
pub fn fit_chances(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
    numbers: &[Weight],
) -> Result<Option<FittedChances>, String> {
    let model = TuningModel::new(ruleset);
    let Some(known) = model.mate_odds() else { return Ok(None) };
    assert_eq!(numbers.len(), model.weights().len(), "as many numbers as the model has");
    let numbers: Vec<[f64; 2]> = numbers.iter().map(|pair| pair.map(f64::from)).collect();
    let (mut fitted_to, mut tested) = (Vec::new(), Vec::new());
    let mut split = Split::of(positions.len());
    for read in games(ruleset, positions) {
        let (game, one) = read?;
        let is_tested = split.is_tested(game.position());
        let Some([white, black]) = model.guard_material(&game) else { continue };
        let ahead = whole(&model.sample(&game), &numbers) as f32;
        let to = if is_tested { &mut tested } else { &mut fitted_to };
        let sides = [(ahead, white, black, 1.0), (-ahead, black, white, 0.0)];
        // A bared king cannot be mated: nothing to fit.
        to.extend(sides.into_iter().filter(|(.., other, _)| other.guards > 0).map(
            |(ahead, own, other, won)| MateSample {
                ahead,
                part: own.share,
                left: other.guards.min(usize::from(u8::MAX)) as u8,
                mates: one.result == won,
            },
        ));
    }
    if fitted_to.iter().filter(|prospect| prospect.mates).count() < MIN_MATES {
        return Ok(None);
    }
    let found = regress(&fitted_to, &start(known));
    let Some(chances) = chances(&found) else { return Ok(None) };
    Ok(Some(FittedChances {
        before: loss(&tested, &start(known)),
        after: loss(&tested, &start(&chances)),
        positions: (fitted_to.len() / 2, tested.len() / 2),
        chances,
    }))
}

fn start(chances: &MateOdds) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    let thousandths = [chances.array, chances.rare].map(|number| f64::from(number) / 1_000.0);
    numbers[0] = 1_000.0 / f64::from(chances.step);
    numbers[1..3].copy_from_slice(&thousandths);
    for (number, bare) in numbers[3..].iter_mut().zip(&chances.nearly_bare[1..]) {
        *number = f64::from(*bare) / 1_000.0;
    }
    numbers
}

/// Nothing if being ahead has not helped.
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

fn odds(prospect: &MateSample, numbers: &[f64; NUMBERS]) -> f64 {
    prospect.counts().iter().zip(numbers).map(|(count, number)| count * number).sum()
}

fn loss(prospects: &[MateSample], numbers: &[f64; NUMBERS]) -> f64 {
    let sum: f64 = prospects.iter().map(|prospect| prospect.loss(odds(prospect, numbers))).sum();
    sum / prospects.len().max(1) as f64
}

/// Newton's method on the logarithmic loss: from even chances, where its steps are sure.
fn regress(prospects: &[MateSample], known: &[f64; NUMBERS]) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    for _ in 0..MAX_ROUNDS {
        let mut slope: [f64; NUMBERS] =
            std::array::from_fn(|index| REGULARISATION * (known[index] - numbers[index]));
        let mut bend = [[0.0; NUMBERS]; NUMBERS];
        for prospect in prospects {
            let counts = prospect.counts();
            let chance = 1.0 / (1.0 + (-odds(prospect, &numbers)).exp());
            let off = f64::from(u8::from(prospect.mates)) - chance;
            for (row, count) in counts.into_iter().enumerate().filter(|(_, count)| *count != 0.0) {
                slope[row] += off * count;
                for (sum, other) in bend[row].iter_mut().zip(counts) {
                    *sum += chance * (1.0 - chance) * count * other;
                }
            }
        }
        (0..NUMBERS).for_each(|index| bend[index][index] += REGULARISATION);
        let step = solve(bend, slope);
        numbers.iter_mut().zip(step).for_each(|(number, step)| *number += step);
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    numbers
}

/// What times the matrix, which is symmetric and positive definite, is the vector.
fn solve(mut matrix: [[f64; NUMBERS]; NUMBERS], mut vector: [f64; NUMBERS]) -> [f64; NUMBERS] {
    for pivot in 0..NUMBERS {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let own = &above[pivot];
        for (row, line) in (pivot + 1..).zip(below) {
            let part = line[pivot] / own[pivot];
            line.iter_mut().zip(own).for_each(|(entry, above)| *entry -= part * above);
            vector[row] -= part * vector[pivot];
        }
    }
    for row in (0..NUMBERS).rev() {
        let known: f64 = (row + 1..NUMBERS).map(|column| matrix[row][column] * vector[column]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::{MateSample, NUMBERS, chances, loss, odds, regress, start};
    use rukh_engine::tuning::MateOdds;
    use rukh_rules::hash::SplitMix64;

    /// Prospects that end as such chances say: the fit must find them.
    #[test]
    fn regression_finds_the_chances_behind_the_results() {
        let truth = MateOdds {
            step: 400,
            array: 900,
            rare: 2_000,
            nearly_bare: [20_000, 3_000, 1_500, 800, 400, 100],
        };
        let numbers = start(&truth);
        let mut chance = SplitMix64::new(3);
        let mut drawn = |below: usize| chance.below(below) as f32;
        let prospects: Vec<MateSample> = (0..200_000)
            .map(|_| {
                let (ahead, part) = (drawn(3_000) - 1_500.0, drawn(1_000) / 1_000.0);
                let one = MateSample { ahead, part, left: 1 + drawn(8) as u8, mates: false };
                let mates = 1.0 / (1.0 + (-odds(&one, &numbers)).exp());
                MateSample { mates: f64::from(drawn(1 << 20)) < mates * f64::from(1 << 20), ..one }
            })
            .collect();
        let known = std::array::from_fn(|index| if index == NUMBERS - 1 { 7.0 } else { 0.0 });
        let found = chances(&regress(&prospects, &known)).expect("being ahead helps");
        let near = |found: i32, truth: i32| (found - truth).abs() <= 30 + truth / 20;
        assert!(near(found.step, 400) && near(found.array, 900) && near(found.rare, 2_000), "{found:?}");
        assert!(found.nearly_bare.iter().zip(truth.nearly_bare).all(|(one, two)| (one - two).abs() < 150));
        assert!(loss(&prospects, &start(&found)) <= loss(&prospects, &numbers));
        let unseen: Vec<MateSample> = prospects.into_iter().filter(|one| one.left != 5).collect();
        let kept = chances(&regress(&unseen, &known)).expect("being ahead helps");
        assert_eq!(kept.nearly_bare[5], 7_000, "no sample has five pieces");
        assert_eq!(chances(&[0.0; NUMBERS]), None, "no lead, no numbers");
    }

    #[test]
    fn loss_of_a_sure_wrong_prediction_is_its_certainty() {
        let one = MateSample { ahead: 0.0, part: 0.0, left: 3, mates: true };
        assert!((one.loss(0.0) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((one.loss(-700.0) - 700.0).abs() < 1e-9 && one.loss(700.0) < 1e-9);
    }
}
