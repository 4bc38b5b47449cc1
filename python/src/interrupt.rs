//! Ctrl-C during long work: the work polls, and Python's signal handlers run.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Time between two looks at Python's signals: short for a person, long for the lock of the
/// interpreter, which other threads may hold.
pub(crate) const INTERVAL: Duration = Duration::from_millis(30);

/// Looks at Python's signals from work that has released the interpreter's lock.
pub(crate) struct SignalWatch {
    state: Mutex<WatchState>,
}

struct WatchState {
    looked: Instant,
    raised: Option<PyErr>,
}

impl SignalWatch {
    pub(crate) fn new() -> SignalWatch {
        SignalWatch { state: Mutex::new(WatchState { looked: Instant::now(), raised: None }) }
    }

    /// Whether a signal handler has raised an exception, such as `KeyboardInterrupt`. Python runs
    /// handlers in its main thread only, so elsewhere this stays false.
    pub(crate) fn is_raised(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.raised.is_none() && state.looked.elapsed() >= INTERVAL {
            state.looked = Instant::now();
            state.raised = Python::attach(|py| py.check_signals()).err();
        }
        state.raised.is_some()
    }

    /// The exception that was raised, if one was.
    pub(crate) fn finish(&self) -> PyResult<()> {
        let raised = self.state.lock().unwrap_or_else(PoisonError::into_inner).raised.take();
        raised.map_or(Ok(()), Err)
    }
}
