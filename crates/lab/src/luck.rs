//! Scores of matches with a die, less the luck of the throws.
//!
//! What a throw brings is the value of its face less the mean of all faces, as a judge sees them before the die
//! falls. That has the expectation zero whatever the judge thinks, so results less any multiple of the luck have
//! the same expectation as results, and where the judge sees something of the game they scatter less. A judge
//! that expects too much of an advantage makes too much of luck, too; so the factor is fitted to the match. That
//! of each result is fitted to all the others, on whose throws its own do not depend: the mean stays unbiased.

use crate::elo::{Elo, variance_prior};
use crate::sprt::{Sprt, Verdict};

/// Least number of independent results from which a sequential test is decided by scores less luck: the
/// variance of fewer is not known well enough.
const MIN_DECISIVE_RESULTS: usize = 25;
/// Outcomes of the prior variance: those of a pair.
const OUTCOMES: usize = 5;

/// Independent results of a match with the luck that they had.
///
/// # Examples
/// Half of the results is luck, of which a judge sees all but expects half as much.
/// ```
/// use rukh_lab::luck::LuckAdjusted;
///
/// let mut results = LuckAdjusted::default();
/// for (points, luck) in [(0.5, -0.1), (1.0, 0.15), (0.75, 0.05), (0.5, -0.1)].repeat(10) {
///     results.add(points, luck);
/// }
/// assert!((results.factor() - 2.0).abs() < 0.1);
/// assert!(results.variance_ratio().expect("there are results") < 0.1);
/// let (raw, adjusted) = (results.raw_elo(), results.elo());
/// assert!((raw.difference - adjusted.difference).abs() < 5.0);
/// assert!(adjusted.high - adjusted.low < raw.high - raw.low);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LuckAdjusted {
    /// Points of the first player, from 0 to 1, and luck in shares of the points.
    results: Vec<[f64; 2]>,
}

/// Sums over results, from which a factor follows.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: f64,
    points: f64,
    luck: f64,
    product: f64,
    luck_squared: f64,
}

impl Sums {
    fn add(self, sign: f64, [points, luck]: [f64; 2]) -> Sums {
        Sums {
            count: self.count + sign,
            points: self.points + sign * points,
            luck: self.luck + sign * luck,
            product: self.product + sign * points * luck,
            luck_squared: self.luck_squared + sign * luck * luck,
        }
    }

    /// The multiple of luck that leaves the least variance. That the expectation of luck is zero is known.
    fn factor(self) -> f64 {
        if self.count < 1.5 || self.luck_squared < 1e-12 {
            return 0.0;
        }
        (self.product - self.points / self.count * self.luck) / self.luck_squared
    }
}

impl LuckAdjusted {
    /// Adds an independent result: the first player's share of the points, and its luck on the same scale.
    pub fn add(&mut self, points: f64, luck: f64) {
        self.results.push([points, luck]);
    }

    /// Number of results.
    #[must_use]
    pub fn count(&self) -> usize {
        self.results.len()
    }

    /// The multiple of the judge's luck that is taken from results, fitted to all of them; 1 for a judge that is
    /// never wrong.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.sums().factor()
    }

    /// The results less their luck, each with the factor of the others.
    #[must_use]
    pub fn scores(&self) -> Vec<f64> {
        let sums = self.sums();
        let score = |one: &[f64; 2]| one[0] - sums.add(-1.0, *one).factor() * one[1];
        self.results.iter().map(score).collect()
    }

    /// The variance of scores less luck over that of results; `None` without results that differ.
    #[must_use]
    pub fn variance_ratio(&self) -> Option<f64> {
        let (_, raw) = mean_and_variance(&self.points());
        (raw > 0.0).then(|| mean_and_variance(&self.scores()).1 / raw)
    }

    /// Elo difference by results less luck.
    #[must_use]
    pub fn elo(&self) -> Elo {
        elo(&self.scores())
    }

    /// Elo difference by the same results as they are.
    #[must_use]
    pub fn raw_elo(&self) -> Elo {
        elo(&self.points())
    }

    /// Log-likelihood ratio of a test by results less luck.
    #[must_use]
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        let (mean, variance) = with_prior(&self.scores());
        sprt.llr_of_mean(mean, variance, self.results.len() as u64)
    }

    /// State of a test by results less luck; open where they are few.
    #[must_use]
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        if self.results.len() < MIN_DECISIVE_RESULTS {
            Verdict::Open
        } else {
            sprt.verdict_of(self.llr(sprt))
        }
    }

    fn sums(&self) -> Sums {
        self.results.iter().fold(Sums::default(), |sums, one| sums.add(1.0, *one))
    }

    fn points(&self) -> Vec<f64> {
        self.results.iter().map(|[points, _]| *points).collect()
    }
}

fn elo(scores: &[f64]) -> Elo {
    let (mean, variance) = with_prior(scores);
    Elo::of_mean(mean, variance, scores.len() as u64)
}

fn mean_and_variance(scores: &[f64]) -> (f64, f64) {
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / count;
    (mean, scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count)
}

/// Mean and variance, with a prior where all scores are the same.
fn with_prior(scores: &[f64]) -> (f64, f64) {
    let (mean, variance) = mean_and_variance(scores);
    match variance {
        0.0 => (mean, variance_prior(OUTCOMES, mean, scores.len() as u64)),
        _ => (mean, variance),
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::hash::SplitMix64;

    use super::{LuckAdjusted, mean_and_variance};
    use crate::sprt::{Sprt, Verdict};

    /// A share from 0 to 1.
    fn share(random: &mut SplitMix64) -> f64 {
        random.below(1_000_001) as f64 / 1e6
    }

    /// A match in which the first player expects `strength`, and a judge sees luck with an error.
    fn random_match(random: &mut SplitMix64, results: usize, strength: f64) -> LuckAdjusted {
        let mut adjusted = LuckAdjusted::default();
        for _ in 0..results {
            let luck = 0.6 * (share(random) - 0.5);
            let unseen = 0.4 * (share(random) - 0.5);
            adjusted.add(strength + luck + unseen, 2.5 * luck + 0.2 * (share(random) - 0.5));
        }
        adjusted
    }

    /// The factor of a result would be biased by the result itself, most in short matches.
    #[test]
    fn scores_of_short_matches_are_unbiased() {
        let mut random = SplitMix64::new(11);
        let matches: Vec<LuckAdjusted> = (0..20_000).map(|_| random_match(&mut random, 6, 0.55)).collect();
        let means: Vec<f64> = matches.iter().map(|one| mean_and_variance(&one.scores()).0).collect();
        let (mean, variance) = mean_and_variance(&means);
        let error = (variance / means.len() as f64).sqrt();
        assert!((mean - 0.55).abs() < 3.0 * error, "{mean} ± {error}");
    }

    #[test]
    fn factor_makes_up_for_a_judge_that_exaggerates() {
        let adjusted = random_match(&mut SplitMix64::new(3), 4_000, 0.5);
        assert!((adjusted.factor() - 0.394).abs() < 0.02, "{}", adjusted.factor());
        let ratio = adjusted.variance_ratio().expect("results differ");
        assert!((0.25..0.4).contains(&ratio), "{ratio}");
        let width = |elo: crate::elo::Elo| elo.high - elo.low;
        let narrower = width(adjusted.elo()) / width(adjusted.raw_elo());
        assert!((narrower - ratio.sqrt()).abs() < 0.02, "{narrower}");
    }

    #[test]
    fn luck_that_says_nothing_changes_nothing() {
        let mut adjusted = LuckAdjusted::default();
        assert_eq!((adjusted.factor(), adjusted.variance_ratio()), (0.0, None));
        for points in [1.0, 0.5, 0.0, 0.75] {
            adjusted.add(points, 0.0);
        }
        assert_eq!(adjusted.scores(), [1.0, 0.5, 0.0, 0.75]);
        assert_eq!(adjusted.elo(), adjusted.raw_elo());
    }

    #[test]
    fn test_without_luck_is_decided_sooner_and_not_too_soon() {
        let sprt = Sprt::new(0.0, 60.0).expect("a test");
        let results = |adjusted: &LuckAdjusted| adjusted.verdict(&sprt);
        let mut random = SplitMix64::new(5);
        let few = random_match(&mut random, 24, 0.9);
        assert_eq!(results(&few), Verdict::Open);
        let many = random_match(&mut random, 150, 0.6);
        assert_eq!(results(&many), Verdict::Accepted);
        assert_eq!(results(&random_match(&mut random, 150, 0.48)), Verdict::Rejected);
        assert!(LuckAdjusted::default().llr(&sprt) == 0.0);
    }
}
