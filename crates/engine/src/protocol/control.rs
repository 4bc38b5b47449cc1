//! What ends a search under way: a word, a clock, or both.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::timing::Budget;

const NEVER: u64 = u64::MAX;

/// Shared by who is thinking and who listens to the other program.
#[derive(Debug)]
pub(super) struct Control {
    born: Instant,
    /// When thinking ends, in microseconds after `born`.
    end: AtomicU64,
    spending: Mutex<Spending>,
    stopped: AtomicBool,
    /// What may be used once the other side has made the expected move.
    waiting: Mutex<Waiting>,
    released: Condvar,
}

/// What the search may use, and what it has heard of its need.
#[derive(Debug, Clone, Copy)]
struct Spending {
    /// Since when it thinks, the other side's time included; of a time for this move,
    /// since when that runs.
    since: Instant,
    budget: Option<Budget>,
    /// How many hundredths of the usual time to use, as the last depth told.
    share: Option<u32>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Whether the answer must wait for a word.
    holds: bool,
    budget: Option<Budget>,
}

impl Default for Control {
    fn default() -> Control {
        Control {
            born: Instant::now(),
            end: AtomicU64::new(NEVER),
            spending: Mutex::new(Spending { since: Instant::now(), budget: None, share: None }),
            stopped: AtomicBool::new(false),
            waiting: Mutex::default(),
            released: Condvar::new(),
        }
    }
}

impl Control {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Before a search: how long it may take. While it `holds`, time does not
    /// count and the answer waits for [`Control::stop`] or [`Control::go_on`].
    pub(super) fn start(&self, budget: Option<Budget>, holds: bool) {
        *self.waiting() = Waiting { holds, budget };
        self.stopped.store(false, Relaxed);
        *self.spending() = Spending { since: Instant::now(), budget: None, share: None };
        self.allow(budget.filter(|_| !holds));
    }

    fn spending(&self) -> MutexGuard<'_, Spending> {
        self.spending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn allow(&self, budget: Option<Budget>) {
        let now = self.born.elapsed();
        let at = |after: Duration| u64::try_from(now.saturating_add(after).as_micros()).unwrap_or(NEVER);
        self.end.store(budget.map_or(NEVER, |budget| at(budget.hard)), Relaxed);
        let mut spending = self.spending();
        spending.budget = budget;
        if budget.is_some_and(|budget| budget.is_fixed) {
            spending.since = Instant::now();
        }
    }

    /// The expected move was made: the clock, as given here or at the start, runs from
    /// now on. If the search has thought long enough for it already, it ends at once.
    pub(super) fn go_on(&self, budget: Option<Budget>) {
        let mut waiting = self.waiting();
        if waiting.holds {
            self.allow(budget.or(waiting.budget));
            let spending = *self.spending();
            let need = spending.budget.zip(spending.share);
            if need.is_some_and(|(budget, share)| budget.is_enough(spending.since.elapsed(), share)) {
                self.is_enough();
            }
            waiting.holds = false;
            self.released.notify_all();
        }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Relaxed);
        self.waiting().holds = false;
        self.released.notify_all();
    }

    /// Ends the search without an answer's waiting for a word.
    pub(super) fn is_enough(&self) {
        self.stopped.store(true, Relaxed);
    }

    fn now(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_micros()).unwrap_or(NEVER)
    }

    /// Whether the search must end.
    pub(super) fn must_end(&self) -> bool {
        self.stopped.load(Relaxed) || self.now() >= self.end.load(Relaxed)
    }

    /// Whether nothing deeper should be begun, with so many hundredths of the
    /// usual time to be used.
    pub(super) fn should_end(&self, share: u32) -> bool {
        let mut spending = self.spending();
        spending.share = Some(share);
        spending.budget.is_some_and(|budget| budget.is_enough(spending.since.elapsed(), share))
    }

    /// Waits until the answer may be given.
    pub(super) fn wait(&self) {
        let waiting = self.waiting();
        let held = self.released.wait_while(waiting, |waiting| waiting.holds);
        drop(held.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Control};
    use std::time::Duration;

    #[test]
    fn time_counts_only_when_it_may() {
        let control = Control::default();
        let none = Budget { soft: Duration::ZERO, hard: Duration::ZERO, is_fixed: false };
        control.start(Some(none), true);
        assert!(!control.must_end() && !control.should_end(100), "one ponders as long as one likes");
        control.go_on(None);
        assert!(control.must_end() && control.should_end(100));
        control.wait();
        control.start(None, true);
        control.go_on(Some(none));
        assert!(control.must_end(), "by the clock as it is now");
        control.wait();
        let [soft, hard] = [3_600, 36_000].map(Duration::from_secs);
        let some = Budget { soft, hard, is_fixed: false };
        control.start(Some(some), false);
        assert!(!control.should_end(100));
        assert!(control.should_end(0), "without any doubt the first depth is enough");
        control.start(Some(Budget { is_fixed: true, ..some }), false);
        assert!(!control.should_end(0), "a time for one move is used up");
        control.start(None, true);
        assert!(!control.should_end(0));
        assert!(!control.must_end());
        control.stop();
        control.wait();
        assert!(control.must_end());
    }

    /// What the other side's time was used for need not be done again on one's own.
    #[test]
    fn who_has_pondered_long_enough_answers_at_once() {
        let [none, hour] = [0, 3_600].map(Duration::from_secs);
        let short = Budget { soft: none, hard: hour, is_fixed: false };
        let control = Control::default();
        for (budget, share, ends) in [
            (short, Some(100), true),
            (short, None, false),
            (Budget { soft: hour, ..short }, Some(100), false),
            (Budget { soft: hour, ..short }, Some(0), true),
            (Budget { is_fixed: true, ..short }, Some(100), false),
        ] {
            control.start(Some(budget), true);
            assert!(!share.is_some_and(|share| control.should_end(share)) && !control.must_end());
            control.go_on(None);
            assert_eq!(control.must_end(), ends, "{budget:?} {share:?}");
            assert!(ends || share.is_some() || control.should_end(100), "the first depth may be enough");
        }
    }
}
