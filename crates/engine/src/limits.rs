//! Limits of a search, from the protocols' `go` to the search itself.
//!
//! A limit is a depth, a node count or a condition, never a time: a caller with a clock passes a
//! [`SearchLimits::stop`] that reads it, so that a search without one can be repeated.

use std::fmt;
use std::sync::Arc;

use rukh_rules::{Move, Side};
use rukh_tablebase::Wait;

/// Largest contempt in either direction, in centipawns.
pub const MAX_CONTEMPT: i32 = 2_000;

/// The limits of a search, of which the first that is reached ends it. Without `stop` and with one
/// thread a search is a pure function of the game, the limits and the seed.
///
/// Limit nodes where effort should be equal, as in matches and tests; depth where the question has a
/// depth, as in problems; and pass a `stop` for time or for a user's button.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use std::time::{Duration, Instant};
///
/// use rukh_engine::{Engine, SearchLimits};
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let game = Game::new(shatranj.clone());
/// let start = Instant::now();
/// let is_late = || start.elapsed() > Duration::from_millis(20);
/// let limits = SearchLimits::depth(4).with_stop(&is_late);
/// let result = Engine::new(shatranj).search(&game, &limits, 0);
/// // Even a search that is stopped at once has a move.
/// assert!(result.best.is_some() && result.depth <= 4);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct SearchLimits<'a> {
    /// Maximum depth in plies; with a die, in turns.
    pub depth: u32,
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Number of own moves within which a win ends the search; a longer win does not end it.
    pub mate: Option<u16>,
    /// Number of best moves searched, each with its line; at least 1.
    pub multipv: usize,
    /// The root moves searched; `None` for all legal moves.
    pub search_moves: Option<Arc<[Move]>>,
    /// Number of threads, at least 1. With more than one the result also depends on chance.
    pub threads: usize,
    /// Assumed superiority of the side to move, in centipawns. Where a bared king draws, it is
    /// added to the advantage, which counts for less as pieces are traded; elsewhere a draw is
    /// worth its negative. Scores include it.
    pub contempt: i32,
    /// Whether to wait for solved endings that are computed when they are first asked for. Where results should be
    /// the same each time, a search has to; [`SearchLimits::with_stop`] says not to.
    pub wait: Wait,
    /// With a die: whether a value of the hash table counts only for the depth it was searched to, and not for
    /// less. A position then has at each depth the value of plain expectiminimax, whatever was searched before.
    pub exact_depth: bool,
    /// Polled every [`STOP_INTERVAL`](crate::STOP_INTERVAL) nodes; the search ends when it returns true.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync + 'a)>,
}

impl Default for SearchLimits<'_> {
    /// No limit: one thread, one best move, all legal moves.
    fn default() -> Self {
        SearchLimits {
            depth: u32::MAX,
            nodes: u64::MAX,
            mate: None,
            multipv: 1,
            search_moves: None,
            threads: 1,
            contempt: 0,
            wait: Wait::ForTables,
            exact_depth: false,
            stop: None,
        }
    }
}

impl<'a> SearchLimits<'a> {
    /// A maximum number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, ..SearchLimits::default() }
    }

    /// A maximum depth in plies; with a die, in turns.
    #[must_use]
    pub fn depth(depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..SearchLimits::default() }
    }

    /// These limits with another maximum depth.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..self }
    }

    /// These limits, ended by a win within this number of own moves.
    #[must_use]
    pub fn with_mate(self, moves: u16) -> SearchLimits<'a> {
        SearchLimits { mate: Some(moves), ..self }
    }

    /// These limits with another number of best moves.
    #[must_use]
    pub fn with_multipv(self, lines: usize) -> SearchLimits<'a> {
        SearchLimits { multipv: lines, ..self }
    }

    /// These limits with the root moves restricted to some.
    #[must_use]
    pub fn with_search_moves(self, moves: impl Into<Arc<[Move]>>) -> SearchLimits<'a> {
        SearchLimits { search_moves: Some(moves.into()), ..self }
    }

    /// These limits with another number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> SearchLimits<'a> {
        SearchLimits { threads, ..self }
    }

    /// These limits with another contempt, in centipawns.
    #[must_use]
    pub fn with_contempt(self, contempt: i32) -> SearchLimits<'a> {
        SearchLimits { contempt, ..self }
    }

    /// These limits, with values that with a die are those of plain expectiminimax to the depth.
    #[must_use]
    pub fn with_exact_depth(self) -> SearchLimits<'a> {
        SearchLimits { exact_depth: true, ..self }
    }

    /// Contempt for White, in centipawns, where `turn` is to move.
    pub(crate) fn white_contempt(&self, turn: Side) -> i32 {
        let own = self.contempt.clamp(-MAX_CONTEMPT, MAX_CONTEMPT);
        match turn {
            Side::White => own,
            Side::Black => -own,
        }
    }

    /// These limits with another rule for solved endings that are not there yet.
    #[must_use]
    pub fn with_wait(self, wait: Wait) -> SearchLimits<'a> {
        SearchLimits { wait, ..self }
    }

    /// These limits with a condition that ends the search, which then waits for no table.
    #[must_use]
    pub fn with_stop<'s>(self, stop: &'s (dyn Fn() -> bool + Sync + 's)) -> SearchLimits<'s>
    where
        'a: 's,
    {
        SearchLimits { stop: Some(stop), wait: Wait::Never, ..self }
    }
}

impl fmt::Debug for SearchLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchLimits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("mate", &self.mate)
            .field("multipv", &self.multipv)
            .field("search_moves", &self.search_moves)
            .field("threads", &self.threads)
            .field("contempt", &self.contempt)
            .field("wait", &self.wait)
            .field("exact_depth", &self.exact_depth)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}
