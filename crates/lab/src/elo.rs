//! Logistic Elo: 400 Elo for odds of ten to one.

use std::fmt;

use crate::tally::Tally;

/// Two-sided 95 % quantile of the normal distribution, in standard deviations.
pub(crate) const Z_95: f64 = 1.959_964;

/// Expected score, 0 to 1, at an Elo difference.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo difference of a score; infinite at 0 and 1.
#[must_use]
pub fn difference(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Mean and variance of a sample whose counts belong to scores equally spaced from 0 to 1.
#[must_use]
pub fn mean_and_variance(sample: &[u64]) -> (f64, f64) {
    let count: u64 = sample.iter().sum();
    let last = (sample.len().max(2) - 1) as f64;
    let over = |value: &dyn Fn(f64) -> f64| -> f64 {
        let values =
            sample.iter().zip(0_u32..).map(|(count, at)| *count as f64 * value(f64::from(at) / last));
        values.sum::<f64>() / (count as f64).max(1.0)
    };
    let mean = over(&|share| share);
    (mean, over(&|share| (share - mean).powi(2)))
}

/// Prior of the variance when all `count` results were equal: that of one more result, spread
/// evenly over `outcomes` scores from 0 to 1.
pub(crate) fn variance_prior(outcomes: usize, mean: f64, count: u64) -> f64 {
    let last = (outcomes.max(2) - 1) as f64;
    let spread = (0..outcomes).map(|at| (at as f64 / last - mean).powi(2)).sum::<f64>();
    spread / outcomes as f64 / (count + 1) as f64
}

/// Elo difference of the first player with its 95 % confidence interval.
///
/// # Examples
/// ```
/// use rukh_lab::elo::{Elo, difference};
/// use rukh_lab::tally::{GameResult, Tally};
///
/// assert_eq!(difference(0.75).round(), 191.0);
/// let mut tally = Tally::default();
/// for _ in 0..10 {
///     tally.add_pair([GameResult::Win, GameResult::Draw]);
///     tally.add_pair([GameResult::Win, GameResult::Loss]);
/// }
/// let elo = Elo::of(&tally);
/// // 62.5 % of the points, and 20 pairs are enough to know who is better, not by how much.
/// assert!(elo.low > 0.0 && elo.high - elo.low > 40.0 && elo.los > 0.95);
/// # Ok::<(), rukh_rules::Failure>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// Estimated difference.
    pub difference: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Likelihood of superiority of the first player, 0 to 1.
    pub los: f64,
}

impl Elo {
    /// Estimate from the results of a match.
    #[must_use]
    pub fn of(tally: &Tally) -> Elo {
        let sample = tally.sample();
        let count: u64 = sample.iter().sum();
        let (mean, mut variance) = mean_and_variance(sample);
        if variance == 0.0 {
            variance = variance_prior(sample.len(), mean, count);
        }
        Elo::of_mean(mean, variance, count)
    }

    /// Estimate from the mean and the variance of `count` independent scores, of which some may lie beyond 0 and 1.
    pub(crate) fn of_mean(mean: f64, variance: f64, count: u64) -> Elo {
        if count == 0 {
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            return Elo { difference: 0.0, low, high, los: 0.5 };
        }
        let deviation = (variance / count as f64).sqrt();
        let reach = Z_95 * deviation;
        let superiority = normal_cdf((mean - 0.5) / deviation);
        Elo {
            difference: difference(mean),
            low: difference(mean - reach),
            high: difference(mean + reach),
            los: superiority,
        }
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Elo {:+.1}", self.difference)?;
        if self.low.is_finite() && self.high.is_finite() {
            write!(f, " ± {:.1}", (self.high - self.low) / 2.0)?;
        }
        write!(f, " [{:+.1}, {:+.1}]", self.low, self.high)
    }
}

/// Standard normal distribution function (Abramowitz and Stegun 7.1.26, seven digits).
fn normal_cdf(deviation: f64) -> f64 {
    let z = deviation.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let factors = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let above = factors.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-z * z).exp() / 2.0;
    if deviation > 0.0 { 1.0 - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::{Elo, difference, expected, mean_and_variance, normal_cdf};
    use crate::tally::Tally;

    fn is_near(left: f64, right: f64, by: f64) -> bool {
        (left - right).abs() < by
    }

    #[test]
    fn elo_equals_the_published_tables() {
        assert!(is_near(difference(0.75), 190.848_502, 1e-5));
        assert!(is_near(difference(0.64), 99.95, 0.01));
        assert!(is_near(expected(200.0), 0.759_747, 1e-6));
        assert_eq!(difference(1.0), f64::INFINITY);
        assert!(is_near(difference(expected(-37.0)), -37.0, 1e-9));
    }

    #[test]
    fn normal_distribution_equals_the_published_tables() {
        for (deviation, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            assert!(is_near(normal_cdf(deviation), share, 2e-7), "{deviation}");
        }
    }

    #[test]
    fn variance_of_pairs_equals_a_computation_by_hand() {
        // Pairs of 0, 1/4, 1/2, 3/4, 1: the mean is 0.6; squares 0.36, 0.1225 and so on.
        let (mean, variance) = mean_and_variance(&[1, 1, 4, 1, 3]);
        assert!(is_near(mean, 0.6, 1e-12));
        assert!(is_near(variance, (0.36 + 0.1225 + 4.0 * 0.01 + 0.0225 + 3.0 * 0.16) / 10.0, 1e-12));
        // Won, drawn, lost without pairs: the usual variance of three outcomes.
        let (mean, variance) = mean_and_variance(&[20, 50, 30]);
        assert!(is_near(mean, 0.55, 1e-12));
        assert!(is_near(variance, 0.3 + 0.125 - 0.3025, 1e-12));
    }

    /// What Fastchess's own tests expect (`app/tests/elo_test.cpp`).
    #[test]
    fn elo_equals_that_of_another_program() {
        let reckon = |games, pairs| Elo::of(&Tally { games, pairs });
        let expected = [
            (reckon([96, 111, 136], [0; 5]), 40.70, 30.43, 0.9960),
            (reckon([0; 3], [34, 54, 63, 64, 75]), 55.58, 27.65, 1.0),
            (reckon([0; 3], [332, 433, 498, 333, 334]), -8.64, 10.33, 0.0505),
        ];
        for (elo, difference, reach, superiority) in expected {
            assert!(is_near(elo.difference, difference, 0.01), "{elo}");
            assert!(is_near((elo.high - elo.low) / 2.0, reach, 0.02), "{elo}");
            assert!(is_near(elo.los, superiority, 1e-4), "{}", elo.los);
        }
    }

    #[test]
    fn elo_of_equal_pairs_has_bounds() {
        let elo = Elo::of(&Tally { games: [0, 0, 8], pairs: [0, 0, 0, 0, 4] });
        assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.low > 0.0 && elo.los > 0.99, "{elo}");
        let more = Elo::of(&Tally { games: [0, 0, 80], pairs: [0, 0, 0, 0, 40] });
        assert!(more.low > elo.low + 100.0, "{more}");
        let level = Elo::of(&Tally { games: [4, 0, 4], pairs: [0, 0, 4, 0, 0] });
        assert!(level.difference == 0.0 && is_near(level.los, 0.5, 1e-6), "{level}");
        assert!(level.low < -20.0, "{level}");
        assert_eq!(Elo::of(&Tally::default()).los, 0.5);
    }
}
