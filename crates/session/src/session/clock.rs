//! Clocks: readings, running side and deadlines.
//!
//! The server keeps the time. Network delay is compensated from a quota that refills with every
//! move, as in scalachess.

use std::collections::VecDeque;

use rukh_rules::{Failure, Game, Node, Side};

use super::{GameInfo, SessionState, draft};
use crate::wire::time::{RunningClock, UnixMillis};
use crate::wire::{ClockReading, GameTimeControl};

/// Default budget of the werera, in seconds and in days.
const WERERA_SECONDS: u32 = 120;
const WERERA_DAYS: u32 = 3;
/// Time added by one intent, in milliseconds.
pub const ADDED_TIME: u64 = 15_000;
/// Time limit of the first move on a live clock, in milliseconds.
pub const FIRST_MOVE_TIMEOUT: u64 = 60_000;
/// How long the first throw waits for the players' seeds, in milliseconds.
pub const SEEDS_TIMEOUT: u64 = 5_000;
/// Time limit for both sides to be ready on a live clock, in milliseconds; long enough to read what
/// the werera is.
pub const READY_TIMEOUT: u64 = 180_000;
/// Default delay before a forced pass is made, so that the throw is seen, in milliseconds.
pub const FORCED_PASS_DELAY: u64 = 1_500;
const DAY: u64 = 86_400_000;
/// Limits of time controls: seconds for the game and per move, and days.
const MAX_INITIAL: u32 = 10_800;
const MAX_INCREMENT: u32 = 180;
const MAX_WERERA_SECONDS: u32 = 3_600;
const MAX_DAYS: u32 = 30;

impl GameTimeControl {
    /// Validates the time control.
    ///
    /// # Errors
    /// A message saying what is wrong.
    ///
    /// # Examples
    /// ```
    /// use rukh_session::wire::GameTimeControl;
    ///
    /// let blitz: GameTimeControl =
    ///     serde_json::from_str(r#"{ "kind": "fischer", "initial": 300, "increment": 2 }"#)?;
    /// assert_eq!(blitz, GameTimeControl::Fischer { initial: 300, increment: 2, werera: None });
    /// assert_eq!(blitz.validate(), Ok(()));
    /// let endless = GameTimeControl::Days { days: 365, werera_days: None };
    /// assert_eq!(endless.validate().unwrap_err().to_string(), "`days` is 365, but at most 30");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn validate(&self) -> Result<(), Failure> {
        let within = |what: &str, value: u32, most: u32| match value <= most {
            true => Ok(()),
            false => Err(format!("{what} is {value}, but at most {most}").into()),
        };
        match *self {
            GameTimeControl::None => Ok(()),
            GameTimeControl::Fischer { initial, increment, werera } => {
                if initial == 0 && increment == 0 {
                    return Err("a clock needs some time: `initial` or `increment`, in seconds".into());
                }
                within("`initial`", initial, MAX_INITIAL)?;
                within("`increment`", increment, MAX_INCREMENT)?;
                within("`werera`", werera.unwrap_or(WERERA_SECONDS), MAX_WERERA_SECONDS)
            }
            GameTimeControl::Days { days: 0, .. } => Err("`days` is 0, but at least 1".into()),
            GameTimeControl::Days { days, werera_days } => {
                within("`days`", days, MAX_DAYS)?;
                within("`werera_days`", werera_days.unwrap_or(WERERA_DAYS), MAX_DAYS)
            }
        }
    }

    /// Initial clock reading; `None` without clocks.
    #[must_use]
    pub fn initial_reading(&self, game: &Game) -> Option<ClockReading> {
        let has_werera = game.ruleset().has_werera();
        let (each, werera) = match *self {
            GameTimeControl::None => return None,
            GameTimeControl::Fischer { initial, increment, werera } => {
                let each = 1000 * u64::from(if initial == 0 { increment } else { initial });
                (each, 1000 * u64::from(werera.unwrap_or(WERERA_SECONDS)))
            }
            GameTimeControl::Days { days, werera_days } => {
                (DAY * u64::from(days), DAY * u64::from(werera_days.unwrap_or(WERERA_DAYS)))
            }
        };
        let werera = has_werera.then_some(werera);
        Some(ClockReading { white: each, black: each, werera, running: None, lag: None })
    }

    /// Whether the clocks count less than days.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self, GameTimeControl::Fischer { .. })
    }
}

impl ClockReading {
    /// Remaining time of the running clock, in milliseconds.
    #[must_use]
    pub fn remaining(&self) -> Option<u64> {
        match self.running? {
            RunningClock::White => Some(self.white),
            RunningClock::Black => Some(self.black),
            RunningClock::Werera => self.werera,
        }
    }

    fn side(&mut self, side: Side) -> &mut u64 {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// The reading after `elapsed` milliseconds.
    #[must_use]
    pub fn after_elapsed(mut self, elapsed: u64) -> ClockReading {
        match self.running {
            None => {}
            Some(RunningClock::White) => self.white = self.white.saturating_sub(elapsed),
            Some(RunningClock::Black) => self.black = self.black.saturating_sub(elapsed),
            Some(RunningClock::Werera) => self.werera = self.werera.map(|left| left.saturating_sub(elapsed)),
        }
        self.lag = None;
        self
    }

    /// The reading after a move: compensated network delay and increment are added.
    #[must_use]
    pub fn after_move(mut self, side: Side, time: &GameTimeControl, lag: u64) -> ClockReading {
        if self.running == Some(side.into()) {
            *self.side(side) += lag;
            self.lag = (lag > 0).then_some(lag);
        }
        match *time {
            GameTimeControl::Fischer { increment, .. } if self.running == Some(side.into()) => {
                *self.side(side) += 1000 * u64::from(increment);
            }
            GameTimeControl::Days { days, .. } => *self.side(side) = DAY * u64::from(days),
            _ => {}
        }
        self
    }

    /// The reading after moves were taken back: an increment goes with the move that earned it, and
    /// with days for each move both sides have the full time for theirs again.
    #[must_use]
    pub fn after_takeback(mut self, undone: &[Side], time: &GameTimeControl) -> ClockReading {
        match *time {
            GameTimeControl::None => {}
            GameTimeControl::Fischer { increment, .. } => {
                for side in undone {
                    let left = self.side(*side);
                    *left = left.saturating_sub(1000 * u64::from(increment));
                }
            }
            GameTimeControl::Days { days, .. } => {
                (self.white, self.black) = (DAY * u64::from(days), DAY * u64::from(days));
            }
        }
        self
    }

    /// The reading after time was added.
    #[must_use]
    pub fn with_added_time(mut self, side: Side, ms: u64) -> ClockReading {
        *self.side(side) += ms;
        self
    }
}

impl SessionState {
    /// The clock that should run in the current state.
    pub(super) fn running_clock(&self, time: &GameTimeControl) -> Option<RunningClock> {
        let side = match self.game.node() {
            Node::Over(_) => return None,
            Node::Werera(_) => return self.is_ready().then_some(RunningClock::Werera),
            // A forced pass costs no time.
            Node::Choice(_) if draft::must_pass(&self.game) => return None,
            Node::Choice(side) => side,
            Node::Chance(_) => self.game.position().turn(),
        };
        (!self.is_first_move(side, time) && !self.awaits_seeds()).then(|| side.into())
    }

    /// Whether a side's player has still to make the first move of a live game without a werera,
    /// which costs no time.
    fn is_first_move(&self, side: Side, time: &GameTimeControl) -> bool {
        time.is_live() && !self.game.ruleset().has_werera() && !self.moved.of(side)
    }

    /// The current reading.
    #[must_use]
    pub fn clock(&self, now: UnixMillis) -> Option<ClockReading> {
        self.reading.map(|(reading, at)| reading.after_elapsed(now.since(at)))
    }

    /// Compensated part of a network delay: at most the elapsed time, reduced by what the clock was
    /// overdrawn.
    pub(super) fn refund(&self, now: UnixMillis, lag: u64) -> u64 {
        let Some((reading, at)) = self.reading else { return 0 };
        let elapsed = now.since(at);
        let overdrawn = reading.remaining().map_or(0, |left| elapsed.saturating_sub(left));
        lag.min(elapsed).saturating_sub(overdrawn)
    }

    /// The last recorded reading and its time.
    #[must_use]
    pub fn reading(&self) -> Option<(ClockReading, UnixMillis)> {
        self.reading
    }

    /// Next deadline. A forced pass follows `forced_pass` milliseconds after its cause.
    #[must_use]
    pub(super) fn deadline(&self, info: &GameInfo, forced_pass: u64) -> Option<UnixMillis> {
        if self.is_over() {
            return None;
        }
        if self.awaits_seeds() {
            return Some(info.started + SEEDS_TIMEOUT);
        }
        if draft::must_pass(&self.game) {
            return Some(self.decided_at + forced_pass);
        }
        if self.awaits_ready(info) {
            return Some(self.updated_at + READY_TIMEOUT);
        }
        if let Some((reading, at)) = self.reading
            && let Some(left) = reading.remaining()
        {
            return Some(at + left);
        }
        self.awaits_first_move(info).then(|| self.updated_at + FIRST_MOVE_TIMEOUT)
    }

    /// Whether a live game waits for a side to be ready.
    pub(super) fn awaits_ready(&self, info: &GameInfo) -> bool {
        info.time_control.is_live() && self.is_werera() && !self.is_ready()
    }

    /// Whether a live game waits for a person's first move.
    pub(super) fn awaits_first_move(&self, info: &GameInfo) -> bool {
        match self.game.node() {
            Node::Choice(side) => self.is_first_move(side, &info.time_control) && !info.is_engine(side),
            _ => false,
        }
    }
}

/// Quota of lag compensation: never more than the measured delay, and never more than the quota,
/// which refills with every move.
#[derive(Debug, Clone)]
pub struct LagQuota {
    /// Smoothed round-trip time, in milliseconds.
    smoothed: Option<f64>,
    /// Remaining quota, in milliseconds.
    quota: u64,
}

/// Round trips of a connection: the shortest of the last few counts, because a client can delay its
/// pongs but not hasten them.
#[derive(Debug, Clone, Default)]
pub struct RoundTrips {
    latest: VecDeque<f64>,
}

impl RoundTrips {
    /// Number of round trips that count.
    pub const WINDOW: usize = 8;

    /// Records a round-trip time, in milliseconds.
    pub fn record(&mut self, round_trip: f64) {
        if self.latest.len() == RoundTrips::WINDOW {
            self.latest.pop_front();
        }
        self.latest.push_back(round_trip);
    }

    /// Number of round trips recorded, at most [`RoundTrips::WINDOW`].
    #[must_use]
    pub fn count(&self) -> usize {
        self.latest.len()
    }

    /// The shortest, in milliseconds.
    #[must_use]
    pub fn shortest(&self) -> Option<f64> {
        self.latest.iter().copied().reduce(f64::min)
    }
}

impl Default for LagQuota {
    fn default() -> LagQuota {
        LagQuota { smoothed: None, quota: LagQuota::MAX }
    }
}

impl LagQuota {
    /// Maximum quota, in milliseconds.
    const MAX: u64 = 500;
    /// Quota gained per move, in milliseconds.
    const REFILL: u64 = 100;
    /// Weight of a new measurement.
    const WEIGHT: f64 = 0.3;

    /// Records a measured round-trip time, in milliseconds. A shorter one counts at once, because a
    /// client can delay its answers but not hasten them; a longer one counts in part.
    pub fn measure(&mut self, round_trip: f64) {
        let round_trip = round_trip.clamp(0.0, 10_000.0);
        let smooth = |old: f64| round_trip.min(old + LagQuota::WEIGHT * (round_trip - old));
        self.smoothed = Some(self.smoothed.map_or(round_trip, smooth));
    }

    /// Smoothed round-trip time, in milliseconds.
    #[must_use]
    pub fn measured(&self) -> Option<u64> {
        self.smoothed.map(|lag| lag.round() as u64)
    }

    /// Compensation available for a move now, in milliseconds.
    #[must_use]
    pub fn available(&self) -> u64 {
        self.measured().unwrap_or(0).min(self.quota)
    }

    /// Takes a move's compensation from the quota.
    pub fn spend(&mut self, given: u64) {
        self.quota = (self.quota.saturating_sub(given) + LagQuota::REFILL).min(LagQuota::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::{LagQuota, RoundTrips};
    use crate::wire::time::RunningClock;
    use crate::wire::{ClockReading, GameTimeControl};
    use rukh_rules::Side;

    const FIVE_AND_THREE: GameTimeControl =
        GameTimeControl::Fischer { initial: 300, increment: 3, werera: None };

    #[test]
    fn clock_after_move_subtracts_elapsed_and_adds_increment() {
        let running = Some(RunningClock::White);
        let start = ClockReading { white: 300_000, black: 300_000, werera: None, running, lag: None };
        let after = start.after_elapsed(10_000).after_move(Side::White, &FIVE_AND_THREE, 80);
        assert_eq!((after.white, after.black, after.lag), (293_080, 300_000, Some(80)));
        assert_eq!(start.after_elapsed(900_000).white, 0);
    }

    #[test]
    fn clock_stopped_move_adds_nothing() {
        let start = ClockReading { white: 300_000, black: 300_000, werera: None, running: None, lag: None };
        assert_eq!(start.after_elapsed(50_000).after_move(Side::White, &FIVE_AND_THREE, 80), start);
    }

    #[test]
    fn clock_days_move_resets_the_side() {
        let running = Some(RunningClock::Black);
        let start = ClockReading { white: 1000, black: 50_000_000, werera: None, running, lag: None };
        let after = start.after_elapsed(1_000_000).after_move(
            Side::Black,
            &GameTimeControl::Days { days: 2, werera_days: None },
            0,
        );
        assert_eq!((after.white, after.black), (1000, 172_800_000));
    }

    #[test]
    fn lag_quota_limits_compensation() {
        let mut quota = LagQuota::default();
        assert_eq!(quota.available(), 0);
        quota.measure(300.0);
        let given: Vec<u64> = (0..6)
            .map(|_| {
                let given = quota.available();
                quota.spend(given);
                given
            })
            .collect();
        assert_eq!(given, [300, 300, 100, 100, 100, 100]);
        quota.measure(-5.0);
        assert!(quota.measured() < Some(300));
    }

    #[test]
    fn round_trips_delayed_do_not_count_beside_an_honest_one() {
        let mut trips = RoundTrips::default();
        assert_eq!(trips.shortest(), None);
        for round_trip in [400.0, 12.0, 500.0, 300.0, 500.0, 500.0, 500.0, 500.0, 500.0] {
            trips.record(round_trip);
        }
        assert_eq!((trips.shortest(), trips.count()), (Some(12.0), RoundTrips::WINDOW));
        trips.record(500.0);
        assert_eq!(trips.shortest(), Some(300.0), "the earlier ones are forgotten");
    }

    #[test]
    fn lag_shorter_counts_at_once_and_longer_in_part() {
        let mut quota = LagQuota::default();
        let mut measured = |round_trip| {
            quota.measure(round_trip);
            quota.measured().unwrap()
        };
        assert_eq!([40.0, 140.0, 20.0, 20.0].map(&mut measured), [40, 70, 20, 20]);
    }

    #[test]
    fn time_control_out_of_range_is_rejected() {
        let fischer = |initial, increment| GameTimeControl::Fischer { initial, increment, werera: None };
        assert!(fischer(0, 0).validate().is_err());
        assert!(fischer(0, 5).validate().is_ok());
        assert!(fischer(100_000, 0).validate().unwrap_err().to_string().contains("at most"));
        assert!(GameTimeControl::Days { days: 0, werera_days: None }.validate().is_err());
        assert!(GameTimeControl::Days { days: 99, werera_days: None }.validate().is_err());
    }
}
