//! Errors of the store.

use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};

/// Why a store operation failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The data directory cannot be used.
    #[error("the data directory `{path}` cannot be used: {1}", path = .0.display())]
    Directory(PathBuf, #[source] Arc<std::io::Error>),
    /// Another process uses the data directory.
    #[error(
        "the data directory `{}` is in use by another process; stop that one, or choose another directory",
        .0.display()
    )]
    InUse(PathBuf),
    /// The database file is damaged.
    #[error(
        "the database `{path}` is damaged ({1}); move it away and restore a backup with `rukh restore`",
        path = .0.display()
    )]
    Damaged(PathBuf, String),
    /// The database has games but no site key.
    #[error(
        "the database has games, but the key that signs cookies and tokens is missing; restore a backup, or \
         put the key back into the table `secret` under the name `site_key`"
    )]
    NoSiteKey,
    /// The tables have another version; the message says what to do.
    #[error("{0}")]
    Version(String),
    /// Another connection keeps the lock under which tables are migrated.
    #[error(
        "the connection {pid} (`{name}`) keeps the lock of the tables: another node migrates them, or a program \
         has left the lock behind; `SELECT pg_terminate_backend({pid})` ends that connection"
    )]
    Locked {
        /// Its process in PostgreSQL.
        pid: i64,
        /// Its application name.
        name: String,
    },
    /// A pooler gives each transaction another session of PostgreSQL.
    #[error(
        "between this server and PostgreSQL is a pooler in transaction mode, but notifications, prepared \
         statements and settings need a session for each connection; use PostgreSQL's own address, or a \
         pool in session mode"
    )]
    Pooler,
    /// The database reports an error or cannot be reached. After such an append the log may have it
    /// or not: read the log.
    #[error("the database reports an error: {0}")]
    Database(#[source] Arc<DatabaseError>),
    /// The database does not answer in time. After such an append the log may have it or not.
    #[error("the database does not answer")]
    TimedOut,
    /// A statement has run longer than it may.
    #[error("the statement takes too long")]
    TooLong,
    /// The disk is full; nothing was written.
    #[error("the disk is full")]
    Full,
    /// Another node owns the game by now; nothing was written.
    #[error("the game has passed to another writer")]
    Stale,
    /// The append does not continue the log; nothing was written.
    #[error("the append does not continue the log: {0}")]
    OutOfOrder(String),
    /// The seek was taken for another game, or withdrawn; nothing was written.
    #[error("the seek is no longer open")]
    SeekTaken,
    /// The guest or its address has as many open seeks as are allowed; nothing was written.
    #[error("at most {0} seeks can be open at once")]
    TooManySeeks(u64),
    /// The account has as many upcoming events as are allowed; nothing was written.
    #[error("at most {0} events of an account can be upcoming")]
    TooManyEvents(u64),
    /// Games of an event have ended that are not counted yet; nothing was written.
    #[error(
        "ended games of the event are not counted yet, {0} of them: a running server counts them in a moment"
    )]
    Uncounted(usize),
    /// The person has made as many reports within a day as are allowed; nothing was written.
    #[error("at most {0} reports can be made within a day")]
    TooManyReports(u64),
    /// The person has an open report about the same thing; nothing was written.
    #[error("this is reported already")]
    Reported,
    /// The invitation is used, has ended or was none; nothing was written.
    #[error("nobody is invited by this code")]
    NotInvited,
    /// The person has no account; nothing was written.
    #[error("there is no account")]
    NoAccount,
    /// As many appointments are open as are allowed; nothing was written.
    #[error("at most {0} appointments can be open at once")]
    TooManyAppointments(u64),
    /// The person follows as many others as are allowed; nothing was written.
    #[error("at most {0} people can be followed")]
    TooManyFollowed(u64),
    /// The person has as many studies as are allowed; nothing was written.
    #[error("at most {0} studies can be kept")]
    TooManyStudies(u64),
    /// As many people share the study as are allowed; nothing was written.
    #[error("at most {0} people can share a study")]
    TooManyMembers(u64),
    /// The study has as many operations, or bytes of them, as are allowed; nothing was written.
    #[error("the study is full")]
    StudyFull,
    /// The study is not there; nothing was written.
    #[error("there is no such study")]
    NoStudy,
    /// A club does not take it; nothing was written.
    #[error("the club does not take it: {0}")]
    Club(#[from] ClubRefusal),
    /// Somebody else has a name that looks the same; nothing was written.
    #[error("the name is taken")]
    NameTaken,
    /// The person has an account already; nothing was written.
    #[error("there is an account already")]
    AccountExists,
    /// A provider's identity signs in to another account; nothing was written.
    #[error("the identity signs in to another account")]
    IdentityTaken,
    /// Other nodes consider this one dead, and it has not renewed its lease yet.
    #[error("the other nodes considered this one dead")]
    Fenced,
    /// A row is corrupt.
    #[error("the database holds a corrupt value: {0}")]
    Corrupt(String),
    /// A backup is malformed; nothing was written.
    #[error("the backup cannot be used: {0}")]
    Backup(String),
    /// I/O error of a backup.
    #[error("the backup cannot be read or written: {0}")]
    Io(#[source] Arc<std::io::Error>),
    /// The database is not empty, as a restore requires; nothing was written.
    #[error("the database is not empty; a backup needs an empty one")]
    NotEmpty,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Why a club does not take something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClubRefusal {
    /// There is no such club, or it is closed.
    #[error("there is no such club")]
    NoClub,
    /// There is no such post, or it cannot be answered.
    #[error("there is no such post")]
    NoPost,
    /// The person does not belong to the club.
    #[error("this is for members")]
    NotMember,
    /// The person was removed from the club.
    #[error("the person was removed")]
    Removed,
    /// The link does not invite to the club, which takes nobody without.
    #[error("the link does not invite")]
    BadInvite,
    /// A moderator has given the name, which stays.
    #[error("the name was given by a moderator")]
    NameKept,
    /// Nobody else owns the club.
    #[error("nobody else owns the club")]
    LastOwner,
    /// The person owns as many clubs as are allowed.
    #[error("at most {0} clubs can be owned")]
    TooManyOwned(u64),
    /// The person has joined as many clubs as are allowed, or asked to.
    #[error("at most {0} clubs can be joined")]
    TooManyJoined(u64),
    /// The club has as many members, or people who ask, as are allowed.
    #[error("at most {0} people can join")]
    Full(u64),
    /// The post has as many answers as are allowed.
    #[error("a post has at most {0} answers")]
    TooManyReplies(u64),
}

/// What a database or its driver reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// An error of SQLite or its driver.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL, or a migration.
    #[error(transparent)]
    Sqlx(#[from] sqlx::Error),
}

impl DatabaseError {
    /// The error's code: the extended result code of SQLite, the SQLSTATE of PostgreSQL.
    pub(super) fn code(&self) -> Option<String> {
        match self {
            DatabaseError::Sqlite(error) => Some(error.sqlite_error()?.extended_code.to_string()),
            DatabaseError::Sqlx(error) => Some(error.as_database_error()?.code()?.into_owned()),
        }
    }

    fn is_unique_violation(&self) -> bool {
        match self {
            DatabaseError::Sqlite(error) => error.sqlite_error().is_some_and(|error| {
                [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].contains(&error.extended_code)
            }),
            DatabaseError::Sqlx(error) => {
                error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
            }
        }
    }
}

/// SQLite: no space for pages, for the WAL or for its index.
const SQLITE_FULL: [&str; 3] = ["13", "778", "4874"];
/// PostgreSQL: disk full.
const POSTGRES_FULL: &str = "53100";
/// A statement ended by its deadline: SQLite's interrupt, PostgreSQL's cancelled query.
const TOO_LONG: [&str; 2] = ["9", "57014"];

impl From<DatabaseError> for StoreError {
    fn from(error: DatabaseError) -> StoreError {
        let code = error.code().unwrap_or_default();
        match &error {
            DatabaseError::Sqlx(sqlx::Error::PoolClosed) => StoreError::Closed,
            _ if SQLITE_FULL.contains(&&*code) || code == POSTGRES_FULL => StoreError::Full,
            _ if TOO_LONG.contains(&&*code) => StoreError::TooLong,
            _ => StoreError::Database(Arc::new(error)),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        DatabaseError::from(error).into()
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        DatabaseError::from(error).into()
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
        let Some(code) = error.code() else { return false };
        // PostgreSQL: data exception, integrity violation, transaction rollback.
        let is_class = code.len() == 5 && ["22", "23", "40"].iter().any(|class| code.starts_with(class));
        // SQLite: too big, constraint, mismatch.
        let primary = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
        is_class || primary.is_some_and(|code| (18..=20).contains(&code))
    }

    /// Whether the connection is lost.
    pub(super) fn is_connection_lost(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        match (&**error, error.code()) {
            (DatabaseError::Sqlite(_), _) => false,
            (DatabaseError::Sqlx(error), None) => error.as_database_error().is_none(),
            // PostgreSQL: shutdown or connection exception.
            (DatabaseError::Sqlx(_), Some(code)) => code.starts_with("57P") || code.starts_with("08"),
        }
    }

    /// Maps a unique violation to [`StoreError::OutOfOrder`].
    pub(super) fn unique_as_out_of_order(self) -> StoreError {
        match &self {
            StoreError::Database(error) if error.is_unique_violation() => {
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
