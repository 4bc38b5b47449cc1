//! How far a table is.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// An optional listener to the progress of a table: the share of its work that is done, from 0 to 1.
#[derive(Clone, Default)]
pub(crate) struct Progress(Option<Arc<dyn Fn(f64) + Send + Sync>>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Progress").field(&self.0.is_some()).finish()
    }
}

impl Progress {
    pub(crate) fn new(listener: impl Fn(f64) + Send + Sync + 'static) -> Progress {
        Progress(Some(Arc::new(listener)))
    }

    pub(crate) fn tell(&self, share: f64) {
        if let Some(listener) = &self.0 {
            listener(share);
        }
    }

    /// The progress of a part of the work.
    pub(crate) fn within(&self, range: Range<f64>) -> Progress {
        let whole = self.clone();
        Progress::new(move |share| whole.tell(range.start + (range.end - range.start) * share))
    }

    /// A part of the work, in so many steps.
    pub(crate) fn part(&self, range: Range<f64>, steps: usize) -> Part<'_> {
        Part { progress: self, range, steps, done: AtomicUsize::new(0) }
    }
}

/// A part of the work, of which steps are counted.
#[derive(Debug)]
pub(crate) struct Part<'p> {
    progress: &'p Progress,
    range: Range<f64>,
    steps: usize,
    done: AtomicUsize,
}

impl Part<'_> {
    /// So many steps more are done.
    pub(crate) fn add(&self, steps: usize) {
        let done = self.done.fetch_add(steps, Relaxed) + steps;
        let Range { start, end } = self.range;
        self.progress.tell(start + (end - start) * done as f64 / self.steps.max(1) as f64);
    }
}
