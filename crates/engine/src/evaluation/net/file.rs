//! The file of a net.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `RUKHNET` and a zero |
//! | 1 | version of the format |
//! | 8 | checksum of all that follows |
//! | 4 | length of the header |
//! | … | the header as JSON: pieces, board, sizes and provenance |
//! | 2 each | weights of the hidden layer, a row for each piece on each cell; then its biases |
//! | 1 each | weights of the outputs: those of the side to move, then those of the other |
//! | 4 each | biases of the outputs |
//!
//! Numbers are little-endian.

use std::collections::BTreeMap;

use rukh_rules::hash::mix;
use rukh_rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};

use super::{LANES, MAX_BUCKETS, MAX_HIDDEN};
use crate::evaluation::file::piece_differences;
use crate::evaluation::weights::{WeightsBasis, movements};

const MAGIC: &[u8; 8] = b"RUKHNET\0";
const VERSION: u8 = 1;
/// Where the content begins that the checksum covers.
const CONTENT: usize = 17;
/// Maximum length of a file in bytes.
pub const MAX_NET_BYTES: usize = 400_000;
/// Maximum number of rows of weights; rows are counted in 16 bits.
const MAX_ROWS: usize = 1 << 16;
/// Bound of a bias of the outputs: 127 times an output of 1.
const MAX_OUTPUT_BIAS: u32 = 127 * (super::HIDDEN_ONE * super::OUTPUT_ONE) as u32;

/// What a net is for, and how it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NetHeader {
    /// The ruleset it was trained for.
    pub ruleset: String,
    /// Letters of its pieces and how they move.
    pub men: BTreeMap<char, String>,
    /// What the rows depend on besides.
    pub basis: WeightsBasis,
    /// Whether a side sees its king on the left wing.
    pub mirrored: bool,
    /// Number of pieces in the array, by which the output is chosen.
    pub pieces: usize,
    /// Values of the hidden layer for each side.
    pub hidden: usize,
    /// Number of outputs.
    pub buckets: usize,
    /// Fingerprint of the weights that it was trained beside.
    pub weights: String,
    /// Command, data and result of the training.
    pub provenance: BTreeMap<String, String>,
}

/// The numbers of a net: whole, [`HIDDEN_ONE`](super::HIDDEN_ONE) in the hidden layer and
/// [`OUTPUT_ONE`](super::OUTPUT_ONE) in the output weights stand for 1, their product in the output biases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetNumbers {
    /// `[row][hidden]`
    pub features: Vec<i16>,
    /// `[hidden]`
    pub biases: Vec<i16>,
    /// `[bucket][side to move, other][hidden]`
    pub output_weights: Vec<i8>,
    /// `[bucket]`
    pub output_biases: Vec<i32>,
}

/// Why a file is not the file of a net.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetFileError {
    /// It does not begin as one.
    #[error("this is not the file of a net")]
    NotANet,
    /// It has another version.
    #[error("version {0} of the format of nets is unknown; {VERSION} is read")]
    Version(u8),
    /// It is larger than any net.
    #[error("the file has {0} bytes; a net has at most {MAX_NET_BYTES}")]
    TooLong(usize),
    /// Its bytes are not those that were written.
    #[error("the file is damaged: its checksum is wrong")]
    Damaged,
    /// Its header cannot be read.
    #[error("the header of the net: {0}")]
    Header(String),
    /// It has more or fewer numbers than its header says.
    #[error("the net has {found} bytes of numbers, and {expected} are wanted")]
    Length {
        /// Bytes by the header.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
    /// A number is out of range.
    #[error("an output bias of {0} is out of range")]
    Range(i32),
}

/// A net as a file has it: checked in itself, but not yet for a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetFile {
    header: NetHeader,
    features: Vec<i16>,
    biases: Vec<i16>,
    /// Wider than in the file, so that no instruction widens them.
    output_weights: Vec<i16>,
    output_biases: Vec<i32>,
}

/// Sizes of the parts of a net.
struct Sizes {
    features: usize,
    biases: usize,
    output_weights: usize,
    output_biases: usize,
}

impl Sizes {
    fn of(header: &NetHeader) -> Result<Sizes, NetFileError> {
        let wrong = |what: String| NetFileError::Header(what);
        let NetHeader { hidden, buckets, .. } = *header;
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(wrong(format!("{hidden} hidden values; a multiple of {LANES} up to {MAX_HIDDEN}")));
        }
        if !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(wrong(format!("{buckets} outputs; from 1 to {MAX_BUCKETS} are read")));
        }
        let rows = rows_of(&header.basis);
        if rows > MAX_ROWS {
            return Err(wrong(format!("{rows} rows of weights; at most {MAX_ROWS} are read")));
        }
        Ok(Sizes {
            features: rows * hidden,
            biases: hidden,
            output_weights: buckets * 2 * hidden,
            output_biases: buckets,
        })
    }

    fn bytes(&self) -> usize {
        2 * (self.features + self.biases) + self.output_weights + 4 * self.output_biases
    }
}

/// Number of rows of weights: own and enemy pieces of each kind on each cell.
fn rows_of(basis: &WeightsBasis) -> usize {
    let [files, ranks] = basis.board.map(usize::from);
    basis.order.chars().count().saturating_mul(2 * files * ranks)
}

impl NetFile {
    /// A net of these numbers.
    ///
    /// # Errors
    /// Sizes or numbers that no file has.
    pub fn new(header: NetHeader, numbers: NetNumbers) -> Result<NetFile, NetFileError> {
        let sizes = Sizes::of(&header)?;
        let counts = [
            (sizes.features, numbers.features.len()),
            (sizes.biases, numbers.biases.len()),
            (sizes.output_weights, numbers.output_weights.len()),
            (sizes.output_biases, numbers.output_biases.len()),
        ];
        if let Some((expected, found)) = counts.into_iter().find(|(wanted, found)| wanted != found) {
            return Err(NetFileError::Length { expected, found });
        }
        if let Some(bias) = numbers.output_biases.iter().find(|bias| bias.unsigned_abs() > MAX_OUTPUT_BIAS) {
            return Err(NetFileError::Range(*bias));
        }
        let NetNumbers { features, biases, output_weights, output_biases } = numbers;
        let output_weights = output_weights.into_iter().map(i16::from).collect();
        Ok(NetFile { header, features, biases, output_weights, output_biases })
    }

    /// Whether bytes begin as the file of a net does.
    #[must_use]
    pub fn is_net(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are not what [`NetFile::write`] writes.
    pub fn parse(bytes: &[u8]) -> Result<NetFile, NetFileError> {
        if bytes.len() > MAX_NET_BYTES {
            return Err(NetFileError::TooLong(bytes.len()));
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetFileError::NotANet)?;
        let (version, rest) = rest.split_first().ok_or(NetFileError::NotANet)?;
        if *version != VERSION {
            return Err(NetFileError::Version(*version));
        }
        let (sum, rest) = rest.split_first_chunk::<8>().ok_or(NetFileError::Damaged)?;
        if checksum(rest) != u64::from_le_bytes(*sum) {
            return Err(NetFileError::Damaged);
        }
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(NetFileError::Damaged)?;
        let (text, rest) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(NetFileError::Damaged)?;
        let header: NetHeader =
            serde_json::from_slice(text).map_err(|error| NetFileError::Header(error.to_string()))?;
        let sizes = Sizes::of(&header)?;
        if rest.len() != sizes.bytes() {
            return Err(NetFileError::Length { expected: sizes.bytes(), found: rest.len() });
        }
        let (features, rest) = rest.split_at(2 * sizes.features);
        let (biases, rest) = rest.split_at(2 * sizes.biases);
        let (output_weights, output_biases) = rest.split_at(sizes.output_weights);
        let numbers = NetNumbers {
            features: features.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect(),
            biases: biases.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect(),
            output_weights: output_weights.iter().map(|byte| *byte as i8).collect(),
            output_biases: output_biases
                .as_chunks()
                .0
                .iter()
                .map(|bytes| i32::from_le_bytes(*bytes))
                .collect(),
        };
        NetFile::new(header, numbers)
    }

    /// Makes the checksum of changed bytes right again, for tests of what lies behind it.
    #[doc(hidden)]
    pub fn mend_checksum(bytes: &mut [u8]) {
        if let Some((head, content)) = bytes.split_at_mut_checked(CONTENT) {
            head[CONTENT - 8..].copy_from_slice(&checksum(content).to_le_bytes());
        }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// The file would be too long.
    pub fn write(&self) -> Result<Vec<u8>, NetFileError> {
        let text =
            serde_json::to_vec(&self.header).map_err(|error| NetFileError::Header(error.to_string()))?;
        let mut content = (text.len() as u32).to_le_bytes().to_vec();
        content.extend(text);
        content.extend(self.features.iter().chain(&self.biases).flat_map(|number| number.to_le_bytes()));
        content.extend(self.output_weights.iter().map(|number| *number as u8));
        content.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        let bytes = [MAGIC, &[VERSION][..], &checksum(&content).to_le_bytes(), &content].concat();
        if bytes.len() > MAX_NET_BYTES {
            return Err(NetFileError::TooLong(bytes.len()));
        }
        Ok(bytes)
    }

    /// What the net is for, and how it was made.
    #[must_use]
    pub fn header(&self) -> &NetHeader {
        &self.header
    }

    /// The differences to a ruleset that make the net useless there.
    pub(super) fn differences(&self, ruleset: &Ruleset) -> Vec<String> {
        let mut differences = piece_differences(&self.header.men, &movements(ruleset));
        differences.extend(self.header.basis.differences(&WeightsBasis::from_ruleset(ruleset)));
        differences
    }

    #[inline(always)]
    pub(super) fn hidden(&self) -> usize {
        self.biases.len()
    }

    #[inline(always)]
    pub(super) fn features(&self) -> &[i16] {
        &self.features
    }

    #[inline(always)]
    pub(super) fn biases(&self) -> &[i16] {
        &self.biases
    }

    #[inline(always)]
    pub(super) fn output_weights(&self) -> &[i16] {
        &self.output_weights
    }

    #[inline(always)]
    pub(super) fn output_biases(&self) -> &[i32] {
        &self.output_biases
    }
}

/// A checksum of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
