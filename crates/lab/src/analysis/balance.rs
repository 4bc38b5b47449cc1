//! What made the result of a game: luck, skill, and what is neither.

use serde::{Deserialize, Serialize};

/// What made the result of a game, in shares of the points for White: `luck`, `skill` and `remainder`
/// add up to `result`.
///
/// A search of limited depth judges a position and the next one differently, although only the best
/// move lies between them. These differences are the remainder, which therefore shrinks as searches
/// grow deeper, and is large in long games. It also holds what people decided without playing on, as a
/// resignation or a draw agreed, and moves that were better than the search had seen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Balance {
    /// White's expected share where turns began, from 0 to 1.
    pub start: f64,
    /// What throws brought White, less what they brought Black.
    pub luck: f64,
    /// What Black's moves gave away, less what White's did.
    pub skill: f64,
    /// What is neither: the errors of the judge at its depth, and an end that was not played out.
    pub remainder: f64,
    /// White's share at the end, or what could be expected there, less that at the start.
    pub result: f64,
}

impl Balance {
    /// Balance of a game whose start and end have White's expected shares.
    pub(super) fn new((start, end): (f64, f64), luck: f64, skill: f64) -> Balance {
        let result = end - start;
        Balance { start, luck, skill, remainder: result - luck - skill, result }
    }

    /// The same with all shares rounded to a ten-thousandth, which still add up.
    #[must_use]
    pub fn rounded(&self) -> Balance {
        let to_unit = |share: f64| (share * 10_000.0).round() as i32;
        let [start, end, luck, skill] =
            [self.start, self.start + self.result, self.luck, self.skill].map(to_unit);
        let share = |units: i32| f64::from(units) / 10_000.0;
        Balance {
            start: share(start),
            luck: share(luck),
            skill: share(skill),
            remainder: share(end - start - luck - skill),
            result: share(end - start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Balance;

    #[test]
    fn balance_rounded_adds_up() {
        for (start, end, luck, skill) in [(0.5, 1.0, 0.123_45, -0.077_77), (0.333_333, 0.0, -1e-9, 0.250_05)]
        {
            let exact = Balance::new((start, end), luck, skill);
            assert!((exact.luck + exact.skill + exact.remainder - exact.result).abs() < 1e-12);
            let Balance { start, luck, skill, remainder, result } = exact.rounded();
            assert!((luck + skill + remainder - result).abs() < 1e-12, "{exact:?}");
            assert!((start + result - end).abs() < 1e-12, "{exact:?}");
        }
    }
}
