//! Writing files: they appear whole, overwrite others only with `--force`, and a text that cannot
//! be written is saved elsewhere.
//!
//! A command that writes at its end creates a [`Target`] before it begins, so that problems with
//! the file are reported before the work, not after it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;

/// Number of names that are probe for the file of a text that could not be written.
const MAX_RESCUE_NAMES: u32 = 100;

/// The option `--force`.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Overwrite {
    /// Overwrite a file that exists; without this it is refused before anything is done.
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// The treatment of a file that exists.
    #[must_use]
    pub fn existing(self) -> Existing {
        if self.force { Existing::Overwrite } else { Existing::Refuse }
    }
}

/// Treatment of a file that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays as it is, and nothing is written.
    Refuse,
    /// It is replaced.
    Overwrite,
}

/// Readers of a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Those of the process's umask.
    Usual,
    /// Its owner only.
    Owner,
}

/// A file to be written, which was found to be writable.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    existing: Existing,
}

impl Target {
    /// Checks that a file can be written.
    ///
    /// # Errors
    /// The file exists and may not be overwritten, is not a regular file or cannot be written.
    pub fn new(path: &Path, existing: Existing) -> anyhow::Result<Target> {
        let part = part(path)?;
        if existing == Existing::Refuse && path.exists() {
            bail!("{} already exists; choose another file, or overwrite it with --force", path.display());
        }
        let probe = std::fs::write(&part, "").and_then(|()| std::fs::remove_file(&part));
        probe.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Target { path: path.to_owned(), existing })
    }

    /// The file's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file; afterwards this target may write it again.
    ///
    /// # Errors
    /// The file cannot be written and is unchanged; the error names the file in which the text was
    /// saved instead.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self.try_write(text) {
            Ok(()) => {
                self.existing = Existing::Overwrite;
                Ok(())
            }
            Err(error) => Err(anyhow!("{error:#}; {}", rescue(&self.path, text))),
        }
    }

    fn try_write(&self, text: &str) -> anyhow::Result<()> {
        let mut stream = self.stream(Readers::Usual)?;
        stream.write_all(text.as_bytes()).with_context(|| self.unwritten())?;
        stream.finish()
    }

    /// Begins to write the file, which appears when the stream is finished.
    ///
    /// # Errors
    /// No file can be created in its directory.
    pub fn stream(&self, readers: Readers) -> anyhow::Result<Stream<'_>> {
        let part = part(&self.path)?;
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let file = options.open(&part).with_context(|| self.unwritten())?;
        Ok(Stream { target: self, part, file })
    }

    fn unwritten(&self) -> String {
        format!("{} cannot be written", self.path.display())
    }
}

/// A file that is written under another name; dropped unfinished, it is removed.
#[derive(Debug)]
pub struct Stream<'t> {
    target: &'t Target,
    part: PathBuf,
    file: File,
}

impl Stream<'_> {
    /// Moves the file to its own name.
    ///
    /// # Errors
    /// The file cannot be moved, or another file with that name was created meanwhile.
    pub fn finish(self) -> anyhow::Result<()> {
        let moved = self.file.sync_all().and_then(|()| self.move_into_place());
        moved.with_context(|| self.target.unwritten())
    }

    fn move_into_place(&self) -> io::Result<()> {
        let path = &self.target.path;
        if self.target.existing == Existing::Refuse {
            match std::fs::hard_link(&self.part, path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Ok(()) => return Ok(()),
                // The file system has no hard links.
                Err(_) if path.exists() => return Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => {}
            }
        }
        std::fs::rename(&self.part, path)
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // A moved file is gone already, a linked one has its own name, any other is incomplete.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// The temporary name of a file.
///
/// # Errors
/// The path is that of a directory or another thing that is no regular file.
fn part(path: &Path) -> anyhow::Result<PathBuf> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        let kind = if path.is_dir() { "a directory; name a file in it" } else { "not a regular file" };
        bail!("{} cannot be written: it is {kind}", path.display());
    }
    let name = path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// Saves a text that could not be written to a temporary file, or else prints it on standard
/// error; returns a message that says where it is.
fn rescue(path: &Path, text: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    for number in 0..MAX_RESCUE_NAMES {
        let copy = std::env::temp_dir().join(format!("rukh-{process}-{number}-{name}"));
        let opened = File::options().write(true).create_new(true).open(&copy);
        if opened.and_then(|mut file| file.write_all(text.as_bytes())).is_ok() {
            return format!("saved to {} instead", copy.display());
        }
    }
    eprintln!("{text}");
    "printed to standard error instead".to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Existing, Target};

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("rukh-write-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a directory can be made");
        folder
    }

    #[test]
    fn target_existing_file_is_refused_unless_overwritten() {
        let folder = folder("existing");
        let file = folder.join("a.txt");
        std::fs::write(&file, "old").expect("a file can be written");
        let error = Target::new(&file, Existing::Refuse).expect_err("it exists").to_string();
        assert!(error.contains("already exists") && error.contains("--force"), "{error}");
        let mut target = Target::new(&file, Existing::Overwrite).expect("it may be overwritten");
        target.write("new").expect("it can be written");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 1, "nothing is left beside it");
        std::fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn target_written_twice_is_its_own_file() {
        let folder = folder("twice");
        let file = folder.join("a.txt");
        let mut target = Target::new(&file, Existing::Refuse).expect("it does not exist");
        target.write("one").expect("it can be written");
        target.write("two").expect("it is ours");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "two");
        std::fs::remove_dir_all(folder).expect("it can be removed");
    }

    /// Another file is created meanwhile, or the directory is removed.
    #[test]
    fn target_that_fails_at_the_end_keeps_the_text_elsewhere() {
        for gone in [false, true] {
            let folder = folder(if gone { "gone" } else { "raced" });
            let file = folder.join("a.txt");
            let mut target = Target::new(&file, Existing::Refuse).expect("it can be written");
            if gone {
                std::fs::remove_dir_all(&folder).expect("it can be removed");
            } else {
                std::fs::write(&file, "another's").expect("a file can be written");
            }
            let error = format!("{:#}", target.write("hours of work").expect_err("it cannot be written"));
            let kept = error.split("saved to ").nth(1).and_then(|rest| rest.strip_suffix(" instead"));
            let kept = kept.unwrap_or_else(|| panic!("{error}"));
            assert_eq!(std::fs::read_to_string(kept).expect("it is there"), "hours of work");
            if !gone {
                assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "another's");
                std::fs::remove_dir_all(folder).expect("it can be removed");
            }
            std::fs::remove_file(kept).expect("it can be removed");
        }
    }
}
