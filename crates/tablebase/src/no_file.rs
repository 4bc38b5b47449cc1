//! Where no files are read: types without values.

use std::convert::Infallible;
use std::path::Path;

use rukh_rules::shape::Shape;
use rukh_rules::{Position, Rules, Ruleset};

use crate::exact::Exact;
use crate::file_error::FileError;
use crate::layout::{Layout, Sides};
use crate::table::Table;

/// A file; there is none.
#[derive(Debug)]
pub(crate) struct TableFile(Infallible);

impl TableFile {
    pub(crate) fn open(_: &Path, _: &Ruleset, _: Layout) -> Result<TableFile, FileError> {
        unreachable!("no directory can be named without the feature `files`")
    }

    pub(crate) fn layout(&self) -> &Layout {
        match self.0 {}
    }

    pub(crate) fn exact<S: Shape>(
        &self,
        _: &Rules<S>,
        _: &Position<S>,
        _: Sides,
    ) -> Result<Option<Exact>, FileError> {
        match self.0 {}
    }

    pub(crate) fn load(self) -> Result<Table, FileError> {
        match self.0 {}
    }
}

pub(crate) fn left_aside(_: &FileError) {}

pub(crate) fn write_table(_: &Table, _: &Ruleset, _: &Path, _: usize) -> Result<(), FileError> {
    unreachable!("no directory can be named without the feature `files`")
}
