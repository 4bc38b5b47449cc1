//! The time between two games of a player.

/// Milliseconds of a day.
const MILLIS_PER_DAY: f64 = 86_400_000.0;

/// A time that has passed, in days: finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Days(f64);

impl Days {
    /// No time: the games are played at once, or the player has not played before.
    pub const ZERO: Days = Days(0.0);

    /// A number of days; `None` if it is negative, infinite or not a number.
    #[must_use]
    pub fn new(days: f64) -> Option<Days> {
        (days.is_finite() && days >= 0.0).then_some(Days(days))
    }

    /// The time between two times in milliseconds since one origin; none if the second is earlier,
    /// as after a clock was set back.
    #[must_use]
    pub fn between(earlier_ms: u64, later_ms: u64) -> Days {
        Days(later_ms.saturating_sub(earlier_ms) as f64 / MILLIS_PER_DAY)
    }

    /// The number of days.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Days;

    #[test]
    fn new_impossible_time_gives_none() {
        for days in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Days::new(days), None);
        }
        assert_eq!(Days::new(0.25).map(Days::as_f64), Some(0.25));
    }

    #[test]
    fn between_counts_days_and_never_below_none() {
        assert_eq!(Days::between(1_000, 1_000 + 43_200_000).as_f64(), 0.5);
        assert_eq!(Days::between(2, 1), Days::ZERO);
    }
}
