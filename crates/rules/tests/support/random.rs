//! Choices of random games.

use rukh_rules::hash::SplitMix64;

/// Where the choices of a random game come from.
pub trait Choices {
    /// A number below `bound`, which is not 0; `None` where no choice is left.
    fn below(&mut self, bound: usize) -> Option<usize>;
}

/// For games that are recorded: the choices of a seed never end and never change.
impl Choices for SplitMix64 {
    fn below(&mut self, bound: usize) -> Option<usize> {
        Some(SplitMix64::below(self, bound))
    }
}
