//! Tables that generation reads without asking twice whether the index fits.
//!
//! Every index is made from a side, a slot and a cell of the same rules, each
//! of which is in range by its type or by how positions are checked. Debug
//! builds ask all the same, and the tests run in both.

use std::ops::{Deref, DerefMut};

/// A table whose cells are read unchecked in release builds.
#[derive(Debug, Clone, Default)]
pub(crate) struct UncheckedTable<T>(Vec<T>);

impl<T> UncheckedTable<T> {
    /// The entry at an index that is known to fit.
    #[inline(always)]
    #[allow(unsafe_code, reason = "bounds checks here cost a tenth of all generation")]
    pub(crate) fn at(&self, index: usize) -> &T {
        debug_assert!(index < self.0.len(), "index {index} of {}", self.0.len());
        // SAFETY: indices come from `Rules::at` and its like, which combine a
        // side, a slot and a cell below the sizes the table was built with;
        // the line above proves it wherever debug assertions are on.
        unsafe { self.0.get_unchecked(index) }
    }

    /// The entries from an index on that are known to fit.
    #[inline(always)]
    #[allow(unsafe_code, reason = "bounds checks here cost a tenth of all generation")]
    pub(crate) fn run(&self, start: usize, count: usize) -> &[T] {
        debug_assert!(start + count <= self.0.len(), "{start} + {count} of {}", self.0.len());
        // SAFETY: as in `at`: spans are built together with the table.
        unsafe { self.0.get_unchecked(start..start + count) }
    }
}

impl<T> From<Vec<T>> for UncheckedTable<T> {
    fn from(entries: Vec<T>) -> UncheckedTable<T> {
        UncheckedTable(entries)
    }
}

impl<T> Deref for UncheckedTable<T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for UncheckedTable<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
