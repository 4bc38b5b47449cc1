//! Clocks: what they show, whose runs, and when something happens of itself.
//!
//! Time is the server's alone. What a move's way through the net has cost is
//! given back from a quota that refills with every move, as scalachess does.

use rukh_rules::game::SideName;
use rukh_rules::law::Opening;
use rukh_rules::{Game, Node, Side};

use super::{State, Terms, draft};
use crate::wire::time::Runs;
use crate::wire::{Reading, Time};

/// The werera's budget where none is named: seconds, and days.
const MARSHAL: u32 = 120;
const MARSHAL_DAYS: u32 = 3;
/// What a side can give the other at once, in milliseconds.
pub const GIFT: u64 = 15_000;
/// How long the first move may take where clocks count minutes, in milliseconds.
pub const FIRST_MOVE: u64 = 60_000;
/// How long the throws wait for what the players give, in milliseconds.
pub const SEEDS: u64 = 5_000;
/// How long both sides may take to be ready where clocks count minutes, in
/// milliseconds: time to read what the werera is.
pub const READY: u64 = 180_000;
/// How long a forced pass is seen before it is made, so that the throw is, in milliseconds.
pub const FORCED_PASS: u64 = 1_500;
/// Moves after which clocks run in a game without a werera.
const FREE_PLIES: u64 = 2;

const DAY: u64 = 86_400_000;
/// Limits of what can be agreed: seconds for the game and a move, and days.
const MOST_INITIAL: u32 = 10_800;
const MOST_INCREMENT: u32 = 180;
const MOST_MARSHAL: u32 = 3_600;
const MOST_DAYS: u32 = 30;

impl Time {
    /// Whether this can be agreed; if not, why.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        let within = |what: &str, value: u32, most: u32| match value <= most {
            true => Ok(()),
            false => Err(format!("{what} is {value}, but at most {most}")),
        };
        match *self {
            Time::None => Ok(()),
            Time::Fischer { initial, increment, marshal } => {
                if initial == 0 && increment == 0 {
                    return Err("a clock needs some time: `initial` or `increment`, in seconds".to_owned());
                }
                within("`initial`", initial, MOST_INITIAL)?;
                within("`increment`", increment, MOST_INCREMENT)?;
                within("`marshal`", marshal.unwrap_or(MARSHAL), MOST_MARSHAL)
            }
            Time::Days { days: 0, .. } => Err("`days` is 0, but at least 1".to_owned()),
            Time::Days { days, marshal_days } => {
                within("`days`", days, MOST_DAYS)?;
                within("`marshal_days`", marshal_days.unwrap_or(MARSHAL_DAYS), MOST_DAYS)
            }
        }
    }

    /// What the clocks show before the game; nothing if there are none.
    #[must_use]
    pub fn reading(&self, game: &Game) -> Option<Reading> {
        let has_werera = matches!(game.ruleset().laws.opening.law, Opening::Werera(_));
        let (each, marshal) = match *self {
            Time::None => return None,
            Time::Fischer { initial, increment, marshal } => {
                let each = 1000 * u64::from(if initial == 0 { increment } else { initial });
                (each, 1000 * u64::from(marshal.unwrap_or(MARSHAL)))
            }
            Time::Days { days, marshal_days } => {
                (DAY * u64::from(days), DAY * u64::from(marshal_days.unwrap_or(MARSHAL_DAYS)))
            }
        };
        let marshal = has_werera.then_some(marshal);
        Some(Reading { white: each, black: each, marshal, runs: None, lag: None })
    }

    /// Whether games with it are played in one sitting.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self, Time::Fischer { .. })
    }
}

impl Reading {
    /// What is left to whom the clock runs.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        match self.runs? {
            Runs::White => Some(self.white),
            Runs::Black => Some(self.black),
            Runs::Marshal => self.marshal,
        }
    }

    fn side(&mut self, side: SideName) -> &mut u64 {
        match side {
            SideName::White => &mut self.white,
            SideName::Black => &mut self.black,
        }
    }

    /// What it shows after so many milliseconds.
    #[must_use]
    pub fn after(mut self, elapsed: u64) -> Reading {
        match self.runs {
            None => {}
            Some(Runs::White) => self.white = self.white.saturating_sub(elapsed),
            Some(Runs::Black) => self.black = self.black.saturating_sub(elapsed),
            Some(Runs::Marshal) => self.marshal = self.marshal.map(|left| left.saturating_sub(elapsed)),
        }
        self.lag = None;
        self
    }

    /// A side has moved: what the way through the net cost is given back, and
    /// what a move adds is added.
    #[must_use]
    pub fn moved(mut self, side: SideName, time: &Time, lag: u64) -> Reading {
        if self.runs == Some(side.into()) {
            *self.side(side) += lag;
            self.lag = (lag > 0).then_some(lag);
        }
        match *time {
            Time::Fischer { increment, .. } if self.runs == Some(side.into()) => {
                *self.side(side) += 1000 * u64::from(increment);
            }
            Time::Days { days, .. } => *self.side(side) = DAY * u64::from(days),
            _ => {}
        }
        self
    }

    /// A side is given more.
    #[must_use]
    pub fn given(mut self, side: SideName, ms: u64) -> Reading {
        *self.side(side) += ms;
        self
    }
}

impl State {
    /// Whose clock should run as the game stands.
    pub(super) fn runs(&self, time: &Time) -> Option<Runs> {
        let side = match self.game.node() {
            Node::Over(_) => return None,
            Node::Werera(_) => return self.is_begun().then_some(Runs::Marshal),
            // A forced pass costs no time.
            Node::Choice(_) if draft::must_pass(&self.game) => return None,
            Node::Choice(side) => side,
            Node::Chance(_) => self.game.position().turn(),
        };
        let has_werera = matches!(self.game.ruleset().laws.opening.law, Opening::Werera(_));
        let is_free = time.is_live() && !has_werera && self.plies < FREE_PLIES;
        (!is_free && !self.awaits_seeds()).then(|| SideName::from(side).into())
    }

    /// What the clocks show now.
    #[must_use]
    pub fn clock(&self, now: u64) -> Option<Reading> {
        self.reading.map(|(reading, at)| reading.after(now.saturating_sub(at)))
    }

    /// How much of a delay is given back: no more than has passed, and what
    /// the clock no longer had first.
    pub(super) fn refund(&self, now: u64, lag: u64) -> u64 {
        let Some((reading, at)) = self.reading else { return 0 };
        let elapsed = now.saturating_sub(at);
        let overdrawn = reading.left().map_or(0, |left| elapsed.saturating_sub(left));
        lag.min(elapsed).saturating_sub(overdrawn)
    }

    /// The clocks as they were read last, and when.
    #[must_use]
    pub fn reading(&self) -> Option<(Reading, u64)> {
        self.reading
    }

    /// When something happens of itself because of time. A forced pass is made
    /// so many milliseconds after what forced it.
    #[must_use]
    pub(super) fn deadline(&self, terms: &Terms, forced_pass: u64) -> Option<u64> {
        if self.is_over() {
            return None;
        }
        if self.awaits_seeds() {
            return Some(terms.started + SEEDS);
        }
        if draft::must_pass(&self.game) {
            return Some(self.decided_at + forced_pass);
        }
        if self.waits_for_ready(terms) {
            return Some(self.at + READY);
        }
        if let Some((reading, at)) = self.reading
            && let Some(left) = reading.left()
        {
            return Some(at + left);
        }
        self.waits_for_first_move(terms).then(|| self.at + FIRST_MOVE)
    }

    /// Whether a game in one sitting waits for a side to be ready.
    pub(super) fn waits_for_ready(&self, terms: &Terms) -> bool {
        terms.time.is_live() && self.is_werera() && !self.is_begun()
    }

    /// Whether a game in one sitting waits for a person's first move.
    pub(super) fn waits_for_first_move(&self, terms: &Terms) -> bool {
        let is_waiting = |side: Side| !self.moved.of(side) && !terms.is_engine(side);
        match self.game.node() {
            Node::Choice(side) => terms.time.is_live() && self.plies < FREE_PLIES && is_waiting(side),
            _ => false,
        }
    }
}

/// How much of the net's delay a side is given back: never more than what was
/// measured, and never more than the quota, which refills with every move.
#[derive(Debug, Clone)]
pub struct LagQuota {
    /// The way to the player and back, smoothed, in milliseconds.
    measured: Option<f64>,
    /// What may still be given back, in milliseconds.
    left: u64,
}

impl Default for LagQuota {
    fn default() -> LagQuota {
        LagQuota { measured: None, left: LagQuota::MOST }
    }
}

impl LagQuota {
    /// The most that can be given back for one move, and is saved up.
    const MOST: u64 = 500;
    /// What a move adds to the quota.
    const GAIN: u64 = 100;
    /// How much a new measurement counts.
    const WEIGHT: f64 = 0.3;

    /// Takes in a measured way to the player and back, in milliseconds.
    pub fn measure(&mut self, round_trip: f64) {
        let round_trip = round_trip.clamp(0.0, 10_000.0);
        let smooth = |old: f64| old + LagQuota::WEIGHT * (round_trip - old);
        self.measured = Some(self.measured.map_or(round_trip, smooth));
    }

    /// What was measured, in milliseconds.
    #[must_use]
    pub fn measured(&self) -> Option<u64> {
        self.measured.map(|lag| lag.round() as u64)
    }

    /// What can be given back for a move now.
    #[must_use]
    pub fn available(&self) -> u64 {
        self.measured().unwrap_or(0).min(self.left)
    }

    /// A move was given back so much.
    pub fn spend(&mut self, given: u64) {
        self.left = (self.left.saturating_sub(given) + LagQuota::GAIN).min(LagQuota::MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::LagQuota;
    use crate::wire::time::Runs;
    use crate::wire::{Reading, Time};
    use rukh_rules::game::SideName;

    const FIVE_AND_THREE: Time = Time::Fischer { initial: 300, increment: 3, marshal: None };

    #[test]
    fn a_move_pays_its_time_and_gains_the_increment() {
        let runs = Some(Runs::White);
        let start = Reading { white: 300_000, black: 300_000, marshal: None, runs, lag: None };
        let after = start.after(10_000).moved(SideName::White, &FIVE_AND_THREE, 80);
        assert_eq!((after.white, after.black, after.lag), (293_080, 300_000, Some(80)));
        assert_eq!(start.after(900_000).white, 0);
    }

    #[test]
    fn free_moves_gain_nothing() {
        let start = Reading { white: 300_000, black: 300_000, marshal: None, runs: None, lag: None };
        assert_eq!(start.after(50_000).moved(SideName::White, &FIVE_AND_THREE, 80), start);
    }

    #[test]
    fn a_day_is_whole_again_after_each_move() {
        let runs = Some(Runs::Black);
        let start = Reading { white: 1000, black: 50_000_000, marshal: None, runs, lag: None };
        let after =
            start.after(1_000_000).moved(SideName::Black, &Time::Days { days: 2, marshal_days: None }, 0);
        assert_eq!((after.white, after.black), (1000, 172_800_000));
    }

    #[test]
    fn lag_is_given_back_within_the_quota_only() {
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
    fn times_nobody_can_play_are_refused() {
        let fischer = |initial, increment| Time::Fischer { initial, increment, marshal: None };
        assert!(fischer(0, 0).check().is_err());
        assert!(fischer(0, 5).check().is_ok());
        assert!(fischer(100_000, 0).check().unwrap_err().contains("at most"));
        assert!(Time::Days { days: 0, marshal_days: None }.check().is_err());
        assert!(Time::Days { days: 99, marshal_days: None }.check().is_err());
    }
}
