//! Tuning: weights of the evaluation fitted to games of self-play (Texel's method).
//!
//! [`play`] plays the games, [`fit`] fits the weights. A position's target is the score of the
//! search, mapped to 0..1 by a sigmoid, and in part the game's result if the settings say so; its
//! prediction is the evaluation through the same sigmoid. With a die the score is a probability,
//! which is mapped back to centipawns. Weights that games hardly determine stay near the values
//! from movement tables. Where a bared king draws, [`fit_chances`] fits the odds of mate.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rukh_engine::tuning::EvalFile;
use rukh_rules::Failure;

mod chances;
mod fit;
mod play;

pub use chances::{FittedChances, fit_chances};
pub use fit::{FitSettings, FittedWeights, best_scale, fit};
pub use play::{LabelledPosition, SelfPlay, parse, play, play_game, quiet_score, start_of_turns, write};

/// The longest evaluation file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads an evaluation file of `rukh tune` or `rukh train`.
///
/// # Errors
/// The file cannot be read, is longer than 16 MiB, or is no evaluation file.
pub fn open(path: &Path) -> Result<EvalFile, Failure> {
    let with_path = |what: &dyn std::fmt::Display| Failure::from(format!("{}: {what}", path.display()));
    // The other end of a session may name a pipe or a device, which might never end.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(with_path(&"not a regular file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| with_path(&error))?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| with_path(&error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(with_path(&format!("longer than {MAX_FILE_BYTES} bytes")));
    }
    EvalFile::parse_bytes(&bytes).map_err(|error| with_path(&error))
}
