//! Cell sets: one machine word for boards up to 64 cells, two up to 128, four beyond.
//!
//! ```
//! use rukh_rules::bits::{CellSet, Wide256};
//! use rukh_rules::Geometry;
//!
//! let board = Geometry::new(4, 16).unwrap();
//! let last_rank = board.all().filter(|cell| board.rank(*cell) == 15);
//! let set = last_rank.fold(u64::EMPTY, |set, cell| set | u64::of(cell));
//! assert_eq!(set.cells().map(|cell| board.name(cell)).collect::<Vec<_>>(), ["a16", "b16", "c16", "d16"]);
//! assert_eq!((u64::CAPACITY, Wide256::CAPACITY), (64, 256));
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::geometry::Cell;

/// A set of cells. Width is the only thing move generation is generic over.
pub trait CellSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No cell.
    const EMPTY: Self;
    /// Every bit of the width, on the board or not.
    const FULL: Self;
    /// The number of cells that fit.
    const CAPACITY: usize;

    /// The set of one cell.
    fn of(cell: Cell) -> Self;
    /// Whether no cell is in the set.
    fn is_empty(self) -> bool;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The lowest cell; meaningless for the empty set.
    fn lowest(self) -> Cell;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// Every cell moved up by `n` numbers, off the end lost.
    fn up(self, n: u32) -> Self;
    /// Every cell moved down by `n` numbers, off the end lost.
    fn down(self, n: u32) -> Self;
    /// All cells from the last of `below` to the first of `above`, both included;
    /// where one is empty, to that end of the board. Every cell of `below` must
    /// have a lower number than every cell of `above`.
    fn span(below: Self, above: Self) -> Self;
    /// Machine words a set has.
    const WORDS: usize;
    /// Lays `N` lines, each of cells below, cells above and a mask, out for
    /// [`CellSet::sweep`]: `3 * N * WORDS` words.
    #[must_use]
    fn pack<const N: usize>(lines: &[[Self; 3]]) -> Vec<u64>;
    /// What `N` packed lines attack together with this occupation: of each the
    /// span between its nearest pieces, where its mask is.
    #[must_use]
    fn sweep<const N: usize>(packed: &[u64], occupied: Self) -> Self;

    /// The set of four words, the lowest cells first; what does not fit is lost.
    fn of_words(words: [u64; 4]) -> Self;

    /// Writes of each set what is in `kept`, and what `target` and the arrival of
    /// the same number share. All have the same length, whole rows.
    #[inline(always)]
    fn carry(sets: &[Self], into: &mut [Self], arrivals: &[Self], kept: Self, target: Self) {
        for ((into, set), arrival) in into.iter_mut().zip(sets).zip(arrivals) {
            *into = (*set & kept) | (target & *arrival);
        }
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        !(self & Self::of(cell)).is_empty()
    }
    /// Whether the two sets share a cell.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
    /// Whether exactly one cell is in the set.
    #[inline(always)]
    fn is_single(self) -> bool {
        !self.is_empty() && self.without_lowest().is_empty()
    }
    /// The cells in rising order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// Iterator over the cells of a set, in rising order.
#[derive(Debug, Clone, Copy)]
pub struct Cells<B>(B);

impl<B: CellSet> Iterator for Cells<B> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

/// Every bit from the highest of a set on; all bits of the empty set.
#[inline(always)]
fn from_last(set: u64) -> u64 {
    (i64::MIN >> (set | 1).leading_zeros()) as u64
}

/// Every bit up to the lowest of a set; all bits of the empty set.
#[inline(always)]
fn to_first(set: u64) -> u64 {
    set ^ set.wrapping_sub(1)
}

/// The low and the high half.
#[inline(always)]
fn halves(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

/// All bits if a set is empty, else none.
#[inline(always)]
fn only_if_empty(set: u64) -> u64 {
    u64::from(set == 0).wrapping_neg()
}

/// [`CellSet::span`] of halves.
#[inline(always)]
fn span_halves(below: [u64; 2], above: [u64; 2]) -> [u64; 2] {
    [
        from_last(below[0]) & only_if_empty(below[1]) & to_first(above[0]),
        from_last(below[1]) & to_first(above[1]) & only_if_empty(above[0]),
    ]
}

impl CellSet for u64 {
    const EMPTY: u64 = 0;
    const FULL: u64 = !0;
    const CAPACITY: usize = 64;

    #[inline(always)]
    fn of_words(words: [u64; 4]) -> u64 {
        words[0]
    }

    #[inline(always)]
    fn of(cell: Cell) -> u64 {
        1 << (cell.0 & 63)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> Cell {
        Cell(self.trailing_zeros() as u8)
    }
    #[inline(always)]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up(self, n: u32) -> u64 {
        self << n
    }
    #[inline(always)]
    fn down(self, n: u32) -> u64 {
        self >> n
    }
    #[inline(always)]
    fn span(below: u64, above: u64) -> u64 {
        from_last(below) & to_first(above)
    }
    const WORDS: usize = 1;
    fn pack<const N: usize>(lines: &[[u64; 3]]) -> Vec<u64> {
        (0..3).flat_map(|part| (0..N).map(move |line| lines[line][part])).collect()
    }
    #[inline(always)]
    fn sweep<const N: usize>(packed: &[u64], occupied: u64) -> u64 {
        let (below, above, masks) = (&packed[..N], &packed[N..2 * N], &packed[2 * N..3 * N]);
        let line = |i: usize| from_last(occupied & below[i]) & to_first(occupied & above[i]) & masks[i];
        (0..N).fold(0, |attacked, i| attacked | line(i))
    }
}

impl CellSet for u128 {
    const EMPTY: u128 = 0;
    const FULL: u128 = !0;
    const CAPACITY: usize = 128;

    #[inline(always)]
    fn of_words(words: [u64; 4]) -> u128 {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
    #[inline(always)]
    fn of(cell: Cell) -> u128 {
        1 << (cell.0 & 127)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> Cell {
        Cell(self.trailing_zeros() as u8)
    }
    #[inline(always)]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up(self, n: u32) -> u128 {
        self << n
    }
    #[inline(always)]
    fn down(self, n: u32) -> u128 {
        self >> n
    }
    #[inline(always)]
    fn span(below: u128, above: u128) -> u128 {
        let [low, high] = span_halves(halves(below), halves(above));
        u128::from(low) | u128::from(high) << 64
    }
    const WORDS: usize = 2;
    /// By eight words at once, since the compiler makes no vectors of wider numbers.
    #[inline(always)]
    fn carry(sets: &[u128], into: &mut [u128], arrivals: &[u128], kept: u128, target: u128) {
        if sets.len() > 12 {
            // A loop this long is not unrolled, and made vectors of across its rounds.
            for ((into, set), arrival) in into.iter_mut().zip(sets).zip(arrivals) {
                *into = (*set & kept) | (target & *arrival);
            }
            return;
        }
        let four = |set: u128| -> [u64; 8] { bytemuck::cast([set; 4]) };
        let (kept, target) = (four(kept), four(target));
        let words = |sets| bytemuck::cast_slice::<u128, u64>(sets).as_chunks::<8>().0;
        let into = bytemuck::cast_slice_mut::<u128, u64>(into).as_chunks_mut::<8>().0;
        for ((into, sets), arrivals) in into.iter_mut().zip(words(sets)).zip(words(arrivals)) {
            for word in 0..8 {
                into[word] = (sets[word] & kept[word]) | (target[word] & arrivals[word]);
            }
        }
    }
    /// All low halves of a part together, then all high ones, so that several
    /// lines are swept by one instruction where the machine has such.
    fn pack<const N: usize>(lines: &[[u128; 3]]) -> Vec<u64> {
        let parts = (0..3).flat_map(|part| [(part, 0), (part, 1)]);
        parts.flat_map(|(part, half)| (0..N).map(move |line| halves(lines[line][part])[half])).collect()
    }
    #[inline(always)]
    fn sweep<const N: usize>(packed: &[u64], occupied: u128) -> u128 {
        let [low, high] = halves(occupied);
        let packed = &packed[..6 * N];
        let (mut low_set, mut high_set) = ([0; N], [0; N]);
        for i in 0..N {
            let (below, above) = (packed[N + i] & high, packed[2 * N + i] & low);
            low_set[i] = from_last(packed[i] & low) & only_if_empty(below) & to_first(above);
            high_set[i] = from_last(below) & to_first(packed[3 * N + i] & high) & only_if_empty(above);
        }
        let mut attacked = [0; 2];
        for i in 0..N {
            attacked[0] |= low_set[i] & packed[4 * N + i];
            attacked[1] |= high_set[i] & packed[5 * N + i];
        }
        u128::from(attacked[0]) | u128::from(attacked[1]) << 64
    }
}

/// 256 cells in four words, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wide256([u64; 4]);

impl Wide256 {
    fn map2(self, other: Wide256, f: impl Fn(u64, u64) -> u64) -> Wide256 {
        Wide256(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// All cells below the given number.
    fn below(number: usize) -> Wide256 {
        Wide256(std::array::from_fn(|i| match number.saturating_sub(i * 64) {
            0 => 0,
            n if n >= 64 => !0,
            n => (1 << n) - 1,
        }))
    }

    fn highest_number(self) -> Option<usize> {
        (0..4).rev().find(|&i| self.0[i] != 0).map(|i| i * 64 + 63 - self.0[i].leading_zeros() as usize)
    }
}

impl BitAnd for Wide256 {
    type Output = Wide256;
    #[inline]
    fn bitand(self, other: Wide256) -> Wide256 {
        self.map2(other, |a, b| a & b)
    }
}
impl BitOr for Wide256 {
    type Output = Wide256;
    #[inline]
    fn bitor(self, other: Wide256) -> Wide256 {
        self.map2(other, |a, b| a | b)
    }
}
impl BitXor for Wide256 {
    type Output = Wide256;
    #[inline]
    fn bitxor(self, other: Wide256) -> Wide256 {
        self.map2(other, |a, b| a ^ b)
    }
}
impl Not for Wide256 {
    type Output = Wide256;
    #[inline]
    fn not(self) -> Wide256 {
        Wide256(self.0.map(|word| !word))
    }
}
impl BitAndAssign for Wide256 {
    #[inline]
    fn bitand_assign(&mut self, other: Wide256) {
        *self = *self & other;
    }
}
impl BitOrAssign for Wide256 {
    #[inline]
    fn bitor_assign(&mut self, other: Wide256) {
        *self = *self | other;
    }
}
impl BitXorAssign for Wide256 {
    #[inline]
    fn bitxor_assign(&mut self, other: Wide256) {
        *self = *self ^ other;
    }
}

impl CellSet for Wide256 {
    const EMPTY: Wide256 = Wide256([0; 4]);
    const FULL: Wide256 = Wide256([!0; 4]);
    const CAPACITY: usize = 256;

    #[inline(always)]
    fn of_words(words: [u64; 4]) -> Wide256 {
        Wide256(words)
    }

    #[inline]
    fn of(cell: Cell) -> Wide256 {
        let mut words = [0; 4];
        words[cell.index() >> 6] = 1 << (cell.0 & 63);
        Wide256(words)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> Cell {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(3);
        Cell((word as u32 * 64 + self.0[word].trailing_zeros()) as u8)
    }
    #[inline]
    fn without_lowest(mut self) -> Wide256 {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn up(self, n: u32) -> Wide256 {
        let (words, bits) = ((n / 64) as usize, n % 64);
        Wide256(std::array::from_fn(|i| {
            let high = i.checked_sub(words).map_or(0, |j| self.0[j] << bits);
            let low = match (i.checked_sub(words + 1), bits) {
                (Some(j), 1..) => self.0[j] >> (64 - bits),
                _ => 0,
            };
            high | low
        }))
    }
    #[inline]
    fn down(self, n: u32) -> Wide256 {
        let (words, bits) = ((n / 64) as usize, n % 64);
        Wide256(std::array::from_fn(|i| {
            let low = self.0.get(i + words).map_or(0, |word| word >> bits);
            let high = match (self.0.get(i + words + 1), bits) {
                (Some(word), 1..) => word << (64 - bits),
                _ => 0,
            };
            low | high
        }))
    }
    #[inline]
    fn span(below: Wide256, above: Wide256) -> Wide256 {
        let start = below.highest_number().unwrap_or(0);
        let upper = if above.is_empty() { Wide256::FULL } else { Wide256::below(above.lowest().index() + 1) };
        upper & !Wide256::below(start)
    }
    const WORDS: usize = 4;
    fn pack<const N: usize>(lines: &[[Wide256; 3]]) -> Vec<u64> {
        lines[..N].iter().flatten().flat_map(|set| set.0).collect()
    }
    #[inline]
    fn sweep<const N: usize>(packed: &[u64], occupied: Wide256) -> Wide256 {
        let part = |at: usize| Wide256(std::array::from_fn(|word| packed[at * 4 + word]));
        (0..N).fold(Wide256::EMPTY, |attacked, line| {
            let span = Wide256::span(occupied & part(3 * line), occupied & part(3 * line + 1));
            attacked | (span & part(3 * line + 2))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CellSet, Wide256};
    use crate::geometry::Cell;
    use crate::hash::SplitMix64;

    fn set<B: CellSet>(cells: &[u8]) -> B {
        cells.iter().fold(B::EMPTY, |set, &cell| set | B::of(Cell(cell)))
    }

    fn laws_hold<B: CellSet>() {
        let top = (B::CAPACITY - 1) as u8;
        let cells = [0, 3, 31, top - 1, top];
        let some: B = set(&cells);
        assert_eq!(some.cells().map(|cell| cell.0).collect::<Vec<_>>(), cells);
        assert_eq!(some.count(), 5);
        assert_eq!(some.up(1).down(1), some & !B::of(Cell(top)));
        assert_eq!(some.down(3), set(&[0, 28, top - 4, top - 3]));
        assert!(B::EMPTY.is_empty() && !some.is_empty());
        assert!(B::of(Cell(7)).is_single() && !some.is_single());
        let whole = B::span(B::EMPTY, B::EMPTY);
        assert_eq!(whole.count() as usize, B::CAPACITY);
        let span = B::span(set(&[1, 4]), set(&[9, 20]));
        assert_eq!(span, set(&[4, 5, 6, 7, 8, 9]));
        assert_eq!(B::span(B::EMPTY, set(&[2, top])), set(&[0, 1, 2]));
        assert_eq!(B::span(set(&[top - 1]), B::EMPTY), set(&[top - 1, top]));
    }

    fn packed_lines_attack_as_single_ones<B: CellSet, const N: usize>() {
        let mut random = SplitMix64::new(N as u64);
        let mut some = |from: usize, to: usize| -> B {
            let cells: Vec<u8> = (0..6).map(|_| (from + random.below(to - from)) as u8).collect();
            set(&cells)
        };
        for round in 0..200 {
            let middle = 1 + round * 7 % (B::CAPACITY - 2);
            let lines: Vec<[B; 3]> =
                (0..N).map(|_| [some(0, middle), some(middle, B::CAPACITY), some(0, B::CAPACITY)]).collect();
            let occupied = some(0, B::CAPACITY);
            let single = lines.iter().fold(B::EMPTY, |attacked, [below, above, mask]| {
                attacked | (B::span(occupied & *below, occupied & *above) & *mask)
            });
            assert_eq!(B::sweep::<N>(&B::pack::<N>(&lines), occupied), single);
        }
    }

    #[test]
    fn sweep_packed_lines_equals_each_line() {
        packed_lines_attack_as_single_ones::<u64, 2>();
        packed_lines_attack_as_single_ones::<u64, 8>();
        packed_lines_attack_as_single_ones::<u128, 2>();
        packed_lines_attack_as_single_ones::<u128, 4>();
        packed_lines_attack_as_single_ones::<u128, 8>();
        packed_lines_attack_as_single_ones::<Wide256, 4>();
    }

    fn a_row_is_carried_set_by_set<B: CellSet, const N: usize>() {
        let mut random = SplitMix64::new(B::CAPACITY as u64);
        let mut some = || -> B { set(&(0..9).map(|_| random.below(B::CAPACITY) as u8).collect::<Vec<_>>()) };
        for _ in 0..100 {
            let rows = [[(); 2]; N].map(|row| row.map(|()| some()));
            let (kept, target) = (some(), some());
            let mut carried = [B::EMPTY; N];
            B::carry(
                &rows.map(|[pieces, _]| pieces),
                &mut carried,
                &rows.map(|[_, arrival]| arrival),
                kept,
                target,
            );
            for (set, [pieces, arrival]) in carried.into_iter().zip(rows) {
                assert_eq!(set, (pieces & kept) | (target & arrival));
            }
        }
    }

    #[test]
    fn carry_any_width_equals_plain_rows() {
        a_row_is_carried_set_by_set::<u64, 8>();
        a_row_is_carried_set_by_set::<u128, 12>();
        a_row_is_carried_set_by_set::<u128, 24>();
        a_row_is_carried_set_by_set::<Wide256, 36>();
    }

    #[test]
    fn sets_of_every_width_agree() {
        laws_hold::<u64>();
        laws_hold::<u128>();
        laws_hold::<Wide256>();
    }
}
