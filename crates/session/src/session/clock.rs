//! Clocks: readings, running side and deadlines.
//!
//! The server keeps the time. Network delay is compensated from a quota that refills with every
//! move, as in scalachess.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

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
const MAX_PERIOD: u32 = 300;
const MAX_PERIODS: u32 = 10;
const MAX_WERERA_SECONDS: u32 = 3_600;
const MAX_DAYS: u32 = 30;

/// Checks a number of a time control against its bounds.
fn within(what: &str, value: u32, bounds: RangeInclusive<u32>) -> Result<(), Failure> {
    let (least, most) = bounds.into_inner();
    match value {
        value if value < least => Err(format!("{what} is {value}, but must be at least {least}").into()),
        value if value > most => Err(format!("{what} is {value}, but must be at most {most}").into()),
        _ => Ok(()),
    }
}

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
    /// let empty = GameTimeControl::Byoyomi { initial: 600, period: 30, periods: 0, werera: None };
    /// assert_eq!(empty.validate().unwrap_err().to_string(), "`periods` is 0, but must be at least 1");
    /// let endless = GameTimeControl::Days { days: 365, werera_days: None };
    /// assert_eq!(endless.validate().unwrap_err().to_string(), "`days` is 365, but must be at most 30");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn validate(&self) -> Result<(), Failure> {
        match *self {
            GameTimeControl::None => Ok(()),
            GameTimeControl::Fischer { initial, increment, .. } => {
                if initial == 0 && increment == 0 {
                    return Err("a clock needs some time: `initial` or `increment`, in seconds".into());
                }
                within("`initial`", initial, 0..=MAX_INITIAL)?;
                within("`increment`", increment, 0..=MAX_INCREMENT)
            }
            GameTimeControl::Delay { initial, delay, .. } => {
                within("`initial`", initial, 1..=MAX_INITIAL)?;
                within("`delay`", delay, 1..=MAX_INCREMENT)
            }
            GameTimeControl::Byoyomi { initial, period, periods, .. } => {
                within("`initial`", initial, 0..=MAX_INITIAL)?;
                within("`period`", period, 1..=MAX_PERIOD)?;
                within("`periods`", periods, 1..=MAX_PERIODS)
            }
            GameTimeControl::Days { days, werera_days } => {
                within("`days`", days, 1..=MAX_DAYS)?;
                within("`werera_days`", werera_days.unwrap_or(WERERA_DAYS), 0..=MAX_DAYS)
            }
        }?;
        within("`werera`", self.werera_seconds(), 0..=MAX_WERERA_SECONDS)
    }

    /// Validates the other time of one side in a game of this time.
    ///
    /// # Errors
    /// A message saying what is wrong.
    pub fn validate_odds(&self, other: &GameTimeControl) -> Result<(), Failure> {
        if !self.is_live() || !other.is_live() {
            return Err("`odds` need live clocks on both sides: `fischer`, `delay` or `byoyomi`".into());
        }
        if other.werera().is_some() {
            return Err("`odds` take no `werera`: the game's is shared".into());
        }
        other.validate().map_err(|why| format!("in `odds`, {why}").into())
    }

    /// The shared time of the werera on live clocks, in seconds, if it is stated.
    fn werera(&self) -> Option<u32> {
        match *self {
            GameTimeControl::None | GameTimeControl::Days { .. } => None,
            GameTimeControl::Fischer { werera, .. }
            | GameTimeControl::Delay { werera, .. }
            | GameTimeControl::Byoyomi { werera, .. } => werera,
        }
    }

    /// The shared time of the werera on live clocks, in seconds.
    fn werera_seconds(&self) -> u32 {
        self.werera().unwrap_or(WERERA_SECONDS)
    }

    /// Initial time of a side in milliseconds, with the periods of byo-yomi; `None` without clocks.
    fn initial_time(&self) -> Option<u64> {
        let (seconds, periods) = match *self {
            GameTimeControl::None => return None,
            GameTimeControl::Days { days, .. } => return Some(DAY * u64::from(days)),
            GameTimeControl::Fischer { initial: 0, increment, .. } => (increment, 0),
            GameTimeControl::Fischer { initial, .. } | GameTimeControl::Delay { initial, .. } => (initial, 0),
            GameTimeControl::Byoyomi { initial, period, periods, .. } => {
                (initial, u64::from(period) * u64::from(periods))
            }
        };
        Some(1000 * (u64::from(seconds) + periods))
    }

    /// Whether the clocks count less than days.
    #[must_use]
    pub fn is_live(&self) -> bool {
        !matches!(self, GameTimeControl::None | GameTimeControl::Days { .. })
    }

    /// How long a clock waits with each move, in milliseconds.
    fn delay(&self) -> Option<u64> {
        match *self {
            GameTimeControl::Delay { delay, .. } => Some(1000 * u64::from(delay)),
            _ => None,
        }
    }

    /// The length of a period, in milliseconds, if only periods are left of a time.
    #[must_use]
    pub fn period_at(&self, left: u64) -> Option<u64> {
        match *self {
            GameTimeControl::Byoyomi { period, periods, .. } => {
                let period = 1000 * u64::from(period);
                (left <= period * u64::from(periods)).then_some(period)
            }
            _ => None,
        }
    }

    /// What a clock shows of the time left, in milliseconds: the main time, and after it what is left of the current
    /// period of byo-yomi.
    #[must_use]
    pub fn shown(&self, left: u64) -> u64 {
        let GameTimeControl::Byoyomi { period, periods, .. } = *self else { return left };
        let period = 1000 * u64::from(period);
        match left.saturating_sub(period * u64::from(periods)) {
            0 if left == 0 => 0,
            0 => (left - 1) % period + 1,
            main => main,
        }
    }

    /// The time left to a side for its next move: a period that was begun is whole again.
    fn renewed(&self, left: u64) -> u64 {
        self.period_at(left).map_or(left, |period| left.next_multiple_of(period))
    }

    /// What one gift of time adds to a clock: [`ADDED_TIME`]; in byo-yomi as many whole periods as that takes, since
    /// a part of one would be lost with the next move or become a whole one.
    #[must_use]
    pub fn added_time(&self, left: u64) -> u64 {
        self.period_at(left).map_or(ADDED_TIME, |period| ADDED_TIME.next_multiple_of(period))
    }
}

impl GameInfo {
    /// How much time a side has.
    #[must_use]
    pub fn time_of(&self, side: Side) -> &GameTimeControl {
        match &self.odds {
            Some(odds) if odds.side == side => &odds.time_control,
            _ => &self.time_control,
        }
    }

    /// Initial clock reading; `None` without clocks.
    pub(super) fn initial_reading(&self, game: &Game) -> Option<ClockReading> {
        let of = |side| self.time_of(side).initial_time();
        let werera = match self.time_control {
            GameTimeControl::Days { werera_days, .. } => DAY * u64::from(werera_days.unwrap_or(WERERA_DAYS)),
            time => 1000 * u64::from(time.werera_seconds()),
        };
        let werera = game.ruleset().has_werera().then_some(werera);
        let (white, black) = (of(Side::White)?, of(Side::Black)?);
        Some(ClockReading { white, black, werera, running: None, delay: None, lag: None })
    }
}

impl ClockReading {
    /// Time until the flag of the running clock falls, in milliseconds: what is left, and the delay before it counts.
    #[must_use]
    pub fn remaining(&self) -> Option<u64> {
        let left = match self.running? {
            RunningClock::White => self.white,
            RunningClock::Black => self.black,
            RunningClock::Werera => self.werera?,
        };
        Some(left + self.delay.unwrap_or_default())
    }

    /// Remaining time of a side, in milliseconds.
    #[must_use]
    pub fn left(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
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
        let delay = self.delay.unwrap_or_default();
        let counted = elapsed.saturating_sub(delay);
        match self.running {
            None => {}
            Some(RunningClock::White) => self.white = self.white.saturating_sub(counted),
            Some(RunningClock::Black) => self.black = self.black.saturating_sub(counted),
            Some(RunningClock::Werera) => self.werera = self.werera.map(|left| left.saturating_sub(counted)),
        }
        self.delay = Some(delay.saturating_sub(elapsed)).filter(|left| *left > 0);
        self.lag = None;
        self
    }

    /// The reading after a move: compensated network delay and increment are added, a period of byo-yomi that was
    /// begun is whole again.
    #[must_use]
    pub fn after_move(mut self, side: Side, time: &GameTimeControl, lag: u64) -> ClockReading {
        let is_running = self.running == Some(side.into());
        if is_running {
            *self.side(side) += lag;
            self.lag = (lag > 0).then_some(lag);
        }
        match *time {
            GameTimeControl::Fischer { increment, .. } if is_running => {
                *self.side(side) += 1000 * u64::from(increment);
            }
            GameTimeControl::Byoyomi { .. } if is_running => *self.side(side) = time.renewed(self.left(side)),
            GameTimeControl::Days { days, .. } => *self.side(side) = DAY * u64::from(days),
            _ => {}
        }
        self
    }

    /// The reading after moves were taken back: an increment goes with the move that earned it, a period of byo-yomi
    /// that was begun is whole again, and with days for each move both sides have the full time for theirs again.
    #[must_use]
    pub fn after_takeback(mut self, undone: &[Side], info: &GameInfo) -> ClockReading {
        for side in Side::BOTH {
            let time = info.time_of(side);
            let count = undone.iter().filter(|by| **by == side).count() as u64;
            let left = self.side(side);
            *left = match *time {
                GameTimeControl::None | GameTimeControl::Delay { .. } => *left,
                GameTimeControl::Fischer { increment, .. } => {
                    left.saturating_sub(1000 * u64::from(increment) * count)
                }
                GameTimeControl::Byoyomi { .. } => time.renewed(*left),
                GameTimeControl::Days { days, .. } => DAY * u64::from(days),
            };
        }
        self
    }

    /// The reading after time was added.
    #[must_use]
    pub fn with_added_time(mut self, side: Side, ms: u64) -> ClockReading {
        *self.side(side) += ms;
        self
    }

    /// The reading with another clock running, or the same one for another turn: it waits first, with a delay for
    /// each move. Within a turn the delay goes on.
    #[must_use]
    pub fn with_running(
        self,
        running: Option<RunningClock>,
        is_new_turn: bool,
        info: &GameInfo,
    ) -> ClockReading {
        let is_new = is_new_turn || running != self.running;
        let delay = match running {
            _ if !is_new => self.delay,
            Some(RunningClock::White) => info.time_of(Side::White).delay(),
            Some(RunningClock::Black) => info.time_of(Side::Black).delay(),
            Some(RunningClock::Werera) | None => None,
        };
        ClockReading { running, delay, ..self }
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

    /// Compensated part of a network delay: at most the elapsed time that the clock has counted, reduced by what it
    /// was overdrawn.
    pub(super) fn refund(&self, now: UnixMillis, lag: u64) -> u64 {
        let Some((reading, at)) = self.reading else { return 0 };
        let elapsed = now.since(at);
        let overdrawn = reading.remaining().map_or(0, |left| elapsed.saturating_sub(left));
        let counted = elapsed.saturating_sub(reading.delay.unwrap_or_default());
        lag.min(counted).saturating_sub(overdrawn)
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

    fn started() -> ClockReading {
        let running = Some(RunningClock::White);
        ClockReading { white: 300_000, black: 300_000, werera: None, running, delay: None, lag: None }
    }

    #[test]
    fn clock_after_move_subtracts_elapsed_and_adds_increment() {
        let start = started();
        let after = start.after_elapsed(10_000).after_move(Side::White, &FIVE_AND_THREE, 80);
        assert_eq!((after.white, after.black, after.lag), (293_080, 300_000, Some(80)));
        assert_eq!(start.after_elapsed(900_000).white, 0);
    }

    #[test]
    fn clock_stopped_move_adds_nothing() {
        let start = ClockReading { running: None, ..started() };
        assert_eq!(start.after_elapsed(50_000).after_move(Side::White, &FIVE_AND_THREE, 80), start);
    }

    #[test]
    fn clock_days_move_resets_the_side() {
        let running = Some(RunningClock::Black);
        let start = ClockReading { white: 1000, black: 50_000_000, running, ..started() };
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
        let delay = |initial, delay| GameTimeControl::Delay { initial, delay, werera: None };
        let byoyomi =
            |period, periods| GameTimeControl::Byoyomi { initial: 0, period, periods, werera: Some(60) };
        for (time, wrong) in [
            (delay(60, 5), None),
            (delay(0, 5), Some("`initial` is 0, but must be at least 1")),
            (delay(60, 0), Some("`delay` is 0, but must be at least 1")),
            (delay(60, 181), Some("`delay` is 181, but must be at most 180")),
            (byoyomi(300, 10), None),
            (byoyomi(0, 1), Some("`period` is 0, but must be at least 1")),
            (byoyomi(301, 1), Some("`period` is 301, but must be at most 300")),
            (byoyomi(30, 11), Some("`periods` is 11, but must be at most 10")),
        ] {
            assert_eq!(time.validate().err().map(|error| error.to_string()).as_deref(), wrong);
        }
        let odds = fischer(60, 0).validate_odds(&byoyomi(30, 3)).unwrap_err();
        assert_eq!(odds.to_string(), "`odds` take no `werera`: the game's is shared");
        assert!(GameTimeControl::Days { days: 0, werera_days: None }.validate().is_err());
        assert!(GameTimeControl::Days { days: 99, werera_days: None }.validate().is_err());
    }
}
