//! Position keys: reproducible numbers, the same on every machine.

use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;

/// A well-mixed 64-bit number for each number (the finaliser of SplitMix64).
#[inline]
#[must_use]
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A piece's share in the key of a position: [`Position::key`](crate::Position::key)
/// changes by the shares of the cells a piece leaves and enters.
#[inline]
#[must_use]
pub const fn piece(side: Side, kind: PieceKind, cell: Cell) -> u64 {
    mix(((side as u64) << 32 | (kind.0 as u64) << 16 | cell.0 as u64) + 1)
}

/// A small sequence of reproducible numbers, for tests and playouts; never for
/// anything that must not be foreseen.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number of the sequence, any of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}
