//! Times, time controls and clock readings.

use std::fmt;
use std::ops::Add;

use rukh_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::schema_of_content;

/// A time: milliseconds since the Unix epoch, 1970-01-01 00:00 UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMillis(u64);

schema_of_content!(UnixMillis, u64);

impl UnixMillis {
    /// A time from milliseconds since the epoch.
    #[must_use]
    pub const fn new(milliseconds: u64) -> UnixMillis {
        UnixMillis(milliseconds)
    }

    /// Milliseconds since the epoch.
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0
    }

    /// Milliseconds from an earlier time to this one; 0 if the other time is later.
    #[must_use]
    pub const fn since(self, earlier: UnixMillis) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The time some milliseconds before this one, but not before the epoch.
    #[must_use]
    pub const fn saturating_sub(self, milliseconds: u64) -> UnixMillis {
        UnixMillis(self.0.saturating_sub(milliseconds))
    }

    /// The date in PGN format: `2026.11.21`.
    #[must_use]
    pub fn pgn_date(self) -> String {
        // Days since 1 March of year 0, converted to a Gregorian date.
        let days = self.0 / 86_400_000 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        format!("{year:04}.{month:02}.{day:02}")
    }
}

/// The time some milliseconds later.
impl Add<u64> for UnixMillis {
    type Output = UnixMillis;

    fn add(self, milliseconds: u64) -> UnixMillis {
        UnixMillis(self.0 + milliseconds)
    }
}

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How much time the sides have for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum GameTimeControl {
    /// No clocks.
    #[default]
    None,
    /// Initial time and increment, in seconds.
    Fischer {
        /// Initial time of each side.
        initial: u32,
        /// Increment per move.
        increment: u32,
        /// Shared time for the werera, in seconds; 120 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera: Option<u32>,
    },
    /// Initial time and delay, in seconds: with each move a clock waits before it counts.
    Delay {
        /// Initial time of each side, at least 1.
        initial: u32,
        /// How long a clock waits with each move, at least 1; what is left of it is lost.
        delay: u32,
        /// Shared time for the werera, in seconds; 120 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera: Option<u32>,
    },
    /// Japanese byo-yomi, in seconds: after the initial time each move has a period.
    Byoyomi {
        /// Initial time of each side; with 0 the periods begin at once.
        initial: u32,
        /// Length of a period, at least 1. A move within it leaves it whole; used up, it is lost.
        period: u32,
        /// Number of periods, 1 to 10; the flag falls with the last.
        periods: u32,
        /// Shared time for the werera, in seconds; 120 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera: Option<u32>,
    },
    /// Correspondence: days per move.
    Days {
        /// Full days for each move; time that is left over is lost.
        days: u32,
        /// Shared days for the werera; 3 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        werera_days: Option<u32>,
    },
}

/// Odds of time: one side has another time than the game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimeOdds {
    /// The side that has another time.
    pub side: Side,
    /// Its time, on a live clock; the time of the werera is that of the game.
    pub time_control: GameTimeControl,
}

/// Whose time is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunningClock {
    /// White's clock.
    White,
    /// Black's clock.
    Black,
    /// The shared clock of the werera.
    Werera,
}

impl From<Side> for RunningClock {
    fn from(side: Side) -> RunningClock {
        match side {
            Side::White => RunningClock::White,
            Side::Black => RunningClock::Black,
        }
    }
}

/// A clock reading, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockReading {
    /// White's remaining time; in byo-yomi with all its periods.
    pub white: u64,
    /// Black's remaining time; in byo-yomi with all its periods.
    pub black: u64,
    /// Remaining time of the werera.
    #[serde(default)]
    pub werera: Option<u64>,
    /// Clock that runs from here on.
    pub running: Option<RunningClock>,
    /// How long the running clock still waits before it counts, with a delay for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u64>,
    /// Compensated network delay of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u64>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::UnixMillis;

    #[test]
    fn unix_millis_arithmetic_stops_at_the_epoch() {
        let (early, late) = (UnixMillis::new(1_000), UnixMillis::new(1_500));
        assert_eq!((late.since(early), early.since(late)), (500, 0));
        assert_eq!((early + 500, late.saturating_sub(500)), (late, early));
        assert_eq!(early.saturating_sub(2_000), UnixMillis::default());
    }

    #[test]
    fn pgn_date_matches_the_calendar() {
        assert_eq!(UnixMillis::new(0).pgn_date(), "1970.01.01");
        assert_eq!(UnixMillis::new(951_782_400_000).pgn_date(), "2000.02.29");
        assert_eq!(UnixMillis::new(1_795_262_040_000).pgn_date(), "2026.11.21");
    }

    #[test]
    fn unix_millis_json_is_a_number() {
        assert_eq!(serde_json::to_value(UnixMillis::new(7)).unwrap(), json!(7));
        assert_eq!(serde_json::from_value::<UnixMillis>(json!(7)).unwrap(), UnixMillis::new(7));
    }
}
