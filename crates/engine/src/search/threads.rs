//! Searches by several threads.

use std::sync::atomic::Ordering::Relaxed;

use rukh_rules::hash::mix;
use rukh_rules::shape::Shape;
use rukh_rules::{Outcome, Position};

use super::root::SearchResult;
use super::{Histories, Search, SearchContext, SharedState};
use crate::limits::SearchLimits;

/// Where a search begins.
#[derive(Clone, Copy)]
pub(crate) struct Root<'a, S: Shape> {
    pub(crate) position: &'a Position<S>,
    /// Of the positions before it that count for repetition.
    pub(crate) keys: &'a [u64],
    pub(crate) outcome: Option<Outcome>,
    pub(crate) seed: u64,
}

/// Searches by as many threads as the limits say, each with its histories.
pub(crate) fn search_root<S: Shape>(
    context: SearchContext<'_, S>,
    histories: &mut [Histories],
    limits: &SearchLimits<'_>,
    root: Root<'_, S>,
    report: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let Root { position, keys, outcome, seed } = root;
    let (first, others) = histories.split_first_mut().expect("there are histories for one thread");
    if limits.threads <= 1 {
        let mut search = Search::new(context, first, limits.clone(), keys);
        return search.run(position, outcome, seed, report);
    }
    // Helper threads search one line, so that with more lines they only share the table.
    let shared = if limits.multipv > 1 { SharedState::table_only() } else { SharedState::default() };
    let shared = &shared;
    std::thread::scope(|scope| {
        for (number, own) in (1..limits.threads as u64).zip(others) {
            // Each thread orders equal moves differently and so searches other lines first.
            let seed = mix(seed ^ number);
            let limits = SearchLimits { threads: 1, multipv: 1, stop: None, ..limits.clone() };
            let search = Search::new(context, own, limits, keys);
            let helper = move || search.with_shared_state(shared).run(position, outcome, seed, &mut |_| ());
            if std::thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                // The system has no more threads: the search runs on those it has.
                break;
            }
        }
        // Stops the helpers even if this thread panics.
        let _stop = StopOnDrop(shared);
        let search = Search::new(context, first, limits.clone(), keys);
        search.with_shared_state(shared).run(position, outcome, seed, report)
    })
}

/// Stops the helper threads when it is dropped.
struct StopOnDrop<'a>(&'a SharedState);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Relaxed);
    }
}
