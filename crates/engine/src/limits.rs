//! How far a search may go. There is no clock here: who has one hands in `stop`.

use std::fmt;

use rukh_rules::{Move, Side};

/// The most a side can be thought to be the stronger player, in centipawns.
pub const MAX_CONTEMPT: i32 = 2_000;

/// What ends a search. Without `stop` a search is a pure function of the game,
/// the limits and the seed.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct SearchLimits<'a> {
    /// Plies of full search; with a die, turns.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// A win within so many of one's own moves is wanted: it ends the search, and no
    /// longer one does.
    pub mate: Option<u16>,
    /// How many of the best moves are wanted, each with its line; at least 1.
    pub multipv: usize,
    /// The only moves looked at, if not all that are legal.
    pub search_moves: Option<&'a [Move]>,
    /// Threads that search at once, at least 1. With more than one, what is
    /// found also depends on chance.
    pub threads: usize,
    /// By how many centipawns the side on move is thought to be the stronger player.
    /// Where a bared king draws, values are as if it were so much ahead, which counts
    /// for less as men are traded; elsewhere a draw is as bad for it as being so much
    /// behind. Scores are of that belief; with 0 of none.
    pub contempt: i32,
    /// Asked now and then; the search ends when it says yes.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync + 'a)>,
}

impl<'a> SearchLimits<'a> {
    const NONE: SearchLimits<'a> = SearchLimits {
        depth: u32::MAX,
        nodes: u64::MAX,
        mate: None,
        multipv: 1,
        search_moves: None,
        threads: 1,
        contempt: 0,
        stop: None,
    };

    /// So many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, ..SearchLimits::NONE }
    }

    /// So many plies; with a die, turns.
    #[must_use]
    pub const fn depth(depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..SearchLimits::NONE }
    }

    /// These limits, but no deeper than so many plies.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..self }
    }

    /// These limits, and an end with a win within so many of one's own moves.
    #[must_use]
    pub const fn with_mate(self, moves: u16) -> SearchLimits<'a> {
        SearchLimits { mate: Some(moves), ..self }
    }

    /// These limits, but so many best moves instead of one.
    #[must_use]
    pub const fn with_multipv(self, lines: usize) -> SearchLimits<'a> {
        SearchLimits { multipv: lines, ..self }
    }

    /// These limits, but only these moves.
    #[must_use]
    pub const fn with_search_moves(self, moves: &'a [Move]) -> SearchLimits<'a> {
        SearchLimits { search_moves: Some(moves), ..self }
    }

    /// These limits, with so many threads.
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> SearchLimits<'a> {
        SearchLimits { threads, ..self }
    }

    /// These limits, and the belief to be so many centipawns stronger.
    #[must_use]
    pub const fn with_contempt(self, contempt: i32) -> SearchLimits<'a> {
        SearchLimits { contempt, ..self }
    }

    /// By how many centipawns White is thought to be the stronger player where `turn` is on move.
    pub(crate) fn white_contempt(&self, turn: Side) -> i32 {
        let own = self.contempt.clamp(-MAX_CONTEMPT, MAX_CONTEMPT);
        match turn {
            Side::White => own,
            Side::Black => -own,
        }
    }

    /// These limits, and an end when `stop` says so.
    #[must_use]
    pub fn with_stop(self, stop: &'a (dyn Fn() -> bool + Sync + 'a)) -> SearchLimits<'a> {
        SearchLimits { stop: Some(stop), ..self }
    }
}

impl fmt::Debug for SearchLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("lines", &self.multipv)
            .field("moves", &self.search_moves)
            .field("threads", &self.threads)
            .field("contempt", &self.contempt)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}
