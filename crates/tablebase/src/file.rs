//! Tables in files.
//!
//! A file holds one table. Numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 1 | [`VERSION`](crate::file_error::VERSION) |
//! | 1 | the metric: 0 distances, 1 chances |
//! | 1 | the bytes of a value: 1 or 2 for distances, 6 for chances |
//! | 1 | the length of the material's text |
//! | 16 | the fingerprint of the laws, [`Ruleset::ending_hash`] |
//! | 2, 8 | layers, and the numbers of each |
//! | 4 | how far an expected score may be from the true one, in 2^-31 points |
//! | 1 | the power of two that each ply takes off a lead where games are very long, 0 for none |
//! | 4, 4 | values of a block, and blocks |
//! | | the material's text |
//! | 4, 4 for each block | its compressed bytes, and their CRC-32 |
//! | 4 | the CRC-32 of all this |
//!
//! Then come the blocks, each a zstd frame. A block holds the first bytes of all its values, then the second ones, and
//! so on. A distance is 0 for no position, 1 for a draw, and for a loss in n plies 2 + 2n, for a win 3 + 2n. A
//! chance is the expected score in three bytes, in 2^-23 points, `ff ff ff` for no position, and in three bytes how
//! often the game is decided, in the same parts. The error of this rounding is a part of the stored one, and tables
//! that are computed are rounded alike: a table says the same in memory and in a file.
//!
//! # Decision
//!
//! Blocks are read by `pread` into a small cache. A memory map would save a copy of a few kilobytes, but if anybody
//! truncates a mapped file, the next probe kills the process.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quick_cache::sync::Cache;
use rukh_rules::shape::Shape;
use rukh_rules::{Position, Rules, Ruleset};
use zstd::bulk::Decompressor;

use crate::exact::Exact;
use crate::file_error::{FileError, FileProblem};
use crate::layout::{Layout, Sides};
use crate::table::Table;
use code::Code;
use header::{Block, Header};

mod code;
mod header;
#[cfg(test)]
mod tests;
mod write;

pub use header::{FileInfo, Metric};
pub use write::write_table;

/// The first bytes of a file; a transfer as text damages them.
pub(crate) const MAGIC: [u8; 8] = *b"\x89RTB\r\n\x1a\n";

impl From<io::Error> for FileProblem {
    fn from(error: io::Error) -> FileProblem {
        FileProblem::System(error.to_string())
    }
}

/// A table whose values are read when they are asked for.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    file: File,
    header: Header,
    code: Code,
    layout: Layout,
    cache: Cache<usize, Arc<[u8]>>,
    /// Whether the log tells of its damage already.
    is_told: AtomicBool,
}

/// Tells in the log of a file that is not used.
pub(crate) fn left_aside(error: &FileError) {
    tracing::warn!(%error, "a table file is left aside");
}

/// Blocks of a file that are kept.
const CACHED_BLOCKS: usize = 64;

thread_local! {
    /// A decompressor takes longer to make than to use.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl TableFile {
    /// Opens the table of a material, of which only the header is read and checked.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or holds another table.
    pub(crate) fn open(path: &Path, ruleset: &Ruleset, layout: Layout) -> Result<TableFile, FileError> {
        let open = || {
            let file = File::open(path)?;
            let header = Header::read(&file)?;
            header.check(&Header::of(ruleset, &layout))?;
            let code = header.code().ok_or(FileProblem::Header)?;
            Ok((file, header, code))
        };
        let (file, header, code) = open().map_err(|problem: FileProblem| problem.at(path))?;
        let cache = Cache::new(CACHED_BLOCKS);
        Ok(TableFile {
            path: path.to_owned(),
            file,
            header,
            code,
            layout,
            cache,
            is_told: AtomicBool::new(false),
        })
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the table says of a position of its material.
    ///
    /// # Errors
    /// The block that tells it is damaged.
    pub(crate) fn exact<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Sides,
    ) -> Result<Option<Exact>, FileError> {
        let Some(place) = self.layout.place(rules, position, sides) else {
            return Ok(Some(self.code.draw()));
        };
        let number = place.layer * self.layout.len() + place.index;
        let (block, offset) = (number / self.header.block_values, number % self.header.block_values);
        let read = self.cache.get_or_insert_with(&block, || self.read_block(block).map(Arc::from));
        read.and_then(|bytes| self.code.exact(&bytes, offset).ok_or_else(|| self.damaged(block)))
            .map_err(|problem| problem.at(&self.path))
            .inspect_err(|error| {
                if !self.is_told.swap(true, Ordering::Relaxed) {
                    left_aside(error);
                }
            })
    }

    /// The whole table.
    ///
    /// # Errors
    /// A block is damaged.
    pub(crate) fn load(self) -> Result<Table, FileError> {
        let mut values = self.code.values(self.header.layers, self.header.numbers);
        for block in 0..self.header.blocks.len() {
            let bytes = self.read_block(block).map_err(|problem| problem.at(&self.path))?;
            let first = block * self.header.block_values;
            self.code.decode(&bytes, first, &mut values).ok_or_else(|| self.damaged(block).at(&self.path))?;
        }
        Ok(Table::new(self.layout, values))
    }

    fn read_block(&self, number: usize) -> Result<Vec<u8>, FileProblem> {
        let Block { start, bytes, checksum } = self.header.blocks[number];
        let mut packed = vec![0; bytes as usize];
        read_exact_at(&self.file, &mut packed, start)?;
        let expected = self.header.values_of(number) * self.code.width();
        if crc32fast::hash(&packed) != checksum {
            return Err(self.damaged(number));
        }
        let unpacked = DECOMPRESSOR.with_borrow_mut(|decompressor| {
            let decompressor = match decompressor {
                Some(decompressor) => decompressor,
                None => decompressor.insert(Decompressor::new()?),
            };
            decompressor.decompress(&packed, expected)
        });
        match unpacked {
            Ok(unpacked) if unpacked.len() == expected => Ok(unpacked),
            _ => Err(self.damaged(number)),
        }
    }

    fn damaged(&self, block: usize) -> FileProblem {
        FileProblem::Block { block: block + 1, blocks: self.header.blocks.len() }
    }
}

/// Fills the buffer from a place of the file, without moving the file's own.
#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
}

/// Fills the buffer from a place of the file.
#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut start: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                start += read as u64;
            }
        }
    }
    Ok(())
}
