//! Result of a werera match.

use std::fmt;

use rukh_rules::Side;

use super::{SimulatedGame, WereraEnd};
use crate::elo::variance_prior;

/// Standard errors either side of the mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.96;
/// A pair brings 0, ½, 1, 1½ or 2 points.
const PAIR_OUTCOMES: usize = 5;

/// Counts of games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WinDrawLoss {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl WinDrawLoss {
    fn add(&mut self, points: f64) {
        let counter = match points {
            points if points > 0.75 => &mut self.won,
            points if points < 0.25 => &mut self.lost,
            _ => &mut self.drawn,
        };
        *counter += 1;
    }

    /// Won, drawn and lost games together.
    #[must_use]
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Mean score of a game, 0 to 1; ½ without games.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }
}

impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinDrawLoss { won, drawn, lost } = *self;
        write!(f, "+{won} ={drawn} -{lost} ({:.1} %)", 100.0 * self.score())
    }
}

/// Result of a werera match from the first player's point of view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WereraReport {
    /// All games.
    pub all: WinDrawLoss,
    /// Games in which it captured first.
    pub captured_first: WinDrawLoss,
    /// Games in which the opponent captured first.
    pub opponent_captured_first: WinDrawLoss,
    /// Games whose werera ended without a capture.
    pub no_capture: WinDrawLoss,
    /// Games whose turns began at the time limit.
    pub timeouts: u32,
    /// Score of each pair, 0 to 2.
    pub pairs: Vec<f64>,
    /// Total duration of the wereras in milliseconds.
    pub duration_ms: u64,
    /// Moves in the wereras by the player and the opponent.
    pub moves: [u64; 2],
    /// Retractions by the player and the opponent.
    pub retractions: [u64; 2],
    /// Actions of the player and the opponent that came too late.
    pub dropped: [u64; 2],
    /// Games lost by an error of the player and of the opponent.
    pub failures: [u64; 2],
}

impl WereraReport {
    pub(super) fn add_pair(&mut self, games: &[SimulatedGame; 2]) {
        let mut pair = 0.0;
        for (own, game) in Side::BOTH.into_iter().zip(games) {
            let points = points(own, game);
            pair += points;
            self.all.add(points);
            match game.end {
                WereraEnd::Capture(side) if side == own => self.captured_first.add(points),
                WereraEnd::Capture(_) => self.opponent_captured_first.add(points),
                WereraEnd::Budget | WereraEnd::Agreement | WereraEnd::Timeout | WereraEnd::Over => {
                    self.no_capture.add(points)
                }
            }
            self.timeouts += u32::from(game.end == WereraEnd::Timeout);
            self.duration_ms += game.duration_ms;
            for (index, side) in [own, own.other()].into_iter().enumerate() {
                self.moves[index] += u64::from(game.moves[side.index()]);
                self.retractions[index] += u64::from(game.retractions[side.index()]);
                self.dropped[index] += u64::from(game.dropped[side.index()]);
                let has_failed = game.failure.as_ref().is_some_and(|(failed, _)| *failed == side);
                self.failures[index] += u64::from(has_failed);
            }
        }
        self.pairs.push(pair);
    }

    /// Half the width of the 95 % confidence interval of the score, from the variance of the pairs.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let count = self.pairs.len() as f64;
        if count < 2.0 {
            return 0.5;
        }
        let shares = || self.pairs.iter().map(|pair| pair / 2.0);
        let mean = shares().sum::<f64>() / count;
        let mut variance = shares().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0);
        if variance == 0.0 {
            variance = variance_prior(PAIR_OUTCOMES, mean, self.pairs.len() as u64);
        }
        Z_95 * (variance / count).sqrt()
    }
}

/// Score of a side: 0, ½ or 1.
fn points(own: Side, game: &SimulatedGame) -> f64 {
    match game.outcome.and_then(|outcome| outcome.winner) {
        Some(winner) => f64::from(u8::from(winner == own)),
        None => 0.5,
    }
}

impl fmt::Display for WereraReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = f64::from(self.all.games().max(1));
        let (score, margin) = (100.0 * self.all.score(), 100.0 * self.margin());
        writeln!(f, "score            {score:.1} ± {margin:.1} % in {games} games: {}", self.all)?;
        writeln!(f, "captured first   {}", self.captured_first)?;
        writeln!(f, "lost first       {}", self.opponent_captured_first)?;
        writeln!(f, "no capture       {}", self.no_capture)?;
        writeln!(f, "ended by time    {:.1} %", 100.0 * f64::from(self.timeouts) / games)?;
        writeln!(f, "werera           {:.1} s", self.duration_ms as f64 / 1000.0 / games)?;
        for (name, sums) in [
            ("moves            ", self.moves),
            ("retractions      ", self.retractions),
            ("too late         ", self.dropped),
        ] {
            let [own, other] = sums.map(|sum| sum as f64 / games);
            writeln!(f, "{name}{own:.1} against {other:.1}")?;
        }
        if self.failures != [0; 2] {
            let [own, other] = self.failures;
            writeln!(f, "lost by errors   {own} against {other}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::WereraReport;

    #[test]
    fn margin_of_equal_pairs_is_not_zero() {
        let margin =
            |pairs: &[f64]| WereraReport { pairs: pairs.to_vec(), ..WereraReport::default() }.margin();
        assert!(margin(&[1.0; 2]) > 0.2 && margin(&[1.0; 200]) < 0.01, "{}", margin(&[1.0; 2]));
        assert!((margin(&[0.0, 2.0]) - 1.96 * 0.5).abs() < 1e-9);
        assert_eq!(margin(&[1.0]), 0.5);
    }
}
