//! How much of a clock a move may use.

use std::time::Duration;

use rukh_rules::{Game, Move, Node};

use crate::score::Score;
use crate::search::root::SearchResult;

/// Moves a game is thought to last yet, where nobody says.
const DEFAULT_MOVES_TO_GO: u32 = 22;
/// Hundredths of what a move adds that are used at once, and of all that a move
/// may use after which no deeper search is begun.
const INCREMENT_SHARE: u32 = 85;
const SOFT_SHARE: u32 = 85;
/// The most of what is left that one move may use, in hundredths.
const MAX_SHARE_OF_CLOCK: u32 = 45;
/// How many times the usual a move in trouble may use.
const MAX_EXTENSION: u32 = 4;
/// The shortest time that is worth while.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Hundredths of the usual time for the only move there is: enough to see what
/// may follow.
const FORCED_SHARE: u32 = 5;
/// Hundredths of the usual time for a choice that has stood for so many depths.
const STABILITY_SHARES: [u32; 6] = [170, 120, 100, 90, 84, 80];
/// Centipawns by which a value may fall or rise before it says nothing more.
const MAX_SCORE_DROP: i32 = 60;
/// Hundredths by which less or more than the usual time is used, at most.
const SHARE_RANGE: (u32, u32) = (35, 300);

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
    pub fn for_one_move(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(MIN_TIME);
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
    pub fn soft_only(self) -> Budget {
        Budget { hard: self.soft, ..self }
    }
}

impl Clock {
    /// What the next move may use, if the way to the other side and back takes
    /// so long: never more than is left.
    #[must_use]
    pub fn budget(&self, overhead: Duration) -> Budget {
        let left = self.left.saturating_sub(overhead).max(MIN_TIME);
        let moves = self.moves_to_go.unwrap_or(DEFAULT_MOVES_TO_GO).clamp(1, 60);
        let usual = (left / moves).saturating_add((self.increment / 100).saturating_mul(INCREMENT_SHARE));
        let most = if moves == 1 { left / 10 * 9 } else { left / 100 * MAX_SHARE_OF_CLOCK };
        let hard = usual.saturating_mul(MAX_EXTENSION).min(most).max(MIN_TIME);
        Budget {
            soft: (usual / 100).saturating_mul(SOFT_SHARE).min(hard).max(MIN_TIME),
            hard,
            is_fixed: false,
        }
    }
}

/// How sure the search seems of its choice, from one depth to the next: a move
/// that has long been the best, and the only one that takes any work, is made
/// sooner than one that has just been found or looks worse than it did.
#[derive(Debug, Default)]
pub struct Stability {
    /// Whether there is nothing to choose.
    is_forced: bool,
    best_move: Option<Move>,
    /// Depths for which the best move has been the best.
    stable_depths: usize,
    /// The last value, in centipawns.
    value: Option<i32>,
}

impl Stability {
    /// Before a search of a game.
    #[must_use]
    pub fn for_game(game: &Game) -> Stability {
        let is_forced = matches!(game.node(), Node::Choice(_)) && game.legal_moves().len() == 1;
        Stability { is_forced, ..Stability::default() }
    }

    /// Hears of another depth: how much of the usual time to use, in hundredths.
    pub fn update(&mut self, found: &SearchResult) -> u32 {
        if self.is_forced {
            return FORCED_SHARE;
        }
        self.stable_depths = if found.best == self.best_move { self.stable_depths + 1 } else { 0 };
        self.best_move = found.best;
        let steady = STABILITY_SHARES[self.stable_depths.min(STABILITY_SHARES.len() - 1)];
        let effort = found.effort.min(1_000);
        // Half of the work is the usual; all of it asks for little time.
        let work = 135 * (1_500 - effort) / 1_000;
        let value = match found.score {
            Score::Centipawns(value) => Some(value),
            _ => None,
        };
        let fall = value.zip(self.value).map_or(0, |(now, before)| before.saturating_sub(now));
        self.value = value;
        let fortune = 100 + fall.clamp(-MAX_SCORE_DROP / 3, MAX_SCORE_DROP);
        let share = steady * work / 100 * fortune.unsigned_abs() / 100;
        share.clamp(SHARE_RANGE.0, SHARE_RANGE.1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock, Stability};
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
        let mut sure = Stability::default();
        let shares: Vec<u32> = (0..8).map(|_| sure.update(&found(1, 20, 950))).collect();
        assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
        assert!(shares[7] < 70, "{shares:?}");
        let hear = |found: SearchResult| {
            let best = Some(Move::new(Cell(0), Cell(1), MoveTag::Plain));
            Stability { is_forced: false, stable_depths: 3, best_move: best, value: Some(20) }.update(&found)
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
        let fixed = Budget::for_one_move(short, short / 10);
        assert!(!fixed.is_enough(short / 2, 5) && fixed.is_enough(short / 10 * 9, 300));
        let level = Clock { left: long, increment, moves_to_go: None }.budget(Duration::ZERO).soft_only();
        assert!(level.hard < long / 10, "{level:?}");
    }
}
