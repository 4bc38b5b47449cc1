//! How far a search may go. There is no clock here: who has one hands in `stop`.

use std::fmt;

/// What ends a search. Without `stop` a search is a pure function of the game,
/// the limits and the seed.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// Plies of full search; with a die, turns.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How many of the best moves are wanted, each with its line; at least 1.
    pub lines: usize,
    /// Asked now and then; the search ends when it says yes.
    pub stop: Option<&'a (dyn Fn() -> bool + 'a)>,
}

impl<'a> Limits<'a> {
    /// So many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits<'a> {
        Limits { depth: u32::MAX, nodes, lines: 1, stop: None }
    }

    /// So many plies; with a die, turns.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits<'a> {
        Limits { depth, nodes: u64::MAX, lines: 1, stop: None }
    }

    /// These limits, but no deeper than so many plies.
    #[must_use]
    pub const fn and_depth(self, depth: u32) -> Limits<'a> {
        Limits { depth, ..self }
    }

    /// These limits, but so many best moves instead of one.
    #[must_use]
    pub const fn and_lines(self, lines: usize) -> Limits<'a> {
        Limits { lines, ..self }
    }

    /// These limits, and an end when `stop` says so.
    #[must_use]
    pub fn and_stop(self, stop: &'a (dyn Fn() -> bool + 'a)) -> Limits<'a> {
        Limits { stop: Some(stop), ..self }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("lines", &self.lines)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}
