//! Where tables have files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rukh_rules::Ruleset;

use crate::file::{left_aside, write_table};
use crate::file_error::FileError;
use crate::table::Table;
use crate::tables::file_name;

/// Where tables have files.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// Directories with files, in the order in which they are looked through.
    directories: Vec<PathBuf>,
    /// The one of them in which tables are kept that were computed when they were first asked for.
    kept_in: Option<PathBuf>,
    pub(crate) on_damage: OnDamage,
    /// Changes when there may be new files.
    generation: AtomicU32,
    /// The most pieces of a file's material.
    most_pieces: Mutex<Option<usize>>,
}

/// What becomes of a table that is computed when it is first asked for, but whose file cannot be used.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnDamage {
    /// Whoever asks is told.
    #[default]
    Refuse,
    /// It is computed.
    Compute,
}

#[cfg(feature = "files")]
impl Sources {
    /// Files in these directories.
    pub(crate) fn of(directories: Vec<PathBuf>) -> Sources {
        Sources { directories, ..Sources::default() }
    }

    /// Those of a process that goes on without files that cannot be used, and keeps what it computes.
    pub(crate) fn shared(directories: Vec<PathBuf>, kept_in: Option<PathBuf>) -> Sources {
        let directories = kept_in.iter().cloned().chain(directories).collect();
        Sources { kept_in, on_damage: OnDamage::Compute, ..Sources::of(directories) }
    }
}

impl Sources {
    /// The path of a file, if it is there.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        self.directories.iter().map(|directory| directory.join(name)).find(|path| path.exists())
    }

    /// Keeps a table for the next start. Only those of rulesets with their default options are kept: a stranger can
    /// ask for every combination of options, and would fill the disk.
    pub(crate) fn keep(&self, ruleset: &Ruleset, table: &Table) {
        let Some(directory) = self.kept_in.as_ref().filter(|_| ruleset.instance.choices.is_empty()) else {
            return;
        };
        let path = directory.join(file_name(ruleset, table.material()));
        let made = std::fs::create_dir_all(directory);
        let made = made.map_err(|error| FileError::of_system(&path, &error));
        if let Err(error) = made.and_then(|()| write_table(table, ruleset, &path, 1)) {
            left_aside(&error);
        }
    }

    /// The number that changes when there may be new files.
    pub(crate) fn generation(&self) -> u32 {
        self.generation.load(Relaxed)
    }

    pub(crate) fn look_again(&self) {
        *self.most_pieces.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.generation.fetch_add(1, Relaxed);
    }

    /// The most pieces of the materials that have files; 0 without any.
    pub(crate) fn most_pieces(&self) -> usize {
        let mut known = self.most_pieces.lock().unwrap_or_else(PoisonError::into_inner);
        *known.get_or_insert_with(|| {
            let pieces = self.files().filter_map(|path| pieces_of_name(path.file_name()?.to_str()?));
            pieces.max().unwrap_or(0)
        })
    }

    /// Everything in the directories.
    pub(crate) fn files(&self) -> impl Iterator<Item = PathBuf> {
        let entries = |directory: &PathBuf| Path::read_dir(directory).ok();
        self.directories.iter().filter_map(entries).flatten().flatten().map(|entry| entry.path())
    }
}

/// How many pieces the material has that a file's name tells.
fn pieces_of_name(name: &str) -> Option<usize> {
    let (_, material) = name.strip_suffix(".rtb")?.split_once('-')?;
    Some(material.chars().filter(char::is_ascii_uppercase).count())
}
