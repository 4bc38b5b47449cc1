//! Errors of the store.

use std::path::PathBuf;
use std::sync::Arc;

/// Why a store operation failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StoreError {
    /// The data directory cannot be used.
    Directory(PathBuf, Arc<std::io::Error>),
    /// Another process uses the data directory.
    InUse(PathBuf),
    /// The tables have another version; the message says what to do.
    Version(String),
    /// The database reports an error or cannot be reached. After such an append the log may have it
    /// or not: read the log.
    Database(Arc<sqlx::Error>),
    /// The disk is full; nothing was written.
    Full,
    /// Another node owns the game by now; nothing was written.
    Stale,
    /// The append does not continue the log; nothing was written.
    OutOfOrder(String),
    /// Other nodes consider this one dead, and it has not renewed its lease yet.
    Fenced,
    /// A row is corrupt.
    Corrupt(String),
    /// A backup is malformed; nothing was written.
    Backup(String),
    /// I/O error of a backup.
    Io(Arc<std::io::Error>),
    /// The database is not empty, as a restore requires; nothing was written.
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
            StoreError::Corrupt(what) => write!(f, "the database holds something broken: {what}"),
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

/// SQLite: no space for pages, for the WAL or for its index.
const SQLITE_FULL: [&str; 3] = ["13", "778", "4874"];
/// PostgreSQL: disk full.
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
    /// Whether a row was rejected for its content, so that others may succeed.
    pub(super) fn is_row_error(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        let Some(error) = error.as_database_error() else { return false };
        let code = error.code().unwrap_or_default();
        // PostgreSQL: data exception, integrity violation, transaction rollback.
        let is_class = code.len() == 5 && ["22", "23", "40"].iter().any(|class| code.starts_with(class));
        // SQLite: too big, constraint, mismatch.
        let primary = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
        is_class || primary.is_some_and(|code| (18..=20).contains(&code))
    }

    /// Whether the connection is lost.
    pub(super) fn is_connection_lost(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        let Some(error) = error.as_database_error() else { return true };
        // PostgreSQL: shutdown or connection exception.
        error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
    }

    /// Maps a unique violation to [`StoreError::OutOfOrder`].
    pub(super) fn unique_as_out_of_order(self) -> StoreError {
        match &self {
            StoreError::Database(error)
                if error.as_database_error().is_some_and(|error| error.is_unique_violation()) =>
            {
                StoreError::OutOfOrder("a game, an event or an intent of it is there already".to_owned())
            }
            _ => self,
        }
    }

    /// A corrupt value.
    pub(super) fn corrupt(what: &str, why: impl std::fmt::Display) -> StoreError {
        StoreError::Corrupt(format!("{what}: {why}"))
    }
}
