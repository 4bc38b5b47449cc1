//! What a game counts.

use serde::{Deserialize, Serialize};

/// The result of a game as White's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    /// White lost: 0 points for White, 1 for Black.
    BlackWins,
    /// Half a point each.
    Draw,
    /// White won: 1 point for White, 0 for Black.
    WhiteWins,
}

impl GameScore {
    /// Every score, from White's worst to White's best.
    pub const ALL: [GameScore; 3] = [GameScore::BlackWins, GameScore::Draw, GameScore::WhiteWins];

    /// White's points: 0, 0.5 or 1.
    #[must_use]
    pub fn white_points(self) -> f64 {
        match self {
            GameScore::BlackWins => 0.0,
            GameScore::Draw => 0.5,
            GameScore::WhiteWins => 1.0,
        }
    }

    /// Black's points: 0, 0.5 or 1.
    #[must_use]
    pub fn black_points(self) -> f64 {
        1.0 - self.white_points()
    }

    /// The score of the same game with colours exchanged.
    #[must_use]
    pub fn reversed(self) -> GameScore {
        match self {
            GameScore::BlackWins => GameScore::WhiteWins,
            GameScore::Draw => GameScore::Draw,
            GameScore::WhiteWins => GameScore::BlackWins,
        }
    }
}
