//! Words for an expected share of the points: the one place where such a number becomes a word.

/// Share of the points from which on a side is ahead.
const AHEAD: f64 = 0.6;
/// Share of the points from which on a side is winning: three pawns ahead, where a value is an advantage.
const WINNING: f64 = 0.75;

/// How a side stands, in five steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It can expect a quarter of the points or less.
    Losing,
    /// It can expect two fifths or less.
    Behind,
    /// Both sides have about equal chances.
    Even,
    /// It can expect three fifths or more.
    Ahead,
    /// It can expect three quarters or more.
    Winning,
}

impl Standing {
    /// How a side stands that can expect this share of the points, 0 to 1.
    #[must_use]
    pub fn of(expected: f64) -> Standing {
        match expected {
            share if share >= WINNING => Standing::Winning,
            share if share >= AHEAD => Standing::Ahead,
            share if share <= 1.0 - WINNING => Standing::Losing,
            share if share <= 1.0 - AHEAD => Standing::Behind,
            _ => Standing::Even,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;

    #[test]
    fn standing_of_both_sides_mirrors() {
        let cases = [
            (0.5, Standing::Even, Standing::Even),
            (0.59, Standing::Even, Standing::Even),
            // A puzzle that went from 50 to 64 percent promised a decisive advantage.
            (0.64, Standing::Ahead, Standing::Behind),
            (0.75, Standing::Winning, Standing::Losing),
            (1.0, Standing::Winning, Standing::Losing),
        ];
        for (share, own, other) in cases {
            assert_eq!((Standing::of(share), Standing::of(1.0 - share)), (own, other), "{share}");
        }
        assert!(Standing::Winning > Standing::Ahead && Standing::Behind > Standing::Losing);
    }
}
