//! Tuning: numbers of the evaluation fitted to games the engine has played
//! against itself (Texel's method).
//!
//! [`play`] makes the games, [`fit`] the numbers. A position's target is
//! what the search thought and, if wanted, in part the game's result, squashed to
//! 0..1; its prediction is the squashed evaluation. With a die a search thinks of
//! chances, which are taken back to the centipawns they come from. What no game tells
//! much about is held near what movement tables say, so that the same games give the
//! same numbers. Where a bared king draws, [`fit_chances`] finds how likely mates are.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rukh_engine::tuning::EvalFile;
use rukh_rules::notation::text;

mod chances;
mod fit;
mod play;

pub use chances::{FittedChances, fit_chances};
pub use fit::{FitSettings, FittedWeights, fit};
pub use play::{LabelledPosition, SelfPlay, parse, play, write};

/// The longest evaluation file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads an evaluation file, as `rukh tune` writes it.
///
/// # Errors
/// That it cannot be read or is none.
pub fn open(path: &Path) -> Result<EvalFile, String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    // The other end of a session may name a pipe or a device, which might never end.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(named(&"not a regular file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| named(&error))?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| named(&error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(named(&format!("longer than {MAX_FILE_BYTES} bytes")));
    }
    let text = text::decode(&bytes).map_err(|error| named(&error))?;
    EvalFile::parse(&text).map_err(|error| named(&error))
}
