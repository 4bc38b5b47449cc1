//! What can be wrong with a store.

use std::path::PathBuf;
use std::sync::Arc;

/// Why the store could not do what was asked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StoreError {
    /// The directory cannot be used.
    Directory(PathBuf, Arc<std::io::Error>),
    /// Another process keeps its games in this directory.
    InUse(PathBuf),
    /// The tables are of another version; what to do about it.
    Version(String),
    /// The database refuses, or cannot be reached. After an append that ended
    /// so the log may have it or not: read the log.
    Database(Arc<sqlx::Error>),
    /// There is no room on the disk; nothing was written.
    Full,
    /// The game belongs to somebody else by now; nothing was written.
    Stale,
    /// The append does not continue the log as it stands; nothing was written.
    OutOfOrder(String),
    /// The other nodes hold this one for dead, and it does not live again yet.
    Fenced,
    /// A row does not make sense.
    Broken(String),
    /// A backup cannot be read; nothing was written.
    Backup(String),
    /// A backup cannot be read or written.
    Io(Arc<std::io::Error>),
    /// A backup is only read into an empty database; nothing was written.
    NotEmpty,
    /// The store is closed.
    Closed,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Directory(path, error) => {
                write!(f, "the data directory `{}` cannot be used: {error}", path.display())
            }
            StoreError::InUse(path) => write!(
                f,
                "the data directory `{}` is in use by another process; stop that one, or choose another directory",
                path.display()
            ),
            StoreError::Version(what) => f.write_str(what),
            StoreError::Database(error) => write!(f, "the database refuses: {error}"),
            StoreError::Full => f.write_str("the disk is full"),
            StoreError::Stale => f.write_str("the game has passed to another writer"),
            StoreError::OutOfOrder(what) => write!(f, "the append does not continue the log: {what}"),
            StoreError::Fenced => f.write_str("this node was held for dead by the others"),
            StoreError::Broken(what) => write!(f, "the database holds something broken: {what}"),
            StoreError::Backup(what) => write!(f, "the backup cannot be used: {what}"),
            StoreError::Io(error) => write!(f, "the backup cannot be read or written: {error}"),
            StoreError::NotEmpty => f.write_str("the database is not empty; a backup needs an empty one"),
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Directory(_, error) | StoreError::Io(error) => Some(error),
            StoreError::Database(error) => Some(error),
            _ => None,
        }
    }
}

/// SQLite: no room, for pages, for the log of writes or for its index.
const SQLITE_FULL: [&str; 3] = ["13", "778", "4874"];
/// PostgreSQL: no room on the disk.
const POSTGRES_FULL: &str = "53100";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
        match &error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            _ if SQLITE_FULL.contains(&&*code) || code == POSTGRES_FULL => StoreError::Full,
            _ => StoreError::Database(Arc::new(error)),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        StoreError::Io(Arc::new(error))
    }
}

impl StoreError {
    /// Whether a row was refused for what it says, so that others may succeed.
    pub(super) fn is_about_rows(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        let Some(error) = error.as_database_error() else { return false };
        let code = error.code().unwrap_or_default();
        // PostgreSQL: data, integrity, and transactions in each other's way.
        let is_class = code.len() == 5 && ["22", "23", "40"].iter().any(|class| code.starts_with(class));
        // SQLite: too big, constraint, mismatch.
        let primary = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
        is_class || primary.is_some_and(|code| (18..=20).contains(&code))
    }

    /// Whether the line to the database is lost.
    pub(super) fn is_lost_line(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        let Some(error) = error.as_database_error() else { return true };
        // PostgreSQL: it has hung up, or is about to.
        error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
    }

    /// What was written before, told as what it means here.
    pub(super) fn or_out_of_order(self) -> StoreError {
        match &self {
            StoreError::Database(error)
                if error.as_database_error().is_some_and(|error| error.is_unique_violation()) =>
            {
                StoreError::OutOfOrder("a game, an event or an intent of it is there already".to_owned())
            }
            _ => self,
        }
    }

    /// Something that does not make sense.
    pub(super) fn broken(what: &str, why: impl std::fmt::Display) -> StoreError {
        StoreError::Broken(format!("{what}: {why}"))
    }
}
