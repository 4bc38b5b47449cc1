//! Writing files so that nobody ever sees half of one, nothing is overwritten
//! unasked, and what cost hours to make is not lost.
//!
//! A command that writes at its end makes a [`Target`] before it begins: what is
//! wrong with the file is said then, not afterwards.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;

/// Names that are tried for a file that could not be written where it should be.
const RESCUES: u32 = 100;

/// Whether files may be overwritten, as it is typed.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Overwrite {
    /// Overwrite a file that exists; without this it is refused before anything is done.
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// What is done with a file that exists.
    #[must_use]
    pub fn existing(self) -> Existing {
        if self.force { Existing::Overwrite } else { Existing::Refuse }
    }
}

/// What is done with a file that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays as it is, and nothing is written.
    Refuse,
    /// It is replaced.
    Overwrite,
}

/// Who may read a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Whoever the system lets.
    Usual,
    /// Its owner.
    Owner,
}

/// A file that will be written, and can be.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    existing: Existing,
}

impl Target {
    /// Makes sure that a file can be written.
    ///
    /// # Errors
    /// That it exists and may not be overwritten, is not a regular file or cannot be written.
    pub fn new(path: &Path, existing: Existing) -> anyhow::Result<Target> {
        let part = part(path)?;
        if existing == Existing::Refuse && path.exists() {
            bail!("{} already exists; choose another file, or overwrite it with --force", path.display());
        }
        let tried = std::fs::write(&part, "").and_then(|()| std::fs::remove_file(&part));
        tried.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Target { path: path.to_owned(), existing })
    }

    /// The file's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file; from then on it is ours and may be written again. If that
    /// fails the text is kept elsewhere, and the error says where.
    ///
    /// # Errors
    /// That the file cannot be written; then what stood there stands there still.
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

    /// Begins to write the file, which is in its place when the stream is finished.
    ///
    /// # Errors
    /// That nothing can be written beside it.
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

/// A file being written beside its place; dropped unfinished, it leaves nothing.
#[derive(Debug)]
pub struct Stream<'t> {
    target: &'t Target,
    part: PathBuf,
    file: File,
}

impl Stream<'_> {
    /// Moves what was written into its place.
    ///
    /// # Errors
    /// That it cannot be moved, or that another file has come there meanwhile.
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
                // A file system without links.
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
        // Moved, it is gone already; linked, it has its own name; else it is half a file.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Where a file is written before it is moved into place, which must be that of a file.
fn part(path: &Path) -> anyhow::Result<PathBuf> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        let what = if path.is_dir() { "a directory; name a file in it" } else { "not a regular file" };
        bail!("{} cannot be written: it is {what}", path.display());
    }
    let name = path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// Keeps a text that could not be written: in the system's directory of temporary
/// files, or else on standard error. Says where.
fn rescue(path: &Path, text: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    for number in 0..RESCUES {
        let place = std::env::temp_dir().join(format!("rukh-{process}-{number}-{name}"));
        let opened = File::options().write(true).create_new(true).open(&place);
        if opened.and_then(|mut file| file.write_all(text.as_bytes())).is_ok() {
            return format!("saved to {} instead", place.display());
        }
    }
    eprintln!("{text}");
    "printed to standard error instead".to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Existing, Target};

    fn place(name: &str) -> std::path::PathBuf {
        let place = std::env::temp_dir().join(format!("rukh-write-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place).expect("a directory can be made");
        place
    }

    #[test]
    fn target_existing_file_is_refused_unless_overwritten() {
        let place = place("existing");
        let file = place.join("a.txt");
        std::fs::write(&file, "old").expect("a file can be written");
        let error = Target::new(&file, Existing::Refuse).expect_err("it exists").to_string();
        assert!(error.contains("already exists") && error.contains("--force"), "{error}");
        let mut target = Target::new(&file, Existing::Overwrite).expect("it may be overwritten");
        target.write("new").expect("it can be written");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(std::fs::read_dir(&place).expect("it is there").count(), 1, "nothing is left beside it");
        std::fs::remove_dir_all(place).expect("it can be removed");
    }

    #[test]
    fn target_written_twice_is_its_own_file() {
        let place = place("twice");
        let file = place.join("a.txt");
        let mut target = Target::new(&file, Existing::Refuse).expect("it does not exist");
        target.write("one").expect("it can be written");
        target.write("two").expect("it is ours");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "two");
        std::fs::remove_dir_all(place).expect("it can be removed");
    }

    /// A file that comes meanwhile, or a directory that goes.
    #[test]
    fn target_that_fails_at_the_end_keeps_the_text_elsewhere() {
        for gone in [false, true] {
            let place = place(if gone { "gone" } else { "raced" });
            let file = place.join("a.txt");
            let mut target = Target::new(&file, Existing::Refuse).expect("it can be written");
            if gone {
                std::fs::remove_dir_all(&place).expect("it can be removed");
            } else {
                std::fs::write(&file, "another's").expect("a file can be written");
            }
            let error = format!("{:#}", target.write("hours of work").expect_err("it cannot be written"));
            let kept = error.split("saved to ").nth(1).and_then(|rest| rest.strip_suffix(" instead"));
            let kept = kept.unwrap_or_else(|| panic!("{error}"));
            assert_eq!(std::fs::read_to_string(kept).expect("it is there"), "hours of work");
            if !gone {
                assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "another's");
                std::fs::remove_dir_all(place).expect("it can be removed");
            }
            std::fs::remove_file(kept).expect("it can be removed");
        }
    }
}
