//! The folder of a study: `study.toml`, a folder for each table, and `journal` while it is played.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use rukh_lab::job::rows::{GameRow, MoveRow, PositionRow};
use rukh_rules::ruleset::Complaint;

use crate::part::PartId;
use crate::study::Study;
use crate::table::{TableFile, TableFileError, TableRow};

/// Name of the study's file in its folder.
pub const STUDY_FILE: &str = "study.toml";
/// Folder of the games of parts under way.
const JOURNAL: &str = "journal";
/// File that is locked while a process writes to the folder. It stays: one that is removed could be locked twice.
const LOCK: &str = "lock";

/// Why a folder of a study cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The study's file is wrong.
    #[error("{}", .complaints.iter().map(Complaint::to_string).collect::<Vec<_>>().join("\n"))]
    Study {
        /// Every complaint.
        complaints: Vec<Complaint>,
    },
    /// A file is no table of these rows.
    #[error("{}: {error}", .path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        error: TableFileError,
    },
    /// A journal is damaged, or of other games.
    #[error("{}, line {line}: {message}; delete the file to play its games again", .path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The folder holds other games.
    #[error("{} holds {what}; use another folder", .path.display())]
    OtherGames {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// There are no games.
    #[error("{} holds no games: there is no folder `games`", .path.display())]
    NoGames {
        /// The folder.
        path: PathBuf,
    },
    /// Another process plays there.
    #[error("another process plays in {}", .path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
}

impl FolderError {
    pub(crate) fn io(path: &Path, error: io::Error) -> FolderError {
        FolderError::Io { path: path.to_owned(), error }
    }
}

/// A folder with the games of a study, or with games that were imported, for reading. While the study is played, it has
/// the parts that were finished when it was opened.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    study: Option<Study>,
    parts: Vec<PartId>,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// It cannot be read, its study is wrong, or there are no games.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let study = read_study(path)?;
        let parts = parts_of(path, GameRow::TABLE)?;
        let mut parts = parts.ok_or_else(|| FolderError::NoGames { path: path.to_owned() })?;
        // Games of a time when the study asked for more are no part of it.
        parts.retain(|id| study.as_ref().is_none_or(|study| study.numbers_of(*id).is_ok()));
        Ok(Folder { path: path.to_owned(), study, parts })
    }

    /// The study; `None` for games that were imported.
    #[must_use]
    pub fn study(&self) -> Option<&Study> {
        self.study.as_ref()
    }

    /// The parts whose games are there, by cell and round.
    #[must_use]
    pub fn parts(&self) -> &[PartId] {
        &self.parts
    }

    /// Rows of games, by cell and number. One part is in memory at a time.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRow, FolderError>> + '_ {
        self.rows()
    }

    /// Rows of moves, in the order of games; none if they are not kept.
    pub fn moves(&self) -> impl Iterator<Item = Result<MoveRow, FolderError>> + '_ {
        self.rows()
    }

    /// Rows of positions, in the order of games; none if they are not kept.
    pub fn positions(&self) -> impl Iterator<Item = Result<PositionRow, FolderError>> + '_ {
        self.rows()
    }

    fn rows<R: TableRow>(&self) -> impl Iterator<Item = Result<R, FolderError>> + use<'_, R> {
        self.parts.iter().flat_map(move |id| {
            let path = self.path.join(id.path(R::TABLE));
            match read_table::<R>(&path) {
                Ok(rows) => rows.into_iter().map(Ok).collect(),
                Err(FolderError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => Vec::new(),
                Err(error) => vec![Err(error)],
            }
        })
    }
}

/// Reads the rows of a file.
pub(crate) fn read_table<R: TableRow>(path: &Path) -> Result<Vec<R>, FolderError> {
    let table = open_table(path)?;
    table.read().map_err(|error| FolderError::Table { path: path.to_owned(), error })
}

/// Opens the file of a part.
pub(crate) fn open_table(path: &Path) -> Result<TableFile<File>, FolderError> {
    let file = File::open(path).map_err(|error| FolderError::io(path, error))?;
    TableFile::new(file).map_err(|error| FolderError::Table { path: path.to_owned(), error })
}

/// The study of a folder, if it says one.
fn read_study(path: &Path) -> Result<Option<Study>, FolderError> {
    let path = path.join(STUDY_FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::io(&path, error)),
    };
    let study = Study::parse(&text, &path.display().to_string());
    study.map(Some).map_err(|complaints| FolderError::Study { complaints })
}

/// The parts of a table, by cell and round; `None` if there is no such table. Files of other names are passed over.
fn parts_of(path: &Path, table: &str) -> Result<Option<Vec<PartId>>, FolderError> {
    let path = path.join(table);
    let entries = match std::fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::io(&path, error)),
    };
    let mut parts = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| FolderError::io(&path, error))?.file_name();
        parts.extend(name.to_str().and_then(|name| name.strip_suffix(".parquet")).and_then(PartId::parse));
    }
    parts.sort_unstable();
    Ok(Some(parts))
}

/// Whether there is a part of any games. An empty folder is what an import without a good game leaves.
fn has_games(path: &Path) -> Result<bool, FolderError> {
    Ok(parts_of(path, GameRow::TABLE)?.is_some_and(|parts| !parts.is_empty()))
}

/// A folder that this process alone writes to.
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Unlocked when it is closed.
    _lock: File,
}

impl OutputFolder {
    /// Takes a folder for the games of a study, and makes it if it is not there.
    ///
    /// # Errors
    /// It cannot be written, holds other games, or another process plays there.
    pub(crate) fn of_study(path: &Path, study: &Study) -> Result<OutputFolder, FolderError> {
        let folder = OutputFolder::take(path)?;
        match read_study(path)? {
            Some(known) if known.hash() != study.hash() => {
                let what = format!("the games of another study, or of `{}` with other settings", known.id);
                return Err(FolderError::OtherGames { path: path.to_owned(), what });
            }
            None if has_games(path)? => {
                let what = "games without a study".to_owned();
                return Err(FolderError::OtherGames { path: path.to_owned(), what });
            }
            _ => {}
        }
        // What changes no game may have changed, such as the conclusion.
        folder.write(STUDY_FILE, study.text().as_bytes())?;
        folder.make(JOURNAL)?;
        study.tables().into_iter().try_for_each(|table| folder.make(table))?;
        Ok(folder)
    }

    /// Takes a new folder for games that are imported.
    ///
    /// # Errors
    /// As [`OutputFolder::of_study`].
    pub(crate) fn of_import(path: &Path) -> Result<OutputFolder, FolderError> {
        let folder = OutputFolder::take(path)?;
        if path.join(STUDY_FILE).exists() || has_games(path)? {
            return Err(FolderError::OtherGames { path: path.to_owned(), what: "games already".to_owned() });
        }
        [GameRow::TABLE, MoveRow::TABLE].into_iter().try_for_each(|table| folder.make(table))?;
        Ok(folder)
    }

    fn take(path: &Path) -> Result<OutputFolder, FolderError> {
        std::fs::create_dir_all(path).map_err(|error| FolderError::io(path, error))?;
        let lock = path.join(LOCK);
        let file = File::options().create(true).append(true).open(&lock);
        let file = file.map_err(|error| FolderError::io(&lock, error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy { path: path.to_owned() }),
            // Some file systems know no locks; then whoever starts two processes has to know.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(OutputFolder { path: path.to_owned(), _lock: file }),
        }
    }

    /// Removes the folder of journals, when no game is needed any more: a run that was killed may have left those of
    /// parts beyond the end of a cell.
    pub(crate) fn close(self) {
        // Another run makes it again, so it does no harm where it cannot be removed.
        let _ = std::fs::remove_dir_all(self.path.join(JOURNAL));
    }

    fn make(&self, folder: &str) -> Result<(), FolderError> {
        let path = self.path.join(folder);
        std::fs::create_dir_all(&path).map_err(|error| FolderError::io(&path, error))
    }

    /// Path of a file in the folder.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Path of the journal of a part.
    pub(crate) fn journal(&self, id: PartId) -> PathBuf {
        self.path.join(JOURNAL).join(format!("{id}.jsonl"))
    }

    /// The parts of a table that are there.
    pub(crate) fn parts(&self, table: &str) -> Result<Vec<PartId>, FolderError> {
        parts_of(&self.path, table).map(Option::unwrap_or_default)
    }

    /// Writes a file, which appears whole.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let part = self.path.join(format!("{name}.part"));
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            std::fs::rename(&part, &path)
        };
        write().map_err(|error| FolderError::io(&path, error))
    }

    /// Removes a file that may not be there.
    pub(crate) fn remove(path: &Path) -> Result<(), FolderError> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(FolderError::io(path, error)),
            _ => Ok(()),
        }
    }
}
