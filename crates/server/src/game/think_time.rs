//! Thinking time of the server's engines for a move in turn, with or without a clock.

use std::time::Duration;

use rukh_protocols::timing::{Budget, Clock};
use rukh_rules::Side;

use crate::session::Session;
use crate::wire::GameTimeControl;
use crate::wire::time::UnixMillis;

/// Time reserved for storing moves: in the last second on its clock an engine moves at once.
const RESERVE: Duration = Duration::from_secs(1);
/// Divisor of the remaining time that gives the minimum time of a move, if that is less than the
/// usual delay; always below the maximum.
const MIN_SHARE: u32 = 40;
/// Longest time for a move, the wait for a seat included, by level: 1 to 4, 5 and 6, 7 and 8. A
/// level is defined by its nodes, so only a server that is overloaded meets this.
const LIMITS: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(10), Duration::from_secs(20)];

/// Bounds of the time for a move, from when it is requested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ThinkTime {
    /// At a person's pace.
    pub(super) min: Duration,
    /// By the clock if one runs, and by the level's limit; `None` in the werera, where a decision
    /// is short.
    pub(super) max: Option<Duration>,
}

impl ThinkTime {
    /// For a side's move in turn, with the usual delay.
    pub(super) fn of_turn(session: &Session, side: Side, pace: Duration, now: UnixMillis) -> ThinkTime {
        let limit = limit(session.info().player(side).engine_level().unwrap_or_default());
        match clock(session, side, now) {
            Some(clock) => {
                let ThinkTime { min, max } = ThinkTime::by_clock(clock, pace);
                ThinkTime { min, max: max.map(|most| most.min(limit)) }
            }
            None => ThinkTime { min: pace, max: Some(limit) },
        }
    }

    fn by_clock(clock: Clock, pace: Duration) -> ThinkTime {
        let Budget { hard, .. } = clock.budget(RESERVE).soft_only();
        let at_least = pace.min(clock.left.saturating_sub(RESERVE) / MIN_SHARE);
        ThinkTime { min: at_least, max: Some(hard) }
    }
}

fn limit(level: u8) -> Duration {
    match level {
        ..=4 => LIMITS[0],
        5 | 6 => LIMITS[1],
        _ => LIMITS[2],
    }
}

/// A side's running clock, unless it counts days.
fn clock(session: &Session, side: Side, now: UnixMillis) -> Option<Clock> {
    let time = session.info().time_of(side);
    let reading = session.state().clock(now)?;
    let left = reading.remaining().filter(|_| reading.running == Some(side.into()))?;
    engine_clock(time, left)
}

/// What an engine reckons with: a delay is an increment that is there from the start; in byo-yomi the current period
/// is for one move, and before it no period but the first is spent.
fn engine_clock(time: &GameTimeControl, left: u64) -> Option<Clock> {
    let (left, increment, moves_to_go) = match *time {
        GameTimeControl::None | GameTimeControl::Days { .. } => return None,
        GameTimeControl::Fischer { increment, .. } => (left, increment, None),
        GameTimeControl::Delay { delay, .. } => (left, delay, None),
        GameTimeControl::Byoyomi { period, periods, .. } => match time.period_at(left) {
            Some(period) => (left.saturating_sub(1) % period + 1, 0, Some(1)),
            None => (left - 1_000 * u64::from(period) * u64::from(periods - 1), 0, None),
        },
    };
    let (left, increment) = (Duration::from_millis(left), Duration::from_secs(increment.into()));
    Some(Clock { left, increment, moves_to_go })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rukh_protocols::timing::Clock;

    use super::{ThinkTime, engine_clock};
    use crate::config::BotDelay;
    use crate::wire::GameTimeControl;

    /// Time to store a move on a slow disk.
    const APPEND_TIME: Duration = Duration::from_millis(5);

    /// With the longest allowed time for each move there is still time for many more.
    #[test]
    fn think_time_on_a_clock_never_flags() {
        let pace = BotDelay::default().turn;
        for seconds in [2, 15, 30, 180, 10_800] {
            for increment in [0, 1, 5].map(Duration::from_secs) {
                let mut left = Duration::from_secs(seconds);
                for number in 1..=200 {
                    let think_time = ThinkTime::by_clock(Clock { left, increment, moves_to_go: None }, pace);
                    let used = think_time.min.max(think_time.max.unwrap()) + APPEND_TIME;
                    assert!(used < left, "{seconds} s and {increment:?}, move {number}: {think_time:?}");
                    left = left - used + increment;
                }
            }
        }
    }

    /// In byo-yomi the longest allowed time for each move never uses up a period, also not on the way into the first.
    #[test]
    fn think_time_in_byoyomi_loses_no_period() {
        let pace = BotDelay::default().turn;
        for (initial, period, periods) in [(0, 2, 1), (10, 3, 2), (60, 30, 5)] {
            let time = GameTimeControl::Byoyomi { initial, period, periods, werera: None };
            let all = 1_000 * u64::from(period * periods);
            let mut left = 1_000 * u64::from(initial) + all;
            for number in 1..=300 {
                let think_time = ThinkTime::by_clock(engine_clock(&time, left).unwrap(), pace);
                let used = think_time.min.max(think_time.max.unwrap()) + APPEND_TIME;
                left -= u64::try_from(used.as_millis()).unwrap();
                assert!(left > all - 1_000 * u64::from(period), "{time:?}, move {number}: {think_time:?}");
                left = left.max(all);
            }
            assert_eq!(left, all, "the main time is used");
        }
    }

    #[test]
    fn think_time_keeps_the_delay_where_the_clock_allows() {
        let pace = BotDelay::default().turn;
        let of = |seconds| {
            let left = Duration::from_secs(seconds);
            ThinkTime::by_clock(Clock { left, increment: Duration::ZERO, moves_to_go: None }, pace)
        };
        assert_eq!(of(15).min, pace);
        assert_eq!(of(5).min, Duration::from_millis(100));
        assert_eq!(of(1), ThinkTime { min: Duration::ZERO, max: Some(Duration::from_millis(1)) });
    }
}
