//! A clock for searches that read none.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rukh_engine::protocol::timing::{Budget, Clock};
use rukh_rules::Side;

use super::Allowance;

/// What the way from the referee's clock and back may cost.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Ends a search in time.
#[derive(Debug)]
pub(super) struct Watch {
    since: Instant,
    budget: Option<Budget>,
    is_enough: AtomicBool,
}

impl Watch {
    /// Begins to count. Who does not doubt asks nothing before the end.
    pub(super) fn start(allowance: Allowance, side: Side, doubts: bool) -> Watch {
        let budget = match allowance {
            Allowance::Clocks(clocks) => Some(Clock::budget(&clocks[side.index()], OVERHEAD)),
            Allowance::Nodes(_) | Allowance::Depth(_) => None,
        };
        let budget = if doubts { budget } else { budget.map(Budget::soft_only) };
        Watch { since: Instant::now(), budget, is_enough: AtomicBool::new(false) }
    }

    /// Whether the search must end.
    pub(super) fn must_end(&self) -> bool {
        self.is_enough.load(Relaxed) || self.budget.is_some_and(|budget| self.since.elapsed() >= budget.hard)
    }

    /// After a depth: whether another is worth beginning, with so many hundredths
    /// of the usual time to be used.
    pub(super) fn note(&self, share: u32) {
        if self.budget.is_some_and(|budget| budget.is_enough(self.since.elapsed(), share)) {
            self.is_enough.store(true, Relaxed);
        }
    }
}
