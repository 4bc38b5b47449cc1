//! What a file says of itself.

use std::fs::File;
use std::path::Path;

use rukh_rules::Ruleset;

use super::code::Code;
use super::{MAGIC, read_exact_at};
use crate::file_error::{FileError, FileProblem, VERSION};
use crate::layout::{Layout, kinds_of};

/// What a table tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Plies to the end.
    Distances,
    /// Expected scores, with a die.
    Chances,
}

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct FileInfo {
    /// The text of the material.
    pub material: String,
    /// The fingerprint of the laws: 16 hexadecimal digits.
    pub laws: String,
    /// What its table tells.
    pub metric: Metric,
    /// How many values there are of the sides' counters.
    pub layers: usize,
    /// Numbers of each layer, of which some stand for no position.
    pub numbers: usize,
    /// How far an expected score may be from the true one, in points.
    pub gap: f64,
    /// What each ply takes off a lead, of 1, where games are very long in this table or in one that it leads to;
    /// otherwise 0.
    pub ply_share: f64,
    /// Bytes of a value before compression.
    pub value_bytes: usize,
    /// Blocks that are compressed each by itself.
    pub blocks: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

impl FileInfo {
    /// Reads the header of a file, of whatever ruleset.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or its header is damaged.
    pub fn read(path: &Path) -> Result<FileInfo, FileError> {
        let read = || Header::read(&File::open(path)?);
        let header = read().map_err(|problem: FileProblem| problem.at(path))?;
        Ok(FileInfo {
            bytes: header.file_bytes(),
            material: header.material,
            laws: header.laws,
            metric: header.metric,
            layers: header.layers,
            numbers: header.numbers,
            gap: f64::from(header.gap) / f64::from(1_u32 << 31),
            ply_share: if header.decay == 0 { 0.0 } else { (-f64::from(header.decay)).exp2() },
            value_bytes: header.value_bytes,
            blocks: header.blocks.len(),
        })
    }
}

/// A block: where it is, and the checksum of its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) start: u64,
    pub(super) bytes: u32,
    pub(super) checksum: u32,
}

#[derive(Debug)]
pub(super) struct Header {
    pub(super) metric: Metric,
    pub(super) value_bytes: usize,
    pub(super) laws: String,
    pub(super) layers: usize,
    pub(super) numbers: usize,
    pub(super) gap: u32,
    pub(super) decay: u8,
    pub(super) block_values: usize,
    pub(super) material: String,
    pub(super) blocks: Vec<Block>,
}

/// Bytes before the text of the material.
const FIXED: usize = 51;
/// No block of a file has more values.
const MAX_BLOCK_VALUES: usize = 1 << 16;

impl Header {
    /// The header of a table yet without values.
    pub(super) fn of(ruleset: &Ruleset, layout: &Layout) -> Header {
        Header {
            metric: if ruleset.has_die() { Metric::Chances } else { Metric::Distances },
            value_bytes: 0,
            laws: ruleset.ending_hash(kinds_of(layout.material())),
            layers: layout.layers(),
            numbers: layout.len(),
            gap: 0,
            decay: 0,
            block_values: 0,
            material: layout.material().text(ruleset),
            blocks: Vec::new(),
        }
    }

    /// How the values are written; `None` if no values are written so.
    pub(super) fn code(&self) -> Option<Code> {
        Code::new(self.metric, self.value_bytes, self.gap, self.decay)
    }

    /// How many values a block has.
    pub(super) fn values_of(&self, block: usize) -> usize {
        let first = block * self.block_values;
        self.block_values.min(self.layers * self.numbers - first)
    }

    fn file_bytes(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.start + u64::from(block.bytes))
    }

    /// Says how the header differs from that of the table looked for.
    pub(super) fn check(&self, wanted: &Header) -> Result<(), FileProblem> {
        let metric = |header: &Header| format!("{:?}", header.metric).to_lowercase();
        let numbers = |header: &Header| format!("{} x {}", header.layers, header.numbers);
        let facts = [
            ("fingerprint of the laws", self.laws.clone(), wanted.laws.clone()),
            ("material", self.material.clone(), wanted.material.clone()),
            ("metric", metric(self), metric(wanted)),
            ("size", numbers(self), numbers(wanted)),
        ];
        match facts.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => Err(FileProblem::Other { what, found, expected }),
            None => Ok(()),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let metric = match self.metric {
            Metric::Distances => 0,
            Metric::Chances => 1,
        };
        bytes.extend([VERSION, metric, self.value_bytes as u8, self.material.len() as u8]);
        bytes.extend(self.laws.as_bytes());
        bytes.extend((self.layers as u16).to_le_bytes());
        bytes.extend((self.numbers as u64).to_le_bytes());
        bytes.extend(self.gap.to_le_bytes());
        bytes.push(self.decay);
        for number in [self.block_values as u32, self.blocks.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.material.as_bytes());
        for block in &self.blocks {
            bytes.extend(block.bytes.to_le_bytes());
            bytes.extend(block.checksum.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header, and compares the length of the file with it.
    pub(super) fn read(file: &File) -> Result<Header, FileProblem> {
        let found = file.metadata()?.len();
        let mut fixed = [0; FIXED];
        let there = found.min(FIXED as u64) as usize;
        read_exact_at(file, &mut fixed[..there], 0)?;
        if fixed[..there.min(8)] != MAGIC[..there.min(8)] || there == 0 {
            return Err(FileProblem::Foreign);
        }
        if there < FIXED {
            return Err(FileProblem::Length { found, expected: FIXED as u64 });
        }
        if fixed[8] != VERSION {
            return Err(FileProblem::Version { found: fixed[8] });
        }
        let mut fields = Fields(&fixed[8..]);
        let [_, _, _, text] = fields.next();
        let _: [u8; 16 + 2 + 8 + 4 + 1 + 4] = fields.next();
        let blocks = u64::from(u32::from_le_bytes(fields.next()));
        let expected = FIXED as u64 + u64::from(text) + 8 * blocks + 4;
        if found < expected {
            return Err(FileProblem::Length { found, expected });
        }
        let mut bytes = vec![0; expected as usize];
        read_exact_at(file, &mut bytes, 0)?;
        let (bytes, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(bytes).to_le_bytes() != checksum {
            return Err(FileProblem::Header);
        }
        let header = Header::parse(bytes, expected).ok_or(FileProblem::Header)?;
        match header.file_bytes() {
            expected if expected == found => Ok(header),
            expected => Err(FileProblem::Length { found, expected }),
        }
    }

    /// Reads a header whose first bytes and checksum are right; `None` if it makes no sense.
    fn parse(bytes: &[u8], end: u64) -> Option<Header> {
        let mut fields = Fields(&bytes[9..]);
        let [metric, value_bytes, _] = fields.next();
        let laws: [u8; 16] = fields.next();
        let layers = usize::from(u16::from_le_bytes(fields.next()));
        let numbers = usize::try_from(u64::from_le_bytes(fields.next())).ok()?;
        let gap = u32::from_le_bytes(fields.next());
        let [decay] = fields.next();
        let block_values = u32::from_le_bytes(fields.next()) as usize;
        let blocks = u32::from_le_bytes(fields.next()) as usize;
        let (material, index) = fields.0.split_at(bytes.len() - FIXED - 8 * blocks);
        let mut start = end;
        let block = |entry: &[u8]| {
            let mut fields = Fields(entry);
            let (bytes, checksum) = (u32::from_le_bytes(fields.next()), u32::from_le_bytes(fields.next()));
            let block = Block { start, bytes, checksum };
            start += u64::from(bytes);
            block
        };
        let metric = match metric {
            0 => Metric::Distances,
            1 => Metric::Chances,
            _ => return None,
        };
        let header = Header {
            metric,
            value_bytes: value_bytes.into(),
            laws: str::from_utf8(&laws).ok()?.to_owned(),
            layers,
            numbers,
            gap,
            decay,
            block_values,
            material: str::from_utf8(material).ok()?.to_owned(),
            blocks: index.chunks_exact(8).map(block).collect(),
        };
        let values = layers.checked_mul(numbers)?;
        let makes_sense = (1..=MAX_BLOCK_VALUES).contains(&block_values)
            && values > 0
            && blocks == values.div_ceil(block_values)
            && header.code().is_some();
        makes_sense.then_some(header)
    }
}

/// Bytes that are read one field after another.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    /// The next bytes, of which there are enough.
    fn next<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().expect("the length of the header is checked");
        self.0 = rest;
        *field
    }
}
