//! The stop condition of a search: a command, a clock, or both.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::timing::Budget;

const NEVER: u64 = u64::MAX;

/// When the answer of a search may be given.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplyMode {
    /// At the end of the search.
    #[default]
    Immediate,
    /// After [`SearchControl::stop`] or [`SearchControl::ponderhit`]; until then no time counts.
    Held,
}

/// Shared by the search thread and the thread that reads the input.
#[derive(Debug)]
pub(super) struct SearchControl {
    created_at: Instant,
    /// End of the search, in microseconds after `created_at`.
    deadline: AtomicU64,
    time_use: Mutex<TimeUse>,
    stopped: AtomicBool,
    /// The answer held back, and its budget after a ponder hit.
    held_reply: Mutex<HeldReply>,
    released: Condvar,
}

/// The time budget of a search and its estimated need.
#[derive(Debug, Clone, Copy)]
struct TimeUse {
    /// Start of the search, pondering included; with a fixed time for this move, start of that time.
    since: Instant,
    budget: Option<Budget>,
    /// Hundredths of the usual time to use, by the last depth.
    share: Option<u32>,
}

#[derive(Debug, Default)]
struct HeldReply {
    /// Whether the answer is held back.
    holds: bool,
    budget: Option<Budget>,
}

impl Default for SearchControl {
    fn default() -> SearchControl {
        SearchControl {
            created_at: Instant::now(),
            deadline: AtomicU64::new(NEVER),
            time_use: Mutex::new(TimeUse { since: Instant::now(), budget: None, share: None }),
            stopped: AtomicBool::new(false),
            held_reply: Mutex::default(),
            released: Condvar::new(),
        }
    }
}

impl SearchControl {
    fn held_reply(&self) -> MutexGuard<'_, HeldReply> {
        self.held_reply.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares for a search with a time budget.
    pub(super) fn start(&self, budget: Option<Budget>, reply: ReplyMode) {
        let holds = reply == ReplyMode::Held;
        *self.held_reply() = HeldReply { holds, budget };
        self.stopped.store(false, Relaxed);
        *self.time_use() = TimeUse { since: Instant::now(), budget: None, share: None };
        self.set_budget(budget.filter(|_| !holds));
    }

    fn time_use(&self) -> MutexGuard<'_, TimeUse> {
        self.time_use.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_budget(&self, budget: Option<Budget>) {
        let now = self.created_at.elapsed();
        let at = |after: Duration| u64::try_from(now.saturating_add(after).as_micros()).unwrap_or(NEVER);
        self.deadline.store(budget.map_or(NEVER, |budget| at(budget.hard)), Relaxed);
        let mut spending = self.time_use();
        spending.budget = budget;
        if budget.is_some_and(|budget| budget.is_fixed) {
            spending.since = Instant::now();
        }
    }

    /// The expected move was made: the clock, as given here or at the start, runs from
    /// now on. Ends the search if it has already used the time it needs.
    pub(super) fn ponderhit(&self, budget: Option<Budget>) {
        let mut waiting = self.held_reply();
        if waiting.holds {
            self.set_budget(budget.or(waiting.budget));
            let spending = *self.time_use();
            let need = spending.budget.zip(spending.share);
            if need.is_some_and(|(budget, share)| budget.is_enough(spending.since.elapsed(), share)) {
                self.finish();
            }
            waiting.holds = false;
            self.released.notify_all();
        }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Relaxed);
        self.held_reply().holds = false;
        self.released.notify_all();
    }

    /// Ends the search without releasing the answer.
    pub(super) fn finish(&self) {
        self.stopped.store(true, Relaxed);
    }

    fn now(&self) -> u64 {
        u64::try_from(self.created_at.elapsed().as_micros()).unwrap_or(NEVER)
    }

    /// Whether the search must end.
    pub(super) fn must_stop(&self) -> bool {
        self.stopped.load(Relaxed) || self.now() >= self.deadline.load(Relaxed)
    }

    /// Whether no deeper search should start, with a share of the usual time to use, in hundredths.
    pub(super) fn should_stop_deepening(&self, share: u32) -> bool {
        let mut spending = self.time_use();
        spending.share = Some(share);
        spending.budget.is_some_and(|budget| budget.is_enough(spending.since.elapsed(), share))
    }

    /// Waits until the answer may be given.
    pub(super) fn wait_for_release(&self) {
        let waiting = self.held_reply();
        let held = self.released.wait_while(waiting, |waiting| waiting.holds);
        drop(held.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::ReplyMode::{Held, Immediate};
    use super::{Budget, SearchControl};
    use std::time::Duration;

    #[test]
    fn deadline_starts_with_the_ponderhit() {
        let control = SearchControl::default();
        let none = Budget { soft: Duration::ZERO, hard: Duration::ZERO, is_fixed: false };
        control.start(Some(none), Held);
        assert!(!control.must_stop() && !control.should_stop_deepening(100), "pondering has no limit");
        control.ponderhit(None);
        assert!(control.must_stop() && control.should_stop_deepening(100));
        control.wait_for_release();
        control.start(None, Held);
        control.ponderhit(Some(none));
        assert!(control.must_stop(), "by the clock as it is now");
        control.wait_for_release();
        let [soft, hard] = [3_600, 36_000].map(Duration::from_secs);
        let some = Budget { soft, hard, is_fixed: false };
        control.start(Some(some), Immediate);
        assert!(!control.should_stop_deepening(100));
        assert!(control.should_stop_deepening(0), "a stable choice needs only the first depth");
        control.start(Some(Budget { is_fixed: true, ..some }), Immediate);
        assert!(!control.should_stop_deepening(0), "a time for one move is used up");
        control.start(None, Held);
        assert!(!control.should_stop_deepening(0));
        assert!(!control.must_stop());
        control.stop();
        control.wait_for_release();
        assert!(control.must_stop());
    }

    /// Time spent pondering counts towards the time needed.
    #[test]
    fn ponderhit_after_enough_time_ends_the_search() {
        let [none, hour] = [0, 3_600].map(Duration::from_secs);
        let short = Budget { soft: none, hard: hour, is_fixed: false };
        let control = SearchControl::default();
        for (budget, share, ends) in [
            (short, Some(100), true),
            (short, None, false),
            (Budget { soft: hour, ..short }, Some(100), false),
            (Budget { soft: hour, ..short }, Some(0), true),
            (Budget { is_fixed: true, ..short }, Some(100), false),
        ] {
            control.start(Some(budget), Held);
            assert!(!share.is_some_and(|share| control.should_stop_deepening(share)) && !control.must_stop());
            control.ponderhit(None);
            assert_eq!(control.must_stop(), ends, "{budget:?} {share:?}");
            assert!(
                ends || share.is_some() || control.should_stop_deepening(100),
                "the first depth may be enough"
            );
        }
    }
}
