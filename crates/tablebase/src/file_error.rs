//! What may be wrong with a table file.

use std::io;
use std::path::{Path, PathBuf};

/// The version of the format and of what tables mean.
pub(crate) const VERSION: u8 = 2;

/// A table file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FileProblem,
}

/// What is wrong with a table file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The operating system refuses to read or to write it.
    #[error("{0}")]
    System(String),
    /// It begins with other bytes than table files do.
    #[error("is no table of endings: its first bytes should be `89 RTB`")]
    Foreign,
    /// A version of the format that this program does not know.
    #[error("has version {found} of the format, and this program reads version {VERSION}; build it again")]
    Version {
        /// Its version.
        found: u8,
    },
    /// It is shorter or longer than its header says.
    #[error("has {found} bytes and should have {expected}; build it again")]
    Length {
        /// How many bytes it has.
        found: u64,
        /// How many its header tells.
        expected: u64,
    },
    /// The header or the index of blocks does not have its checksum, or makes no sense.
    #[error("has a damaged header; build it again")]
    Header,
    /// The header tells of another table.
    #[error("has the {what} {found}, and the table looked for has {expected}")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the file has.
        found: String,
        /// What it should have.
        expected: String,
    },
    /// A block does not have its checksum, or no values that are possible.
    #[error("has damage in block {block} of {blocks}; build it again")]
    Block {
        /// The number of the block, from 1.
        block: usize,
        /// How many blocks there are.
        blocks: usize,
    },
}

impl FileProblem {
    pub(crate) fn at(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), problem: self }
    }
}

impl FileError {
    pub(crate) fn of_system(path: &Path, error: &io::Error) -> FileError {
        FileProblem::System(error.to_string()).at(path)
    }
}
