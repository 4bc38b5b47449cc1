//! Writing files so that nobody ever sees half of one.

use std::path::Path;

use anyhow::Context;

/// Writes a file beside its place, then moves it there.
///
/// # Errors
/// That it cannot be written; then what stood there stands there still.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.file_name().with_context(|| format!("{} names no file", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(hidden);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // What could not be moved into place is of no use to anyone.
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}
