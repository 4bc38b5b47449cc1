//! `rukh backup` and `rukh restore`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

use crate::args::PlaceOptions;
use crate::serve::{place, runtime};

/// Writes everything a server keeps into a new file, readable by its owner only.
///
/// # Errors
/// What the database or the file system has against it; then no file is left.
pub fn backup(options: PlaceOptions, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let config = place(options)?;
    let unwritten = || format!("`{}` cannot be written", file.display());
    anyhow::ensure!(!file.exists(), "`{}` exists already; name a new file", file.display());
    let partial = file.with_added_extension("partial");
    let mut opening = std::fs::OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    let writer = opening.open(&partial).with_context(unwritten)?;
    let written = runtime()?.block_on(rukh_server::backup(&config, BufWriter::new(&writer)));
    let kept = written.map_err(anyhow::Error::from).and_then(|rows| {
        writer.sync_all().with_context(unwritten)?;
        std::fs::rename(&partial, file).with_context(unwritten)?;
        Ok(rows)
    });
    match kept {
        Ok(rows) => writeln!(out, "{rows} rows written to {}; keep it secret", file.display())?,
        Err(error) => {
            // The file is not whole; what stays of it helps nobody.
            let _ = std::fs::remove_file(&partial);
            return Err(error);
        }
    }
    Ok(())
}

/// Reads such a file into an empty database.
///
/// # Errors
/// What is wrong with the file or the database; then nothing was changed.
pub fn restore(options: PlaceOptions, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let config = place(options)?;
    let reader = File::open(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    let rows = runtime()?.block_on(rukh_server::restore(&config, BufReader::new(reader)))?;
    writeln!(out, "{rows} rows restored")?;
    Ok(())
}
