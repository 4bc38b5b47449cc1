//! What ends a search under way: a word, a clock, or both.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::timing::Budget;

const NEVER: u64 = u64::MAX;

/// Shared by who is thinking and who listens to the other program.
#[derive(Debug)]
pub(super) struct SearchControl {
    created_at: Instant,
    /// When thinking ends, in microseconds after `born`.
    deadline: AtomicU64,
    time_use: Mutex<TimeUse>,
    stopped: AtomicBool,
    /// What may be used once the other side has made the expected move.
    held_reply: Mutex<HeldReply>,
    released: Condvar,
}

/// What the search may use, and what it has heard of its need.
#[derive(Debug, Clone, Copy)]
struct TimeUse {
    /// Since when it thinks, the other side's time included; of a time for this move,
    /// since when that runs.
    since: Instant,
    budget: Option<Budget>,
    /// How many hundredths of the usual time to use, as the last depth told.
    share: Option<u32>,
}

#[derive(Debug, Default)]
struct HeldReply {
    /// Whether the answer must wait for a word.
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

    /// Before a search: how long it may take. While it `holds`, time does not
    /// count and the answer waits for [`Control::stop`] or [`Control::go_on`].
    pub(super) fn start(&self, budget: Option<Budget>, holds: bool) {
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
    /// now on. If the search has thought long enough for it already, it ends at once.
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

    /// Ends the search without an answer's waiting for a word.
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

    /// Whether nothing deeper should be begun, with so many hundredths of the
    /// usual time to be used.
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
    use super::{Budget, SearchControl};
    use std::time::Duration;

    #[test]
    fn time_counts_only_when_it_may() {
        let control = SearchControl::default();
        let none = Budget { soft: Duration::ZERO, hard: Duration::ZERO, is_fixed: false };
        control.start(Some(none), true);
        assert!(
            !control.must_stop() && !control.should_stop_deepening(100),
            "one ponders as long as one likes"
        );
        control.ponderhit(None);
        assert!(control.must_stop() && control.should_stop_deepening(100));
        control.wait_for_release();
        control.start(None, true);
        control.ponderhit(Some(none));
        assert!(control.must_stop(), "by the clock as it is now");
        control.wait_for_release();
        let [soft, hard] = [3_600, 36_000].map(Duration::from_secs);
        let some = Budget { soft, hard, is_fixed: false };
        control.start(Some(some), false);
        assert!(!control.should_stop_deepening(100));
        assert!(control.should_stop_deepening(0), "without any doubt the first depth is enough");
        control.start(Some(Budget { is_fixed: true, ..some }), false);
        assert!(!control.should_stop_deepening(0), "a time for one move is used up");
        control.start(None, true);
        assert!(!control.should_stop_deepening(0));
        assert!(!control.must_stop());
        control.stop();
        control.wait_for_release();
        assert!(control.must_stop());
    }

    /// What the other side's time was used for need not be done again on one's own.
    #[test]
    fn who_has_pondered_long_enough_answers_at_once() {
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
            control.start(Some(budget), true);
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
