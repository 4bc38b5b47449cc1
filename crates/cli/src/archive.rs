//! `rukh backup` and `rukh restore`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

use crate::args::PlaceOptions;
use crate::serve::{place, runtime};
use crate::write::{Existing, Readers, Target};

/// Writes everything that a server stores to a file, which only its owner can read.
///
/// # Errors
/// The database cannot be read or the file cannot be written; then there is no file.
pub fn backup(
    options: PlaceOptions,
    file: &Path,
    existing: Existing,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let config = place(options)?;
    let target = Target::new(file, existing)?;
    let mut stream = target.stream(Readers::Owner)?;
    let rows = runtime()?.block_on(rukh_server::backup(&config, BufWriter::new(&mut stream)))?;
    stream.finish()?;
    writeln!(out, "wrote {rows} rows to {}; keep the file secret", file.display())?;
    Ok(())
}

/// Reads such a file into an empty database.
///
/// # Errors
/// The file is invalid, or the database is not empty or cannot be written; then it is unchanged.
pub fn restore(options: PlaceOptions, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let config = place(options)?;
    let reader = File::open(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    let rows = runtime()?.block_on(rukh_server::restore(&config, BufReader::new(reader)))?;
    writeln!(out, "restored {rows} rows")?;
    Ok(())
}
