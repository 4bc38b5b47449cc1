//! `rukh backup`, `rukh restore` and `rukh migrate`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use rukh_store::Store;

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
    let storage = place(options)?.storage();
    let target = Target::new(file, existing)?;
    let mut stream = target.stream(Readers::Owner)?;
    let rows = runtime()?.block_on(Store::backup_offline(&storage, BufWriter::new(&mut stream)))?;
    stream.finish()?;
    writeln!(out, "wrote {rows} rows to {}; keep the file secret", file.display())?;
    Ok(())
}

/// Reads such a file into an empty database.
///
/// # Errors
/// The file is invalid, or the database is not empty or cannot be written; then it is unchanged.
pub fn restore(options: PlaceOptions, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    let reader = File::open(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    let rows = runtime()?.block_on(Store::restore(&storage, BufReader::new(reader)))?;
    writeln!(out, "restored {rows} rows")?;
    Ok(())
}

/// Migrates a database, or only says which migrations it lacks.
///
/// # Errors
/// There is no database to check, it is too old or too new, or it cannot be written.
pub fn migrate(options: PlaceOptions, check: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let storage = place(options)?.storage();
    let runtime = runtime()?;
    if !check {
        runtime.block_on(Store::migrate(&storage))?;
    }
    let status = runtime.block_on(Store::migration_status(&storage))?;
    let version = status.version.map_or("no tables".to_owned(), |version| format!("version {version}"));
    writeln!(out, "the database has {version}, this program has version {}", status.target)?;
    for (number, description) in &status.pending {
        writeln!(out, "pending: {number} {description}")?;
    }
    Ok(if status.pending.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
