//! How long the server's own players take for a move in turn, on a clock or without.

use std::time::Duration;

use rukh_engine::protocol::timing::{Budget, Clock};
use rukh_rules::Side;
use rukh_rules::game::SideName;

use crate::session::Table;
use crate::wire::Time;

/// What is kept for storing moves, which a clock pays for: in its last second a
/// player moves at once.
const RESERVE: Duration = Duration::from_secs(1);
/// The share of what is left that a move takes at least, if that is less than the
/// usual pace: less than a move may take at most.
const SHARE: u32 = 40;

/// How long a move may take, from when it is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Haste {
    /// At a person's pace.
    pub(super) at_least: Duration,
    /// If a clock runs.
    pub(super) at_most: Option<Duration>,
}

impl Haste {
    /// For a side's move in turn, at a pace of so long for each.
    pub(super) fn of_turn(table: &Table, side: Side, pace: Duration, now: u64) -> Haste {
        match clock(table, side, now) {
            Some(clock) => Haste::by_clock(clock, pace),
            None => Haste { at_least: pace, at_most: None },
        }
    }

    fn by_clock(clock: Clock, pace: Duration) -> Haste {
        let Budget { hard, .. } = clock.budget(RESERVE).soft_only();
        let at_least = pace.min(clock.left.saturating_sub(RESERVE) / SHARE);
        Haste { at_least, at_most: Some(hard) }
    }
}

/// A side's clock if it runs, and counts less than days.
fn clock(table: &Table, side: Side, now: u64) -> Option<Clock> {
    let Time::Fischer { increment, .. } = table.terms().time else { return None };
    let reading = table.state().clock(now)?;
    let left = reading.left().filter(|_| reading.runs == Some(SideName::from(side).into()))?;
    let increment = Duration::from_secs(increment.into());
    Some(Clock { left: Duration::from_millis(left), increment, moves_to_go: None })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rukh_engine::protocol::timing::Clock;

    use super::Haste;
    use crate::config::Pace;

    /// What storing a move costs on a slow disk.
    const STORING: Duration = Duration::from_millis(5);

    /// Whoever takes all it may, or as long as a person, still has time for many moves more.
    #[test]
    fn a_game_on_a_clock_is_not_lost_by_it() {
        let pace = Pace::default().turn;
        for seconds in [2, 15, 30, 180, 10_800] {
            for increment in [0, 1, 5].map(Duration::from_secs) {
                let mut left = Duration::from_secs(seconds);
                for number in 1..=200 {
                    let haste = Haste::by_clock(Clock { left, increment, moves_to_go: None }, pace);
                    let used = haste.at_least.max(haste.at_most.unwrap()) + STORING;
                    assert!(used < left, "{seconds} s and {increment:?}, move {number}: {haste:?}");
                    left = left - used + increment;
                }
            }
        }
    }

    #[test]
    fn a_pace_is_kept_where_there_is_time() {
        let pace = Pace::default().turn;
        let of = |seconds| {
            let left = Duration::from_secs(seconds);
            Haste::by_clock(Clock { left, increment: Duration::ZERO, moves_to_go: None }, pace)
        };
        assert_eq!(of(15).at_least, pace);
        assert_eq!(of(5).at_least, Duration::from_millis(100));
        assert_eq!(of(1), Haste { at_least: Duration::ZERO, at_most: Some(Duration::from_millis(1)) });
    }
}
