//! Scores of positions, and the values that the search computes with.

use std::fmt;

/// A value of the search, in centipawns; values beyond every evaluation are wins.
pub(crate) type Value = i32;

/// The value of a win in this position.
pub(crate) const WIN: Value = 30_000;
/// Bound of every value.
pub(crate) const INFINITE: Value = 32_000;
/// Bound of every evaluation.
pub(crate) const EVALUATION_LIMIT: Value = 28_000;
/// Maximum ply of a search.
pub(crate) const MAX_PLY: usize = 96;
/// Values beyond this are wins within [`MAX_PLY`] plies.
pub(crate) const WIN_IN_MAX_PLY: Value = WIN - 1_000;

/// Centipawns at which the side ahead is expected to score three points of four in games
/// with a die; estimated from a few self-played games.
const SIGMOID_SCALE: Value = 800;

/// Centipawns as the expected result of a game with a die, in [-WIN, WIN];
/// whole numbers only, so that every machine agrees.
pub(crate) fn expected_result(centipawns: Value) -> Value {
    let centipawns = centipawns.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
    EVALUATION_LIMIT * centipawns / (centipawns.abs() + SIGMOID_SCALE)
}

/// The score of a position for the side to move or to throw.
///
/// # Examples
/// ```
/// use rukh_engine::Score;
///
/// assert_eq!(Score::Centipawns(-125).to_string(), "-1.25");
/// assert_eq!(Score::Win { plies: 3 }.to_string(), "wins in 3");
/// assert!(Score::Win { plies: 3 }.centipawns() > Score::Centipawns(9_000).centipawns());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// An estimate, in hundredths of a pawn.
    Centipawns(i32),
    /// The side to move wins.
    Win {
        /// Plies until the game is over.
        plies: u16,
    },
    /// The other side wins.
    Loss {
        /// Plies until the game is over.
        plies: u16,
    },
    /// With a die: the expected result in ten-thousandths, a draw counted half.
    Chance {
        /// 0 for a certain loss, 10 000 for a certain win.
        win: u16,
    },
}

impl Score {
    /// The score in hundredths of a pawn. A forced win is beyond every evaluation; an
    /// expected result is the advantage with that expectation.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Win { plies } => WIN - Value::from(plies),
            Score::Loss { plies } => Value::from(plies) - WIN,
            Score::Chance { win } => {
                // The inverse of `expected_result`.
                let value = 6 * Value::from(win) - WIN;
                let left = (EVALUATION_LIMIT - value.abs()).max(1);
                (SIGMOID_SCALE * value / left).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
            }
        }
    }

    pub(crate) fn from_value(value: Value) -> Score {
        match value {
            value if value > WIN_IN_MAX_PLY => Score::Win { plies: (WIN - value).max(0) as u16 },
            value if value < -WIN_IN_MAX_PLY => Score::Loss { plies: (WIN + value).max(0) as u16 },
            value => Score::Centipawns(value),
        }
    }

    pub(crate) fn from_expected_result(value: Value) -> Score {
        Score::Chance { win: ((WIN + value.clamp(-WIN, WIN)) / 6) as u16 }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => {
                let sign = if *value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
            }
            Score::Win { plies } => write!(f, "wins in {plies}"),
            Score::Loss { plies } => write!(f, "loses in {plies}"),
            Score::Chance { win } => write!(f, "{}.{:02} %", win / 100, win % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EVALUATION_LIMIT, Score, Value, WIN, expected_result};

    #[test]
    fn centipawns_inverts_expected_result() {
        for value in (-2_500..=2_500_i32).step_by(100) {
            let back = Score::from_expected_result(expected_result(value)).centipawns();
            assert!((back - value).abs() <= 2 + value.abs() / 200, "{value}: {back}");
        }
        assert_eq!(Score::Chance { win: 10_000 }.centipawns(), EVALUATION_LIMIT);
    }

    #[test]
    fn score_display_is_signed_and_in_pawns() {
        assert_eq!(Score::from_value(-5).to_string(), "-0.05");
        assert_eq!(Score::from_value(WIN - 3), Score::Win { plies: 3 });
        assert_eq!(Score::from_value(2 - WIN), Score::Loss { plies: 2 });
        assert_eq!(Score::from_expected_result(0).to_string(), "50.00 %");
        assert_eq!(expected_result(-700), -expected_result(700));
        assert!(expected_result(20_000) < WIN);
        assert_eq!(expected_result(Value::MAX), expected_result(EVALUATION_LIMIT));
    }
}
