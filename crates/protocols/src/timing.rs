//! Time management: the time of a move.

use std::time::Duration;

use rukh_rules::{Game, Move, Node};

use rukh_engine::Score;
use rukh_engine::SearchResult;

/// Expected number of further moves, where the protocol does not say.
const DEFAULT_MOVES_TO_GO: u32 = 22;
/// Hundredths of the increment used at once, and of a move's time after which no deeper
/// search starts.
const INCREMENT_SHARE: u32 = 85;
const SOFT_SHARE: u32 = 85;
/// Maximum share of the clock for one move, in hundredths.
const MAX_SHARE_OF_CLOCK: u32 = 45;
/// Maximum extension of the usual time, as a factor.
const MAX_EXTENSION: u32 = 4;
/// Minimum time of a move.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Hundredths of the usual time for a forced move: enough to find a reply to ponder on.
const FORCED_SHARE: u32 = 5;
/// Hundredths of the usual time, by the number of depths with the same best move.
const STABILITY_SHARES: [u32; 6] = [170, 120, 100, 90, 84, 80];
/// Maximum fall of the score that is considered, in centipawns.
const MAX_SCORE_DROP: i32 = 60;
/// Range of the share of the usual time, in hundredths.
const SHARE_RANGE: (u32, u32) = (35, 300);

/// A clock before a move.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rukh_protocols::timing::Clock;
///
/// let (left, increment) = (Duration::from_secs(60), Duration::from_secs(1));
/// let budget = Clock { left, increment, moves_to_go: None }.budget(Duration::from_millis(20));
/// // Some seconds are usual; a move that is hard to choose may take longer, but never most of the clock.
/// assert!((2.0..5.0).contains(&budget.soft.as_secs_f64()));
/// assert!(budget.hard > budget.soft && budget.hard < left / 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control, if known.
    pub moves_to_go: Option<u32>,
}

/// The time of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Time after which no deeper search starts.
    pub soft: Duration,
    /// Time after which the search stops.
    pub hard: Duration,
    /// Whether it is a fixed time for this move, used in full.
    pub is_fixed: bool,
}

impl Budget {
    /// A fixed time for one move, less the overhead of communication.
    #[must_use]
    pub fn for_one_move(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(MIN_TIME);
        Budget { soft: time, hard: time, is_fixed: true }
    }

    /// Whether no deeper search should start after `elapsed`, with `share` hundredths of the
    /// usual time to use.
    #[must_use]
    pub fn is_enough(&self, elapsed: Duration, share: u32) -> bool {
        elapsed >= if self.is_fixed { self.hard } else { (self.soft / 100).saturating_mul(share) }
    }

    /// The budget for a search without checks between depths: the usual time at most.
    #[must_use]
    pub fn soft_only(self) -> Budget {
        Budget { hard: self.soft, ..self }
    }
}

impl Clock {
    /// The budget of the next move, less the overhead of communication; never more than is
    /// left.
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

/// Stability of a search from depth to depth: a move that has long been the best, with
/// most of the nodes, needs less time than a new one or one whose score fell.
#[derive(Debug, Default)]
pub struct Stability {
    /// Whether there is only one move.
    is_forced: bool,
    best_move: Option<Move>,
    /// Depths for which the best move has been the best.
    stable_depths: usize,
    /// The last value, in centipawns.
    value: Option<i32>,
}

impl Stability {
    /// The state before a search of a game.
    #[must_use]
    pub fn for_game(game: &Game) -> Stability {
        let is_forced = matches!(game.node(), Node::Choice(_)) && game.legal_moves().len() == 1;
        Stability { is_forced, ..Stability::default() }
    }

    /// Adds a completed depth. Returns the share of the usual time to use, in hundredths.
    pub fn update(&mut self, found: &SearchResult) -> u32 {
        if self.is_forced {
            return FORCED_SHARE;
        }
        self.stable_depths = if found.best == self.best_move { self.stable_depths + 1 } else { 0 };
        self.best_move = found.best;
        let steady = STABILITY_SHARES[self.stable_depths.min(STABILITY_SHARES.len() - 1)];
        let effort = found.effort.min(1_000);
        // Half of the nodes on the best move is usual; all of them need little time.
        let work = 135 * (1_500 - effort) / 1_000;
        let value = match found.score {
            Score::Centipawns(value) => Some(value),
            _ => None,
        };
        let fall = value.zip(self.value).map_or(0, |(now, before)| before.saturating_sub(now));
        self.value = value;
        let trend = 100 + fall.clamp(-MAX_SCORE_DROP / 3, MAX_SCORE_DROP);
        let share = steady * work / 100 * trend.unsigned_abs() / 100;
        share.clamp(SHARE_RANGE.0, SHARE_RANGE.1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock, Stability};
    use rukh_engine::Score;
    use rukh_engine::SearchResult;
    use rukh_rules::{Cell, Move, MoveTag};
    use std::time::Duration;

    fn found(to: u8, value: i32, effort: u32) -> SearchResult {
        SearchResult {
            best: Some(Move::new(Cell::new(0), Cell::new(to), MoveTag::Plain)),
            score: Score::Centipawns(value),
            depth: 1,
            seldepth: 1,
            nodes: 1_000,
            tb_hits: 0,
            effort,
            hashfull: 0,
            pv: Vec::new(),
            lines: Vec::new(),
        }
    }

    #[test]
    fn stability_uncertain_searches_take_more_time() {
        let mut sure = Stability::default();
        let shares: Vec<u32> = (0..8).map(|_| sure.update(&found(1, 20, 950))).collect();
        assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
        assert!(shares[7] < 70, "{shares:?}");
        let hear = |found: SearchResult| {
            let best = Some(Move::new(Cell::new(0), Cell::new(1), MoveTag::Plain));
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
    fn budget_never_exceeds_the_clock() {
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
    fn budget_of_an_infinite_clock_does_not_overflow() {
        for moves_to_go in [None, Some(1), Some(40)] {
            let clock = Clock { left: Duration::MAX, increment: Duration::MAX, moves_to_go };
            assert!(clock.budget(Duration::ZERO).soft > Duration::from_secs(1 << 40));
        }
    }

    /// Even with extended moves a clock lasts for a long game.
    #[test]
    fn budget_lasts_for_a_whole_game() {
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

    /// Even where soft and hard limits are equal, an easy move ends early.
    #[test]
    fn budget_only_a_fixed_time_is_used_in_full() {
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
