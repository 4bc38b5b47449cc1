//! Counts for callers that look positions up, or end early.

use std::fmt;
use std::sync::Arc;

use super::Scope;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::shape::{Any, Shape, ShapeTask};

/// Plies above the leaves up to which positions are counted without asking: faster than anybody answers.
pub const UNVISITED_DEPTH: u32 = 2;

/// A position on the way down, more than [`UNVISITED_DEPTH`] plies above the leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftNode {
    /// Its [key](Position::key).
    pub key: u64,
    /// Plies without progress, which the key leaves out.
    pub halfmove_clock: u16,
    /// Plies to the leaves.
    pub depth: u32,
}

/// What is to be done with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Count the leaves below it.
    Count,
    /// This many leaves are below it; do not count them again.
    Known(u64),
    /// End the count.
    Stop,
}

/// Is asked before the leaves below a position are counted, and told how many there are.
pub trait PerftVisitor {
    /// What is to be done with a position.
    fn enter(&mut self, node: PerftNode) -> Visit;
    /// The leaves below a position that was to be counted.
    fn leave(&mut self, _node: PerftNode, _leaves: u64) {}
}

/// Counts leaves with one ruleset, in the shape that fits it; several threads may share it.
///
/// # Examples
/// A count that ends after a thousand positions:
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::perft::{PerftCounter, PerftNode, PerftVisitor, Scope, Visit};
/// use rukh_rules::{Game, Ruleset};
///
/// struct Budget(u32);
/// impl PerftVisitor for Budget {
///     fn enter(&mut self, _: PerftNode) -> Visit {
///         self.0 = self.0.saturating_sub(1);
///         if self.0 == 0 { Visit::Stop } else { Visit::Count }
///     }
/// }
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let start = *Game::new(shatranj.clone()).position();
/// let counter = PerftCounter::new(&shatranj, &start, Scope::AllLaws);
/// assert_eq!(counter.leaves(&start, 4, &mut Budget(1000)), Some(68_122));
/// assert_eq!(counter.leaves(&start, 6, &mut Budget(1000)), None);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
pub struct PerftCounter(Box<dyn Count>);

impl fmt::Debug for PerftCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PerftCounter")
    }
}

impl PerftCounter {
    /// Compiles a ruleset for counts below a position.
    #[must_use]
    pub fn new(ruleset: &Arc<Ruleset>, position: &Position<Any>, scope: Scope) -> PerftCounter {
        struct Task<'a>(&'a Arc<Ruleset>, &'a Position<Any>, Scope);
        impl ShapeTask for Task<'_> {
            type Output = PerftCounter;
            fn run<S: Shape>(self) -> PerftCounter {
                let Task(ruleset, position, scope) = self;
                let (rules, _) = Rules::<S>::for_counting(ruleset, position, scope);
                PerftCounter(Box::new(Tree { rules, wide: Rules::compile(ruleset.clone()), scope }))
            }
        }
        Rules::<Any>::fit(ruleset).run(Task(ruleset, position, scope))
    }

    /// The positions a ply below one, with the moves and the faces they need (0 without a die).
    #[must_use]
    pub fn children(&self, position: &Position<Any>) -> Vec<((u8, Move), Position<Any>)> {
        self.0.children(position)
    }

    /// The number of leaves `depth` plies below a position.
    #[must_use]
    pub fn perft(&self, position: &Position<Any>, depth: u32) -> u64 {
        self.0.perft(position, depth)
    }

    /// As [`perft`](PerftCounter::perft), asking a visitor at each node; `None` if the visitor stopped the count.
    pub fn leaves(
        &self,
        position: &Position<Any>,
        depth: u32,
        visitor: &mut dyn PerftVisitor,
    ) -> Option<u64> {
        self.0.leaves(position, depth, visitor)
    }
}

/// A [`PerftCounter`] of some shape.
trait Count: Send + Sync {
    fn children(&self, position: &Position<Any>) -> Vec<((u8, Move), Position<Any>)>;
    fn perft(&self, position: &Position<Any>, depth: u32) -> u64;
    fn leaves(&self, position: &Position<Any>, depth: u32, visitor: &mut dyn PerftVisitor) -> Option<u64>;
}

struct Tree<S: Shape> {
    rules: Rules<S>,
    wide: Rules<Any>,
    scope: Scope,
}

impl<S: Shape> Tree<S> {
    fn narrow(&self, position: &Position<Any>) -> Position<S> {
        position.reshape(&self.wide, &self.rules)
    }

    fn visit(&self, position: &Position<S>, depth: u32, visitor: &mut dyn PerftVisitor) -> Option<u64> {
        if depth <= UNVISITED_DEPTH {
            return Some(self.rules.perft(position, depth, self.scope));
        }
        let node = PerftNode { key: position.key(), halfmove_clock: position.halfmove_clock(), depth };
        match visitor.enter(node) {
            Visit::Known(leaves) => return Some(leaves),
            Visit::Stop => return None,
            Visit::Count => {}
        }
        let mut leaves = 0_u64;
        for (_, next) in self.rules.children(position, self.scope) {
            leaves = leaves.saturating_add(self.visit(&next, depth - 1, visitor)?);
        }
        visitor.leave(node, leaves);
        Some(leaves)
    }
}

impl<S: Shape> Count for Tree<S> {
    fn children(&self, position: &Position<Any>) -> Vec<((u8, Move), Position<Any>)> {
        let children = self.rules.children(&self.narrow(position), self.scope).into_iter();
        children.map(|(row, next)| (row, next.reshape(&self.rules, &self.wide))).collect()
    }

    fn perft(&self, position: &Position<Any>, depth: u32) -> u64 {
        self.rules.perft(&self.narrow(position), depth, self.scope)
    }

    fn leaves(&self, position: &Position<Any>, depth: u32, visitor: &mut dyn PerftVisitor) -> Option<u64> {
        self.visit(&self.narrow(position), depth, visitor)
    }
}
