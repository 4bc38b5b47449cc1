//! How wide a cell set is, how many kinds of piece there are, and what they can do.

use std::fmt::Debug;

use crate::bits::{CellSet, Wide256};

/// A width, a number of slots for kinds of piece, and what those pieces may do: what the tables of compiled
/// rules depend on.
///
/// Slot 0 holds the pawns if they are plain pawns, slot 1 the royal piece, then
/// come the leapers, then the riders.
pub trait Dimensions: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The set of cells.
    type Set: CellSet;
    /// One set for each slot, then one for each side, then empty ones up to
    /// eight machine words or a multiple: together and aligned, so that a move
    /// changes all of them by few wide instructions.
    type Pieces: Copy + Debug + PartialEq + Eq + Send + Sync + AsRef<[Self::Set]> + AsMut<[Self::Set]>;
    /// How many kinds fit.
    const SLOTS: usize;
    /// Leapers, in specialised shapes.
    const LEAPERS: usize;
    /// Riders, in specialised shapes.
    const RIDERS: usize;
    /// Lines of every rider, where all have as many; 0 where they differ.
    const LINES: usize;
    /// Alternative paths a rider may have to one cell, in specialised shapes.
    const PATHS: usize;
    /// Whether pieces may move otherwise than they take, ride and leap, spare
    /// each other, be named by a die, or promote besides pawns.
    const GENERAL: bool;
    /// Every slot empty.
    const NO_PIECES: Self::Pieces;
}

/// Sets that begin where a line of the processor's cache does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<T>(T);

impl<B, const N: usize> AsRef<[B]> for Row<[B; N]> {
    #[inline(always)]
    fn as_ref(&self) -> &[B] {
        &self.0
    }
}

impl<B, const N: usize> AsMut<[B]> for Row<[B; N]> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [B] {
        &mut self.0
    }
}

/// How many sets of this many words a row for this many slots has.
const fn row(slots: usize, words: usize) -> usize {
    ((slots + 2) * words).next_multiple_of(8) / words
}

macro_rules! shape {
    ($(#[$doc:meta])* $name:ident, $set:ty, $slots:expr, $leapers:expr, $riders:expr, $lines:expr, $paths:expr, $general:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;

        impl Dimensions for $name {
            type Set = $set;
            type Pieces = Row<[$set; row($slots, <$set as CellSet>::WORDS)]>;
            const SLOTS: usize = $slots;
            const LEAPERS: usize = $leapers;
            const RIDERS: usize = $riders;
            const LINES: usize = $lines;
            const PATHS: usize = $paths;
            const GENERAL: bool = $general;
            const NO_PIECES: Self::Pieces = Row([<$set as CellSet>::EMPTY; row($slots, <$set as CellSet>::WORDS)]);
        }
    };
}

shape!(
    /// Shatranj and its like on 64 cells: three leapers and a rook.
    Leapers64, u64, 6, 3, 1, 2, 1, false
);
shape!(
    /// Orthodox chess and its like on 64 cells.
    Standard64, u64, 9, 4, 3, 4, 1, false
);
shape!(
    /// Ten-square chess and its like on 128 cells.
    Standard128, u128, 10, 4, 4, 0, 2, false
);
shape!(
    /// Anything with at most 12 kinds on 64 cells.
    General64, u64, 12, 0, 0, 0, 0, true
);
shape!(
    /// Anything with at most 20 kinds on 128 cells.
    General128, u128, 20, 0, 0, 0, 0, true
);
shape!(
    /// Anything at all: a kind for each letter on 256 cells.
    Any, Wide256, 34, 0, 0, 0, 0, true
);

/// Which shape a ruleset fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeKind {
    /// [`Leapers64`].
    Leapers64,
    /// [`Standard64`].
    Standard64,
    /// [`Standard128`].
    Standard128,
    /// [`General64`].
    General64,
    /// [`General128`].
    General128,
    /// [`Any`]: more than 128 cells or more than 20 kinds.
    Any,
}
