//! A rating, its bounds and its thresholds.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::days::Days;

/// Value of a player who has not played, by Glickman.
pub const INITIAL_VALUE: f64 = 1500.0;
/// Deviation of a player who has not played, by Glickman; no deviation is greater.
pub const INITIAL_DEVIATION: f64 = 350.0;
/// Volatility of a player who has not played, by Glickman.
pub const INITIAL_VOLATILITY: f64 = 0.06;

/// Least value, so that a long series of defeats ends somewhere; the bounds are those of lichess.
pub const MIN_VALUE: f64 = 400.0;
/// Greatest value.
pub const MAX_VALUE: f64 = 4000.0;
/// Least deviation: Glickman (1999) proposes 30, so that the rating of a player with many games still moves.
pub const MIN_DEVIATION: f64 = 30.0;
/// Least volatility: a tenth of the initial one is practically constant strength.
pub const MIN_VOLATILITY: f64 = 0.006;
/// Greatest volatility, as on lichess: more would make a month without games as good as a new start.
pub const MAX_VOLATILITY: f64 = 0.1;

/// Above this deviation a rating is provisional: the interval of 95 % is wider than 220 points to each side.
/// Ten games against equals lead below it. Lichess has the same bound.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;
/// Below this deviation a player is on leaderboards: 22 games against equals lead there, and the best known
/// player leaves after nearly seven months without a game. Lichess has the same bound for chess.
pub const LEADERBOARD_DEVIATION: f64 = 75.0;

/// Rating periods of a day: the number with which a deviation of 60 becomes provisional after a year without
/// games, at the initial volatility. Lichess found its number (0.21436) in the same manner.
pub const PERIODS_PER_DAY: f64 = (PROVISIONAL_DEVIATION * PROVISIONAL_DEVIATION - 60.0 * 60.0)
    / (INITIAL_VOLATILITY * SCALE * INITIAL_VOLATILITY * SCALE)
    / 365.0;

/// Points of the usual scale in one of Glicko-2's: 400 / ln 10.
pub(crate) const SCALE: f64 = 173.7178;

/// A player's strength and how well it is known.
///
/// The bounds are checked wherever a rating is made or read, and every update keeps them, so that no rating
/// is infinite or not a number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedRating")]
pub struct Rating {
    value: f64,
    deviation: f64,
    volatility: f64,
}

/// Why three numbers are no rating.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum RatingError {
    /// The value is outside the bounds.
    #[error("a rating's value is from {MIN_VALUE} to {MAX_VALUE}, not {0}")]
    Value(f64),
    /// The deviation is outside the bounds.
    #[error("a rating's deviation is from {MIN_DEVIATION} to {INITIAL_DEVIATION}, not {0}")]
    Deviation(f64),
    /// The volatility is outside the bounds.
    #[error("a rating's volatility is from {MIN_VOLATILITY} to {MAX_VOLATILITY}, not {0}")]
    Volatility(f64),
}

#[derive(Deserialize)]
struct UncheckedRating {
    value: f64,
    deviation: f64,
    volatility: f64,
}

impl TryFrom<UncheckedRating> for Rating {
    type Error = RatingError;

    fn try_from(unchecked: UncheckedRating) -> Result<Rating, RatingError> {
        Rating::new(unchecked.value, unchecked.deviation, unchecked.volatility)
    }
}

impl Rating {
    /// The rating of a player who has not played.
    pub const INITIAL: Rating =
        Rating { value: INITIAL_VALUE, deviation: INITIAL_DEVIATION, volatility: INITIAL_VOLATILITY };

    /// A rating of known numbers: value and deviation on the usual scale, the volatility on that of Glicko-2.
    ///
    /// # Errors
    /// If a number is outside its bounds, or is not a number.
    pub fn new(value: f64, deviation: f64, volatility: f64) -> Result<Rating, RatingError> {
        if !(MIN_VALUE..=MAX_VALUE).contains(&value) {
            return Err(RatingError::Value(value));
        }
        if !(MIN_DEVIATION..=INITIAL_DEVIATION).contains(&deviation) {
            return Err(RatingError::Deviation(deviation));
        }
        if !(MIN_VOLATILITY..=MAX_VOLATILITY).contains(&volatility) {
            return Err(RatingError::Volatility(volatility));
        }
        Ok(Rating { value, deviation, volatility })
    }

    /// A rating of computed numbers, moved into the bounds.
    pub(crate) fn bounded(value: f64, deviation: f64, volatility: f64) -> Rating {
        Rating {
            value: value.clamp(MIN_VALUE, MAX_VALUE),
            deviation: deviation.clamp(MIN_DEVIATION, INITIAL_DEVIATION),
            volatility: volatility.clamp(MIN_VOLATILITY, MAX_VOLATILITY),
        }
    }

    /// The estimated strength: 400 points more are ten times the chances.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The standard deviation of the value, in the same points: the strength lies within two of them with
    /// about 95 %.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// How much the strength is expected to vary in a rating period, on the scale of Glicko-2.
    #[must_use]
    pub fn volatility(&self) -> f64 {
        self.volatility
    }

    /// Whether the value is known too badly to be shown without a mark.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// Whether the value is known well enough for a leaderboard.
    #[must_use]
    pub fn is_established(&self) -> bool {
        self.deviation < LEADERBOARD_DEVIATION
    }

    /// The rating after a time without games: the deviation has grown, up to the initial one.
    ///
    /// Stored ratings are those of the last game. This is what to show, and to rank by, today.
    #[must_use]
    pub fn after(&self, idle: Days) -> Rating {
        let growth = idle.as_f64() * PERIODS_PER_DAY * (self.volatility * SCALE).powi(2);
        Rating::bounded(self.value, self.deviation.hypot(growth.sqrt()), self.volatility)
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_DEVIATION, PERIODS_PER_DAY, Rating};
    use crate::days::Days;

    fn days(days: f64) -> Days {
        Days::new(days).expect("days")
    }

    #[test]
    fn after_a_year_deviation_60_becomes_provisional() {
        let rating = Rating::new(1800.0, 60.0, 0.06).expect("a rating");
        assert!(!rating.after(days(364.0)).is_provisional());
        assert!(rating.after(days(366.0)).is_provisional());
        assert_eq!(rating.after(days(366.0)).value(), 1800.0);
        assert!((PERIODS_PER_DAY - 0.21436).abs() < 1e-4, "{PERIODS_PER_DAY}");
    }

    #[test]
    fn after_seven_months_the_best_known_rating_leaves_leaderboards() {
        let rating = Rating::new(1800.0, MIN_DEVIATION, 0.06).expect("a rating");
        assert!(rating.after(days(200.0)).is_established());
        assert!(!rating.after(days(207.0)).is_established());
    }

    #[test]
    fn after_ages_gives_the_initial_deviation() {
        let rating = Rating::new(2400.0, 45.0, 0.06).expect("a rating");
        assert_eq!(rating.after(days(f64::MAX)).deviation(), Rating::INITIAL.deviation());
    }

    #[test]
    fn rating_out_of_bounds_is_refused_also_in_json() {
        for (value, deviation, volatility) in [
            (f64::NAN, 100.0, 0.06),
            (399.0, 100.0, 0.06),
            (1500.0, 351.0, 0.06),
            (1500.0, 100.0, f64::INFINITY),
        ] {
            assert!(Rating::new(value, deviation, volatility).is_err());
        }
        let text = r#"{"value":1500.0,"deviation":351.0,"volatility":0.06}"#;
        let error = serde_json::from_str::<Rating>(text).expect_err("too large a deviation");
        assert!(error.to_string().contains("from 30 to 350, not 351"), "{error}");
    }
}
