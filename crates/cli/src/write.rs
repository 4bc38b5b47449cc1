//! Writing files so that nobody ever sees half of one.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Tries whether [`replace`] could write a file, before hours are spent on what
/// goes into it.
///
/// # Errors
/// As [`replace`].
pub fn try_out(path: &Path) -> anyhow::Result<()> {
    let part = part(path)?;
    let tried = std::fs::write(&part, "").and_then(|()| std::fs::remove_file(&part));
    tried.with_context(|| format!("{} cannot be written", path.display()))
}

/// Where a file is written before it is moved into place, which must be that of a file.
fn part(path: &Path) -> anyhow::Result<PathBuf> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        bail!("{} cannot be written: it is no plain file", path.display());
    }
    let name = path.file_name().with_context(|| format!("{} names no file", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// Writes a file beside its place, then moves it there.
///
/// # Errors
/// That it cannot be written; then what stood there stands there still.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let part = part(path)?;
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // What could not be moved into place is of no use to anyone.
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}
