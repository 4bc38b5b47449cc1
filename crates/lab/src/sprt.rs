//! Sequential probability ratio test (SPRT) of two hypotheses about the Elo difference.
//!
//! The test is Van den Bergh's generalised one (GSPRT), as in Fishtest: for each hypothesis, the
//! maximum-likelihood distribution of pair results with the mean it claims is found, and the two
//! likelihoods are compared. Elo is logistic; counts are those of game pairs with colours reversed
//! (pentanomial), so unbalanced openings add no noise.

use rukh_rules::Failure;
use std::fmt;

use crate::elo::expected;
use crate::tally::Tally;

/// Count substituted for results that have not occurred, in pairs.
const MIN_COUNT: f64 = 1e-3;
/// Bisection steps of the maximum-likelihood search.
const BISECTIONS: usize = 100;

/// Test of the hypothesis `elo1` against `elo0` for the first player.
///
/// It answers yes or no with as few games as possible. To learn *how much* stronger a player is, play a
/// fixed number of games and take [`Elo`](crate::elo::Elo): the estimate of a test that ended early is
/// too large.
///
/// # Examples
/// ```
/// use rukh_lab::sprt::{Sprt, Verdict};
/// use rukh_lab::tally::{GameResult, Tally};
///
/// let sprt = Sprt::parse("0,50")?;
/// let mut tally = Tally::default();
/// assert_eq!(sprt.verdict(&tally), Verdict::Open);
/// while sprt.verdict(&tally) == Verdict::Open {
///     tally.add_pair([GameResult::Win, GameResult::Draw]);
///     tally.add_pair([GameResult::Draw, GameResult::Draw]);
/// }
/// assert_eq!(sprt.verdict(&tally), Verdict::Accepted);
/// assert!(tally.played() < 100);
/// # Ok::<(), rukh_rules::Failure>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    /// Probability of accepting `elo1` when `elo0` is true.
    alpha: f64,
    /// Probability of accepting `elo0` when `elo1` is true.
    beta: f64,
}

/// Whether a test is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Test with error probabilities of 0.05.
    ///
    /// # Errors
    /// The bounds are not finite, or `elo0` is not less than `elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, Failure> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(
                format!("invalid SPRT bounds {elo0},{elo1}: the first must be less than the second").into()
            );
        }
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// Parses `elo0,elo1`.
    ///
    /// # Errors
    /// A message about the invalid text.
    pub fn parse(text: &str) -> Result<Sprt, Failure> {
        let parts = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
        let (elo0, elo1) =
            parts.ok_or_else(|| format!("`{text}` should be two Elo differences, such as `0,5`"))?;
        Sprt::new(elo0, elo1)
    }

    /// Bounds of the log-likelihood ratio between which the test stays open.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of `elo1` to `elo0`.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        let sample = tally.sample();
        if sample.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = sample.iter().map(|count| (*count as f64).max(MIN_COUNT)).collect();
        let likely0 = maximum_likelihood(&counts, expected(self.elo0));
        let likely1 = maximum_likelihood(&counts, expected(self.elo1));
        let terms = counts.iter().zip(likely0.iter().zip(&likely1));
        terms.map(|(count, (of0, of1))| count * (of1 / of0).ln()).sum()
    }

    /// The same from the mean and the variance of `count` independent scores, as of a normal distribution.
    pub(crate) fn llr_of_mean(&self, mean: f64, variance: f64, count: u64) -> f64 {
        let [score0, score1] = [self.elo0, self.elo1].map(expected);
        if count == 0 {
            return 0.0;
        }
        count as f64 * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// State of the test after these results.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        self.verdict_of(self.llr(tally))
    }

    /// State of the test at a log-likelihood ratio.
    #[must_use]
    pub fn verdict_of(&self, llr: f64) -> Verdict {
        let (low, high) = self.bounds();
        match llr {
            ratio if ratio >= high => Verdict::Accepted,
            ratio if ratio <= low => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} against {:+} Elo, logistic", self.elo1, self.elo0)
    }
}

/// Of the distributions over shares equally spaced from 0 to 1 with that mean,
/// the one under which the counts are likeliest: `p / (1 + x (share - mean))`
/// for the `x` that makes the mean come out.
fn maximum_likelihood(counts: &[f64], mean: f64) -> Vec<f64> {
    let all: f64 = counts.iter().sum();
    let last = (counts.len() - 1) as f64;
    let off = |at: usize| at as f64 / last - mean;
    // With all counts above nothing the sum falls from one end of the interval to the other.
    let sum = |x: f64| -> f64 {
        counts.iter().enumerate().map(|(at, count)| count * off(at) / (1.0 + x * off(at))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    counts.iter().enumerate().map(|(at, count)| count / all / (1.0 + x * off(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Sprt, Verdict, maximum_likelihood};
    use crate::elo::{expected, mean_and_variance};
    use crate::tally::Tally;

    fn of_pairs(pairs: [u64; 5]) -> Tally {
        Tally { games: [0; 3], pairs }
    }

    #[test]
    fn sprt_bounds_are_those_of_wald() {
        let (low, high) = Sprt::new(0.0, 5.0).expect("a test").bounds();
        assert!((high - 2.944_438_98).abs() < 1e-8 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn sprt_likeliest_distribution_has_the_mean() {
        for mean in [0.2, 0.5, 0.503, 0.9] {
            let found = maximum_likelihood(&[3.0, 20.0, 100.0, 25.0, 2.0], mean);
            let mean_found: f64 = found.iter().enumerate().map(|(at, share)| share * at as f64 / 4.0).sum();
            assert!((mean_found - mean).abs() < 1e-9 && (found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn sprt_near_even_is_that_of_the_normal_distribution() {
        let tally = of_pairs([210, 2_380, 5_000, 2_620, 240]);
        let (mean, variance) = mean_and_variance(tally.sample());
        let (s0, s1) = (expected(0.0), expected(5.0));
        let count: u64 = tally.sample().iter().sum();
        let by_hand = count as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = Sprt::new(0.0, 5.0).expect("a test").llr(&tally);
        assert!((ratio - by_hand).abs() < 0.02 * by_hand.abs(), "{ratio} {by_hand}");
    }

    /// What Fastchess's own tests expect (`app/tests/sprt_test.cpp`).
    #[test]
    fn sprt_equals_that_of_another_program() {
        let singles = |games| Tally { games, pairs: [0; 5] };
        let expected = [
            (of_pairs([223, 9_863, 21_279, 10_037, 246]), (0.5, 2.5), -3.07),
            (of_pairs([871, 26_175, 55_983, 26_678, 821]), (0.0, 2.0), -4.98),
            (singles([21_184, 40_708, 21_404]), (0.5, 2.5), -1.57),
            (singles([57_030, 106_593, 57_433]), (0.0, 2.0), -2.59),
        ];
        for (tally, (elo0, elo1), wanted) in expected {
            let ratio = Sprt::new(elo0, elo1).expect("a test").llr(&tally);
            assert!((ratio - wanted).abs() < 0.01 * wanted.abs(), "{ratio} {wanted}");
        }
    }

    #[test]
    fn sprt_of_a_mirrored_result_is_zero() {
        let test = Sprt::new(-4.0, 4.0).expect("a test");
        assert!(test.llr(&of_pairs([10, 50, 200, 50, 10])).abs() < 1e-9);
        assert_eq!(test.llr(&Tally::default()), 0.0);
    }

    #[test]
    fn sprt_with_a_large_difference_is_decided_soon() {
        let test = Sprt::new(0.0, 100.0).expect("a test");
        assert_eq!(test.verdict(&of_pairs([0, 0, 1, 5, 20])), Verdict::Accepted);
        assert_eq!(test.verdict(&of_pairs([3, 5, 10, 5, 3])), Verdict::Rejected);
        assert_eq!(test.verdict(&of_pairs([0, 0, 1, 1, 0])), Verdict::Open);
        assert!(Sprt::parse("5,0").is_err() && Sprt::parse("0;5").is_err() && Sprt::parse("0, 5").is_ok());
    }
}
