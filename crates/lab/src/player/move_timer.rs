//! Time management of in-process engines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_engine::protocol::timing::{Budget, Clock};
use rukh_rules::Side;

use super::SearchLimit;

/// Reserve for the overhead between the referee's clock and the search.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Timer that stops a search in time.
#[derive(Debug)]
pub(super) struct MoveTimer {
    since: Instant,
    budget: Option<Budget>,
    is_stopped: AtomicBool,
}

impl MoveTimer {
    /// Begins to count. Who does not doubt asks nothing before the end.
    pub(super) fn start(allowance: SearchLimit, side: Side, doubts: bool) -> MoveTimer {
        let budget = match allowance {
            SearchLimit::Clocks(clocks) => Some(Clock::budget(&clocks[side.index()], OVERHEAD)),
            SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        };
        let budget = if doubts { budget } else { budget.map(Budget::soft_only) };
        MoveTimer { since: Instant::now(), budget, is_stopped: AtomicBool::new(false) }
    }

    /// Whether the search must stop.
    pub(super) fn is_expired(&self) -> bool {
        self.is_stopped.load(Relaxed) || self.budget.is_some_and(|budget| self.since.elapsed() >= budget.hard)
    }

    /// After a depth: whether another is worth beginning, with so many hundredths
    /// of the usual time to be used.
    pub(super) fn finish_depth(&self, share: u32) {
        if self.budget.is_some_and(|budget| budget.is_enough(self.since.elapsed(), share)) {
            self.is_stopped.store(true, Relaxed);
        }
    }
}
