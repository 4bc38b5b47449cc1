//! A small net beside the linear evaluator: what it says is added to the sum of the terms.
//!
//! Each side sees the board from its own end: a row of weights for each piece on each cell, own and enemy
//! apart, summed into the values of the hidden layer (an *accumulator*). Both accumulators, that of the side
//! to move first, are squared within bounds (SCReLU) and weighed by the output of a bucket, which follows from
//! the number of pieces. Since a move changes few rows, the search keeps accumulators and updates them
//! (`accumulators`); [`Net::value`] computes them anew, and both agree in every debug build.
//!
//! All numbers are whole, so that every machine agrees. The loops over the hidden layer have a fixed length
//! that compilers turn into vector instructions.

use std::sync::Arc;

use rukh_rules::bits::CellSet;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Position, Rules, Side};

use super::file::WeightsMismatch;
use super::linear::LinearEvaluator;
use crate::score::Value;
use features::{FeatureMap, View};
use file::NetFile;

pub(crate) mod accumulators;
pub(crate) mod features;
pub(crate) mod file;

/// Values of the hidden layer that are computed together; a layer has a multiple of them.
pub(crate) const LANES: usize = 16;
/// Maximum size of the hidden layer for each side.
pub const MAX_HIDDEN: usize = 64;
/// Maximum number of outputs.
pub const MAX_BUCKETS: usize = 8;
/// What stands for 1 in the hidden layer; its values are clamped to 0 and this.
pub const HIDDEN_ONE: i32 = 255;
/// What stands for 1 in the output weights.
pub const OUTPUT_ONE: i32 = 64;
/// Centipawns of an output of 1.
pub const OUTPUT_CENTIPAWNS: i32 = 400;
/// Bound of what a net adds, in centipawns.
const MAX_VALUE: i64 = 10_000;

/// Values of the hidden layer that are computed together.
type Lanes = [i16; LANES];

/// The hidden layer seen by one side.
pub(crate) type Hidden = [i16; MAX_HIDDEN];

/// A net that fits a ruleset.
#[derive(Debug)]
pub(crate) struct Net {
    file: Arc<NetFile>,
    features: FeatureMap,
}

impl Net {
    /// The net of a file for a ruleset, whose linear evaluator it was trained beside.
    ///
    /// # Errors
    /// All differences between the file and the ruleset.
    pub(crate) fn new(
        file: Arc<NetFile>,
        ruleset: &Ruleset,
        linear: &LinearEvaluator,
    ) -> Result<Net, WeightsMismatch> {
        let mut differences = file.differences(ruleset);
        if file.header().weights != linear.fingerprint() {
            differences.push("the net was trained beside other weights".to_owned());
        }
        match FeatureMap::new(ruleset) {
            None => differences.push("the sides are not alike".to_owned()),
            Some(features) if features.has_mirror() != file.header().mirrored => {
                differences.push("the wings are alike only in one of both".to_owned());
            }
            Some(features) if differences.is_empty() => return Ok(Net { file, features }),
            Some(_) => {}
        }
        Err(WeightsMismatch { ruleset: ruleset.instance.to_string(), differences })
    }

    pub(crate) fn file(&self) -> &NetFile {
        &self.file
    }

    /// What the net adds for White, in centipawns.
    pub(crate) fn value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let hidden =
            Side::BOTH.map(|side| self.hidden(rules, position, self.features.view(rules, position, side)));
        self.white_output(position, &hidden)
    }

    /// The hidden layer in a view, computed anew.
    fn hidden<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, view: View) -> Hidden {
        let mut hidden = self.biases();
        for side in Side::BOTH {
            for kind in rules.ruleset().kinds() {
                for cell in position.pieces_of(rules, side, kind).cells() {
                    self.file.add_row(&mut hidden, self.features.row(view, (side, kind, cell)));
                }
            }
        }
        hidden
    }

    fn biases(&self) -> Hidden {
        let mut hidden = [0; MAX_HIDDEN];
        let biases = self.file.biases();
        hidden[..biases.len()].copy_from_slice(biases);
        hidden
    }

    /// The output for White, by the hidden layers seen by White and Black.
    #[inline(always)]
    fn white_output<S: Shape>(&self, position: &Position<S>, hidden: &[Hidden; 2]) -> Value {
        let [white, black] = Side::BOTH.map(|side| position.pieces_of_side(side).count());
        let bucket = self.file.bucket((white + black) as usize);
        match position.turn() {
            Side::White => self.file.output([&hidden[0], &hidden[1]], bucket),
            Side::Black => -self.file.output([&hidden[1], &hidden[0]], bucket),
        }
    }
}

/// Which of `buckets` outputs stands for a number of pieces, of which the array has `most`.
#[must_use]
#[inline]
pub fn net_bucket(pieces: usize, buckets: usize, most: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / most.max(1)).min(buckets - 1)
}

impl NetFile {
    /// Which output stands for a number of pieces.
    #[must_use]
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        net_bucket(pieces, self.header().buckets, self.header().pieces)
    }

    /// The output for the side to move, in centipawns, by the rows that it and the other side see.
    #[must_use]
    pub fn output_of_rows(&self, rows: [&[u16]; 2], bucket: usize) -> Value {
        let size = self.hidden();
        let sum = |rows: &[u16]| {
            let mut hidden = [0_i16; MAX_HIDDEN];
            hidden[..size].copy_from_slice(self.biases());
            rows.iter().for_each(|row| self.add_row(&mut hidden, *row));
            hidden
        };
        self.output([&sum(rows[0]), &sum(rows[1])], bucket)
    }

    #[inline(always)]
    fn row(&self, row: u16) -> &[Lanes] {
        let size = self.hidden();
        self.features()[usize::from(row) * size..][..size].as_chunks().0
    }

    #[inline(always)]
    fn add_row(&self, hidden: &mut Hidden, row: u16) {
        for (lanes, more) in hidden.as_chunks_mut().0.iter_mut().zip(self.row(row)) {
            *lanes = sum_of(lanes, more);
        }
    }

    #[inline(always)]
    fn remove_row(&self, hidden: &mut Hidden, row: u16) {
        for (lanes, less) in hidden.as_chunks_mut().0.iter_mut().zip(self.row(row)) {
            *lanes = difference_of(lanes, less);
        }
    }

    /// Takes one row away and adds another.
    #[inline(always)]
    fn replace_row(&self, hidden: &mut Hidden, removed: u16, added: u16) {
        let rows = self.row(removed).iter().zip(self.row(added));
        for (lanes, (less, more)) in hidden.as_chunks_mut().0.iter_mut().zip(rows) {
            *lanes = sum_of(&difference_of(lanes, less), more);
        }
    }

    /// The output for the side to move, in centipawns, by the hidden layers that it and the other side see.
    #[inline(always)]
    fn output(&self, hidden: [&Hidden; 2], bucket: usize) -> Value {
        let size = self.hidden();
        let weights = self.output_weights()[bucket * 2 * size..][..2 * size].as_chunks().0;
        let (own, others) = weights.split_at(size / LANES);
        let sum = squared_sum(hidden[0], own) + squared_sum(hidden[1], others);
        let unit = i64::from(HIDDEN_ONE * OUTPUT_ONE);
        let value = i64::from(sum / HIDDEN_ONE) + i64::from(self.output_biases()[bucket]);
        (value * i64::from(OUTPUT_CENTIPAWNS) / unit).clamp(-MAX_VALUE, MAX_VALUE) as Value
    }
}

#[inline(always)]
fn sum_of(one: &Lanes, other: &Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane].wrapping_add(other[lane]))
}

#[inline(always)]
fn difference_of(one: &Lanes, other: &Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane].wrapping_sub(other[lane]))
}

/// The weighted sum of the squares of the first values of a hidden layer, as many as there are weights.
#[inline]
fn squared_sum(hidden: &Hidden, weights: &[Lanes]) -> i32 {
    hidden
        .as_chunks()
        .0
        .iter()
        .zip(weights)
        .map(|(hidden, weights)| squared_sum_of_lanes(hidden, weights))
        .sum()
}

/// At most 64 values of 255 squared, each 128 times, are within 32 bits. One loop for each step, which compilers
/// turn into one instruction for eight lanes; a loop for all of them is taken apart.
#[inline(always)]
fn squared_sum_of_lanes(hidden: &Lanes, weights: &Lanes) -> i32 {
    let (mut clamped, mut weighed) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        clamped[lane] = hidden[lane].clamp(0, HIDDEN_ONE as i16);
    }
    for lane in 0..LANES {
        // 255 times -128 fits in 16 bits.
        weighed[lane] = clamped[lane].wrapping_mul(weights[lane]);
    }
    let mut sum = 0;
    for lane in 0..LANES {
        sum += i32::from(clamped[lane]) * i32::from(weighed[lane]);
    }
    sum
}

#[cfg(test)]
mod tests;
