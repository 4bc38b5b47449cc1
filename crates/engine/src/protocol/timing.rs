//! How much of a clock a move may use.

use std::time::Duration;

use rukh_rules::{Game, Move, Node};

use crate::score::Score;
use crate::search::root::SearchResult;

/// Moves a game is thought to last yet, where nobody says.
const MOVES_LEFT: u32 = 22;
/// Hundredths of what a move adds that are used at once, and of all that a move
/// may use after which no deeper search is begun.
const OF_INCREMENT: u32 = 85;
const SOFT: u32 = 85;
/// The most of what is left that one move may use, in hundredths.
const MOST: u32 = 45;
/// How many times the usual a move in trouble may use.
const STRETCH: u32 = 4;
/// The shortest time that is worth while.
const LEAST: Duration = Duration::from_millis(1);

/// Hundredths of the usual time for the only move there is: enough to see what
/// may follow.
const FORCED: u32 = 5;
/// Hundredths of the usual time for a choice that has stood for so many depths.
const STEADY: [u32; 6] = [170, 120, 100, 90, 84, 80];
/// Centipawns by which a value may fall or rise before it says nothing more.
const TURN_OF_FORTUNE: i32 = 60;
/// Hundredths by which less or more than the usual time is used, at most.
const SPAN: (u32, u32) = (35, 300);

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
    /// Whether it is a time for this move, to be used up whatever is found.
    pub is_fixed: bool,
}

impl Budget {
    /// A time for one move, if the way to the other side and back takes so long.
    #[must_use]
    pub fn of_one_move(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(LEAST);
        Budget { soft: time, hard: time, is_fixed: true }
    }

    /// Whether nothing deeper should be begun after so long, with so many
    /// hundredths of the usual time to be used.
    #[must_use]
    pub fn is_enough(&self, elapsed: Duration, share: u32) -> bool {
        elapsed >= if self.is_fixed { self.hard } else { (self.soft / 100).saturating_mul(share) }
    }

    /// The same for who thinks until it ends, and asks nothing in between: no more
    /// than the usual time.
    #[must_use]
    pub fn without_doubt(self) -> Budget {
        Budget { hard: self.soft, ..self }
    }
}

impl Clock {
    /// What the next move may use, if the way to the other side and back takes
    /// so long: never more than is left.
    #[must_use]
    pub fn budget(&self, overhead: Duration) -> Budget {
        let left = self.left.saturating_sub(overhead).max(LEAST);
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 60);
        let usual = (left / moves).saturating_add((self.increment / 100).saturating_mul(OF_INCREMENT));
        let most = if moves == 1 { left / 10 * 9 } else { left / 100 * MOST };
        let hard = usual.saturating_mul(STRETCH).min(most).max(LEAST);
        Budget { soft: (usual / 100).saturating_mul(SOFT).min(hard).max(LEAST), hard, is_fixed: false }
    }
}

/// How sure the search seems of its choice, from one depth to the next: a move
/// that has long been the best, and the only one that takes any work, is made
/// sooner than one that has just been found or looks worse than it did.
#[derive(Debug, Default)]
pub struct Doubt {
    /// Whether there is nothing to choose.
    is_forced: bool,
    best: Option<Move>,
    /// Depths for which the best move has been the best.
    steady: usize,
    /// The last value, in centipawns.
    value: Option<i32>,
}

impl Doubt {
    /// Before a search of a game.
    #[must_use]
    pub fn about(game: &Game) -> Doubt {
        let is_forced = matches!(game.node(), Node::Choice(_)) && game.legal_moves().len() == 1;
        Doubt { is_forced, ..Doubt::default() }
    }

    /// Hears of another depth: how much of the usual time to use, in hundredths.
    pub fn hear(&mut self, found: &SearchResult) -> u32 {
        if self.is_forced {
            return FORCED;
        }
        self.steady = if found.best == self.best { self.steady + 1 } else { 0 };
        self.best = found.best;
        let steady = STEADY[self.steady.min(STEADY.len() - 1)];
        let effort = found.effort.min(1_000);
        // Half of the work is the usual; all of it asks for little time.
        let work = 135 * (1_500 - effort) / 1_000;
        let value = match found.score {
            Score::Centipawns(value) => Some(value),
            _ => None,
        };
        let fall = value.zip(self.value).map_or(0, |(now, before)| before.saturating_sub(now));
        self.value = value;
        let fortune = 100 + fall.clamp(-TURN_OF_FORTUNE / 3, TURN_OF_FORTUNE);
        let share = steady * work / 100 * fortune.unsigned_abs() / 100;
        share.clamp(SPAN.0, SPAN.1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock, Doubt};
    use crate::score::Score;
    use crate::search::root::SearchResult;
    use rukh_rules::{Cell, Move, MoveTag};
    use std::time::Duration;

    fn found(to: u8, value: i32, effort: u32) -> SearchResult {
        SearchResult {
            best: Some(Move::new(Cell(0), Cell(to), MoveTag::Plain)),
            score: Score::Centipawns(value),
            depth: 1,
            seldepth: 1,
            nodes: 1_000,
            effort,
            hashfull: 0,
            pv: Vec::new(),
            lines: Vec::new(),
        }
    }

    #[test]
    fn doubt_takes_time() {
        let mut sure = Doubt::default();
        let shares: Vec<u32> = (0..8).map(|_| sure.hear(&found(1, 20, 950))).collect();
        assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
        assert!(shares[7] < 70, "{shares:?}");
        let hear = |found: SearchResult| {
            let best = Some(Move::new(Cell(0), Cell(1), MoveTag::Plain));
            Doubt { is_forced: false, steady: 3, best, value: Some(20) }.hear(&found)
        };
        let plain = hear(found(1, 20, 500));
        assert!((90..180).contains(&plain), "{plain}");
        assert!(hear(found(2, 20, 500)) > plain, "another move");
        assert!(hear(found(1, -20, 500)) > plain, "a worse one than it seemed");
        assert!(hear(found(1, 40, 500)) < plain, "a better one");
        assert!(hear(found(1, 20, 100)) > plain, "others took most of the work");
        assert!(hear(found(2, -9_000, 0)) <= 300 && hear(found(1, i32::MAX, 5_000)) >= 35);
    }

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

    /// Who uses what moves in doubt use, move after move, still has time for many more.
    #[test]
    fn a_whole_game_fits() {
        let mut left = Duration::from_secs(60);
        for number in 0..120 {
            let budget = Clock { left, increment: Duration::ZERO, moves_to_go: None }.budget(Duration::ZERO);
            let share = if number % 3 == 0 { 170 } else { 100 };
            left -= (budget.soft / 100 * share).min(budget.hard);
            if number == 29 {
                assert!(left > Duration::from_secs(9), "{left:?} after 30 moves");
            }
        }
        assert!(left > Duration::from_millis(100), "{left:?} after 120 moves");
    }

    /// The usual time may be all there is: a move that takes no thought still takes none.
    #[test]
    fn only_a_time_for_one_move_is_used_up_whatever_is_found() {
        let [short, long] = [1, 600].map(Duration::from_secs);
        let increment = Duration::from_secs(30);
        let clocks = [(long, Some(2)), (increment, None)];
        for (left, moves_to_go) in clocks {
            let budget = Clock { left, increment, moves_to_go }.budget(Duration::ZERO);
            assert_eq!(budget.soft, budget.hard, "{left:?} {moves_to_go:?}");
            assert!(budget.is_enough(budget.soft / 10, 5) && !budget.is_enough(budget.soft / 10, 100));
        }
        let fixed = Budget::of_one_move(short, short / 10);
        assert!(!fixed.is_enough(short / 2, 5) && fixed.is_enough(short / 10 * 9, 300));
        let level = Clock { left: long, increment, moves_to_go: None }.budget(Duration::ZERO).without_doubt();
        assert!(level.hard < long / 10, "{level:?}");
    }
}
