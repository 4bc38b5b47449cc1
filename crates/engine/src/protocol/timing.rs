//! How much of a clock a move may use.

use std::time::Duration;

/// Moves a game is thought to last yet, where nobody says.
const MOVES_LEFT: u32 = 28;
/// The most of what is left that one move may use, in hundredths.
const MOST: u32 = 45;
/// How many times the usual a move in trouble may use.
const STRETCH: u32 = 4;
/// The shortest time that is worth while.
const LEAST: Duration = Duration::from_millis(1);

/// What a clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more is added, if that is known.
    pub moves_to_go: Option<u32>,
}

/// What a move may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// After this no deeper search is begun.
    pub soft: Duration,
    /// After this the search ends where it is.
    pub hard: Duration,
}

impl Clock {
    /// What the next move may use, if the way to the other side and back takes
    /// so long: never more than is left.
    #[must_use]
    pub fn budget(&self, overhead: Duration) -> Budget {
        let left = self.left.saturating_sub(overhead).max(LEAST);
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 60);
        let usual = (left / moves).saturating_add(self.increment.saturating_mul(3) / 4);
        let most = if moves == 1 { left / 10 * 9 } else { left / 100 * MOST };
        let hard = usual.saturating_mul(STRETCH).min(most).max(LEAST);
        Budget { soft: (usual / 10).saturating_mul(6).min(hard).max(LEAST), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use std::time::Duration;

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for left in [0, 1, 5, 40, 1_000, 60_000, 10_000_000, u64::MAX] {
            for increment in [0, 50, 3_000, u64::from(u32::MAX), u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        left: Duration::from_millis(left),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let budget = clock.budget(Duration::from_millis(20));
                    assert!(budget.soft <= budget.hard, "{clock:?} {budget:?}");
                    let rest = clock.left.saturating_sub(Duration::from_millis(20));
                    assert!(budget.hard <= rest.max(Duration::from_millis(1)), "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn endless_clocks_are_read() {
        for moves_to_go in [None, Some(1), Some(40)] {
            let clock = Clock { left: Duration::MAX, increment: Duration::MAX, moves_to_go };
            assert!(clock.budget(Duration::ZERO).soft > Duration::from_secs(1 << 40));
        }
    }

    #[test]
    fn a_whole_game_fits() {
        let mut left = Duration::from_secs(60);
        for _ in 0..200 {
            let clock = Clock { left, increment: Duration::ZERO, moves_to_go: None };
            left = left.checked_sub(clock.budget(Duration::ZERO).soft).expect("time is left");
        }
    }
}
