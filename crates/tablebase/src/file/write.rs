//! Writing tables.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use rukh_rules::Ruleset;

use super::code::Code;
use super::header::{Block, Header};
use crate::file_error::{FileError, FileProblem};
use crate::table::Table;
use crate::workers::map;

/// Bytes of a block before compression, of which a probe unpacks one.
const BLOCK_BYTES: usize = 1 << 14;
/// The level of zstd.
const LEVEL: i32 = 12;

/// Writes a table to a file, under another name until it is whole. The bytes are the same whatever the threads.
///
/// # Errors
/// The operating system refuses it.
pub fn write_table(table: &Table, ruleset: &Ruleset, path: &Path, threads: usize) -> Result<(), FileError> {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    let written = write_part(table, ruleset, &part, threads).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|error| {
        // What there is of it is of no use; that it cannot be removed is no news.
        let _ = std::fs::remove_file(&part);
        FileProblem::from(error).at(path)
    })
}

fn write_part(table: &Table, ruleset: &Ruleset, path: &Path, threads: usize) -> io::Result<()> {
    let code = Code::of(table.values());
    let mut header = Header::of(ruleset, table.layout());
    header.value_bytes = code.width();
    header.gap = code.gap();
    header.decay = code.decay();
    header.block_values = BLOCK_BYTES / code.width().next_power_of_two();
    let blocks = (header.layers * header.numbers).div_ceil(header.block_values);
    let pack = |block: usize| {
        let first = block * header.block_values;
        let raw = code.encode(table.values(), first, header.values_of(block));
        zstd::bulk::compress(&raw, LEVEL)
    };
    let packed = map(threads, 0..blocks, pack).into_iter().collect::<io::Result<Vec<_>>>()?;
    header.blocks = packed
        .iter()
        .map(|bytes| Block { start: 0, bytes: bytes.len() as u32, checksum: crc32fast::hash(bytes) })
        .collect();
    let mut file = io::BufWriter::new(File::create(path)?);
    file.write_all(&header.to_bytes())?;
    packed.iter().try_for_each(|bytes| file.write_all(bytes))?;
    file.into_inner()?.sync_all()
}
