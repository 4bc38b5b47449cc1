//! Time management of in-process engines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_protocols::timing::{Budget, Clock};
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
    /// Starts the timer; `side` names the clock.
    pub(super) fn start(limit: SearchLimit, side: Side) -> MoveTimer {
        let budget = match limit {
            SearchLimit::Clocks(clocks) => Some(Clock::budget(&clocks[side.index()], OVERHEAD)),
            SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        };
        MoveTimer { since: Instant::now(), budget, is_stopped: AtomicBool::new(false) }
    }

    /// The timer for a search that reports no depths: it must stop after the usual time.
    pub(super) fn soft_only(mut self) -> MoveTimer {
        self.budget = self.budget.map(Budget::soft_only);
        self
    }

    /// Whether the search must stop.
    pub(super) fn is_expired(&self) -> bool {
        self.is_stopped.load(Relaxed) || self.budget.is_some_and(|budget| self.since.elapsed() >= budget.hard)
    }

    /// Stops the search after a depth if `share` hundredths of the usual time are used.
    pub(super) fn finish_depth(&self, share: u32) {
        if self.budget.is_some_and(|budget| budget.is_enough(self.since.elapsed(), share)) {
            self.is_stopped.store(true, Relaxed);
        }
    }
}
