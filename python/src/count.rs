//! Perft with an ear for Ctrl-C.

use std::sync::Arc;

use pyo3::prelude::*;
use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Position, Rules, Ruleset};

use crate::errors;
use crate::interrupt::SignalWatch;

/// Plies that are counted without a look at the signals: a fraction of a second.
const UNWATCHED: u32 = 4;

/// The greatest depth: a count is recursive, and no machine counts so deep.
const MAX_DEPTH: u32 = 100;

/// Refuses a depth that no count reaches.
///
/// # Errors
/// `EngineError`.
pub(crate) fn check_depth(py: Python<'_>, depth: u32) -> PyResult<()> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(errors::engine(py, &format!("depth={depth}"), &format!("should be a number from 0 to {MAX_DEPTH}")))
}

/// A count of leaves that can be interrupted.
struct Count<'a> {
    ruleset: &'a Arc<Ruleset>,
    position: &'a Position<Any>,
    depth: u32,
    scope: Scope,
    watch: &'a SignalWatch,
}

impl ShapeTask for Count<'_> {
    type Output = u64;

    fn run<S: Shape>(self) -> u64 {
        let (rules, position) = Rules::<S>::for_counting(self.ruleset, self.position, self.scope);
        watched(&rules, &position, self.depth, self.scope, self.watch)
    }
}

/// The leaves below a position, or fewer if a signal has come.
fn watched<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    depth: u32,
    scope: Scope,
    watch: &SignalWatch,
) -> u64 {
    if watch.is_raised() {
        return 0;
    }
    if depth <= UNWATCHED {
        return rules.perft(position, depth, scope);
    }
    let children = rules.children(position, scope).into_iter();
    children.map(|(_, next)| watched(rules, &next, depth - 1, scope, watch)).sum()
}

/// Counts leaves with the interpreter's lock released.
///
/// # Errors
/// What a signal handler raised.
pub(crate) fn perft(
    py: Python<'_>,
    ruleset: &Arc<Ruleset>,
    position: &Position<Any>,
    depth: u32,
    scope: Scope,
) -> PyResult<u64> {
    check_depth(py, depth)?;
    let watch = SignalWatch::new();
    let task = Count { ruleset, position, depth, scope, watch: &watch };
    let leaves = py.detach(|| Rules::<Any>::fit(ruleset).run(task));
    watch.finish().map(|()| leaves)
}
