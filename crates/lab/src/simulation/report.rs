//! What a match of wereras has shown.

use std::fmt;

use rukh_rules::Side;

use super::{SimulatedGame, WereraEnd};
use crate::elo::variance_prior;

/// Standard errors either side of the mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.96;
/// A pair brings 0, ½, 1, 1½ or 2 points.
const PAIR_OUTCOMES: usize = 5;

/// Games won, drawn and lost.
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

    /// How many games.
    #[must_use]
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points of each game in the mean, a draw half; a half without games.
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

/// What a match has shown, as the first contestant sees it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WereraReport {
    /// All games.
    pub all: WinDrawLoss,
    /// Those in which it took first.
    pub captured_first: WinDrawLoss,
    /// Those in which the other side did.
    pub opponent_captured_first: WinDrawLoss,
    /// Those whose werera ended otherwise.
    pub no_capture: WinDrawLoss,
    /// Those in which turns began because nobody took.
    pub timeouts: u32,
    /// Points of each pair, 0 to 2.
    pub pairs: Vec<f64>,
    /// Milliseconds of werera, all games together.
    pub duration_ms: u64,
    /// Moves in it: the first contestant's, the other's.
    pub moves: [u64; 2],
    /// Retractions.
    pub retractions: [u64; 2],
    /// Actions that came too late.
    pub dropped: [u64; 2],
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
                WereraEnd::Budget | WereraEnd::Timeout | WereraEnd::Over => self.no_capture.add(points),
            }
            self.timeouts += u32::from(game.end == WereraEnd::Timeout);
            self.duration_ms += game.duration_ms;
            for (index, side) in [own, own.other()].into_iter().enumerate() {
                self.moves[index] += u64::from(game.moves[side.index()]);
                self.retractions[index] += u64::from(game.retractions[side.index()]);
                self.dropped[index] += u64::from(game.dropped[side.index()]);
            }
        }
        self.pairs.push(pair);
    }

    /// Half the width of the interval that holds the true score with 95 %
    /// certainty, from the scatter of the pairs.
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

/// The points of a side, a draw half.
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
        writeln!(f, "took first       {}", self.captured_first)?;
        writeln!(f, "was taken first  {}", self.opponent_captured_first)?;
        writeln!(f, "nobody took      {}", self.no_capture)?;
        writeln!(f, "ended by length  {:.1} %", 100.0 * f64::from(self.timeouts) / games)?;
        writeln!(f, "werera           {:.1} s", self.duration_ms as f64 / 1000.0 / games)?;
        for (name, sums) in [
            ("moves            ", self.moves),
            ("taken back       ", self.retractions),
            ("too late         ", self.dropped),
        ] {
            let [own, other] = sums.map(|sum| sum as f64 / games);
            writeln!(f, "{name}{own:.1} against {other:.1}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::WereraReport;

    #[test]
    fn what_never_varied_is_not_certain() {
        let margin =
            |pairs: &[f64]| WereraReport { pairs: pairs.to_vec(), ..WereraReport::default() }.margin();
        assert!(margin(&[1.0; 2]) > 0.2 && margin(&[1.0; 200]) < 0.01, "{}", margin(&[1.0; 2]));
        assert!((margin(&[0.0, 2.0]) - 1.96 * 0.5).abs() < 1e-9);
        assert_eq!(margin(&[1.0]), 0.5);
    }
}
