//! Rated games: which ratings a game counts for, and ratings as they are shown.

use std::fmt;
use std::str::FromStr;

use rukh_rules::{Ruleset, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::time::{GameTimeControl, UnixMillis};

/// The pace of a rated game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// On clocks that run while both are here.
    Live,
    /// With days for each move.
    Days,
}

/// Games that are rated together: those of one family of rulesets, with a die or without, at one pace. As text,
/// as in an address, `oblong-live` or `oblong-die-days`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct RatingPool {
    /// Family of the rulesets, such as `oblong`.
    pub family: String,
    /// Whether a die is thrown.
    pub die: bool,
    /// The pace.
    pub pace: Pace,
}

impl RatingPool {
    /// The pool of a game; `None` without clocks, since such a game cannot be rated.
    #[must_use]
    pub fn of(ruleset: &Ruleset, time: &GameTimeControl) -> Option<RatingPool> {
        let pace = match time {
            GameTimeControl::None => return None,
            GameTimeControl::Days { .. } => Pace::Days,
            _ => Pace::Live,
        };
        Some(RatingPool { family: ruleset.family.clone(), die: ruleset.has_die(), pace })
    }
}

impl fmt::Display for RatingPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (die, pace) = match (self.die, self.pace) {
            (false, Pace::Live) => ("", "live"),
            (false, Pace::Days) => ("", "days"),
            (true, Pace::Live) => ("-die", "live"),
            (true, Pace::Days) => ("-die", "days"),
        };
        write!(f, "{}{die}-{pace}", self.family)
    }
}

/// A text names no pool of ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` names no ratings: they are named by family, die and pace, as in `senterej-live`, `oblong-die-days`"
)]
pub struct RatingPoolError(pub String);

impl FromStr for RatingPool {
    type Err = RatingPoolError;

    fn from_str(text: &str) -> Result<RatingPool, RatingPoolError> {
        let refused = || RatingPoolError(text.to_owned());
        let (rest, pace) = match text.rsplit_once('-').ok_or_else(refused)? {
            (rest, "live") => (rest, Pace::Live),
            (rest, "days") => (rest, Pace::Days),
            _ => return Err(refused()),
        };
        let (family, die) = rest.strip_suffix("-die").map_or((rest, false), |family| (family, true));
        let is_name = |text: &str| {
            !text.is_empty()
                && text.len() <= 64
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        if !is_name(family) || family.ends_with("-die") {
            return Err(refused());
        }
        Ok(RatingPool { family: family.to_owned(), die, pace })
    }
}

/// A rating as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownRating {
    /// The estimated strength: 400 more are ten times the chances.
    pub value: u16,
    /// Its standard deviation, in the same points.
    pub deviation: u16,
    /// Whether it is known too badly to be shown without a mark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// A person's rating in one pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerRating {
    /// The pool.
    pub pool: RatingPool,
    /// The rating now.
    pub rating: ShownRating,
    /// Number of rated games.
    pub games: u64,
    /// When the last of them ended, in milliseconds since the epoch.
    pub played: UnixMillis,
}

/// What makes a game a rated one: settled when it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    /// The ratings that it counts for.
    pub pool: RatingPool,
    /// White's rating when the game began.
    pub white: ShownRating,
    /// Black's rating when the game began.
    pub black: ShownRating,
}

impl Rated {
    /// The rating of a side when the game began.
    #[must_use]
    pub fn of(&self, side: Side) -> &ShownRating {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pace, RatingPool};

    #[test]
    fn pool_is_read_as_it_was_written() {
        for family in ["senterej", "oblong", "mideast-greenwood", "x2"] {
            for die in [false, true] {
                for pace in [Pace::Live, Pace::Days] {
                    let pool = RatingPool { family: family.to_owned(), die, pace };
                    assert_eq!(pool.to_string().parse(), Ok(pool));
                }
            }
        }
    }

    #[test]
    fn text_that_names_no_pool_is_refused() {
        for text in
            ["", "live", "-live", "senterej", "senterej-blitz", "oblong-die-die-live", "a/b-live", "é-days"]
        {
            let refused = text.parse::<RatingPool>();
            assert!(refused.is_err_and(|error| error.to_string().contains("`senterej-live`")), "{text}");
        }
    }
}
